-- Charges, payouts, webhook events and receipts. A charge, a payout delay and a receipt belong to a milestone or to a
-- booking. Owner: payments.
create table charges (
  -- The id of the attempt that the milestone or booking waits for.
  id uuid primary key,
  milestone_id uuid,
  project_id uuid,
  booking_id uuid,
  client_id uuid not null references users (id),
  amount bigint not null check (amount > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  method text not null,
  method_last4 text,
  -- A card may be authorised first and captured or voided later.
  capture text not null default 'at-once' check (capture in ('at-once', 'later')),
  state text not null check (state in ('created', 'needs_confirmation', 'authorised', 'captured', 'failed', 'expired',
    'voided', 'refunded')),
  failure text,
  provider_id text unique,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  captured_at timestamptz,
  settled_at timestamptz,
  refunded_at timestamptz,
  check (num_nonnulls(milestone_id, booking_id) = 1)
);
create index charges_by_milestone on charges (milestone_id, created_at desc);
create index charges_by_booking on charges (booking_id, created_at desc) where booking_id is not null;

-- One row per released milestone or completed booking: the creator's money between pending and available.
create table payout_delays (
  id uuid generated always as (coalesce(milestone_id, booking_id)) stored primary key,
  milestone_id uuid,
  project_id uuid,
  booking_id uuid,
  creator_id uuid not null references users (id),
  charge_id uuid not null references charges (id),
  amount bigint not null check (amount >= 0),
  currency text not null,
  released_at timestamptz not null,
  ends_at timestamptz not null,
  ended boolean not null default false,
  available_at timestamptz,
  check (num_nonnulls(milestone_id, booking_id) = 1)
);
create index payout_delays_by_charge on payout_delays (charge_id);
create index payout_delays_by_creator on payout_delays (creator_id) where available_at is null;

create table payouts (
  id uuid primary key,
  creator_id uuid not null references users (id),
  amount bigint not null check (amount > 0),
  currency text not null,
  state text not null check (state in ('requested', 'in_transit', 'paid', 'failed', 'returned')),
  failure text,
  provider_id text unique,
  requested_at timestamptz not null,
  paid_at timestamptz
);
create index payouts_by_creator on payouts (creator_id, requested_at desc, id desc);

create table webhook_events (
  id text primary key,
  type text not null,
  payload jsonb not null,
  received_at timestamptz not null,
  handled_at timestamptz
);

create table receipts (
  id uuid primary key,
  milestone_id uuid,
  booking_id uuid,
  side text not null check (side in ('client', 'creator')),
  user_id uuid not null references users (id),
  number text not null unique,
  total bigint not null,
  currency text not null,
  issued_at timestamptz not null,
  content jsonb not null,
  unique (milestone_id, side),
  unique (booking_id, side),
  check (num_nonnulls(milestone_id, booking_id) = 1)
);
create index receipts_by_user on receipts (user_id, issued_at desc, id desc);
create sequence receipt_numbers;

-- The sandbox payment provider keeps its own state, as an outside company would. Owner: the sandbox payments gateway.
create table sandbox_payment_objects (
  id text primary key,
  kind text not null check (kind in ('charge', 'refund', 'transfer', 'payout')),
  idempotency_key text not null unique,
  reference text not null,
  amount bigint not null,
  currency text not null,
  card text,
  capture text not null default 'at-once' check (capture in ('at-once', 'later')),
  state text not null,
  failure text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create table sandbox_payment_webhooks (
  id text primary key,
  object_id text not null references sandbox_payment_objects (id),
  type text not null,
  payload jsonb not null,
  due_at timestamptz not null,
  attempts integer not null default 0,
  delivered_at timestamptz
);
create index sandbox_payment_webhooks_pending on sandbox_payment_webhooks (due_at) where delivered_at is null;
