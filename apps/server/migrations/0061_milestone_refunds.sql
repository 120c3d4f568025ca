-- Refunds of milestones before their release, in whole or in part.
alter table milestones
  -- The share of the price that was refunded or released, with its fees.
  add column allocated_price bigint not null default 0,
  add column allocated_client_fee bigint not null default 0,
  add column allocated_creator_fee bigint not null default 0,
  -- The refund that the states refunding and refund_failed wait for.
  add column refund_id uuid;
update milestones
set allocated_price = amount, allocated_client_fee = client_fee, allocated_creator_fee = creator_fee
where state = 'released';
alter table milestones
  add check (allocated_price between 0 and amount),
  add check (allocated_client_fee between 0 and client_fee),
  add check (allocated_creator_fee between 0 and creator_fee),
  drop constraint milestones_state_check,
  add constraint milestones_state_check check (state in ('draft', 'awaiting_funding', 'funding', 'funded', 'in_progress',
    'submitted', 'changes_requested', 'approved', 'released', 'refunding', 'refund_failed', 'refunded', 'cancelled'));

-- One row for each part of an escrow that was given back. Owner: commissions.
create table milestone_refunds (
  id uuid primary key,
  milestone_id uuid not null references milestones (id),
  price bigint not null check (price > 0),
  client_fee bigint not null check (client_fee >= 0),
  creator_fee bigint not null check (creator_fee >= 0),
  reason text not null,
  requested_at timestamptz not null
);
create index milestone_refunds_by_milestone on milestone_refunds (milestone_id, requested_at);

-- How the money of a refund gets back to the client. Owner: payments.
create table refunds (
  -- The id of the milestone's refund.
  id uuid primary key,
  charge_id uuid not null references charges (id),
  client_id uuid not null references users (id),
  amount bigint not null check (amount > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  state text not null check (state in ('requested', 'paid', 'failed')),
  -- Counts from 1; a failed refund is sent again as the next attempt.
  attempt integer not null default 1 check (attempt > 0),
  failure text,
  -- Of the bank account that it goes to instead of the card; only the provider keeps the whole number.
  bank_last4 text,
  requested_at timestamptz not null,
  paid_at timestamptz
);
create index refunds_by_charge on refunds (charge_id);

-- A refund has receipts of its own.
alter table receipts
  add column refund_id uuid,
  drop constraint receipts_milestone_id_side_key,
  add unique nulls not distinct (milestone_id, booking_id, refund_id, side);
