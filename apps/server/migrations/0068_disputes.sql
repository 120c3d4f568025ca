-- Disputes about a part of the escrow of a milestone.
alter table milestones
  -- The part that the running dispute locks, the state before it, and since when the clocks stand still.
  add column disputed_price bigint,
  add column disputed_from text check (disputed_from in ('funded', 'in_progress', 'changes_requested', 'submitted')),
  add column disputed_at timestamptz,
  -- How long disputes have stopped the clocks, in milliseconds.
  add column paused_ms bigint not null default 0 check (paused_ms >= 0),
  drop constraint milestones_state_check,
  add constraint milestones_state_check check (state in ('draft', 'awaiting_funding', 'funding', 'funded', 'in_progress',
    'submitted', 'changes_requested', 'disputed', 'approved', 'released', 'refunding', 'refund_failed', 'refunded', 'split',
    'cancelled')),
  add check ((state = 'disputed') = (disputed_price is not null)),
  add check (num_nonnulls(disputed_price, disputed_from, disputed_at) in (0, 3)),
  add check (disputed_price between 1 and amount - allocated_price);

alter table milestone_refunds
  drop constraint milestone_refunds_cause_check,
  add constraint milestone_refunds_cause_check
    check (cause in ('creator', 'claim', 'escrow-limit', 'settlement', 'dispute'));

-- Owner: commissions.
create table disputes (
  id uuid primary key,
  milestone_id uuid not null references milestones (id),
  commission_id uuid not null references commissions (id),
  opener text not null check (opener in ('client', 'creator')),
  opener_id uuid not null references users (id),
  state text not null check (state in ('open', 'mediation', 'deciding', 'decided', 'settled', 'withdrawn', 'closed')),
  version integer not null default 1,
  reason text not null check (reason in ('not-delivered', 'late', 'not-as-agreed', 'quality', 'no-answer', 'other')),
  -- The disputed part of the price, and what the opener asks for, in minor units.
  amount bigint not null check (amount > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  wish_release bigint not null check (wish_release >= 0),
  wish_refund bigint not null check (wish_refund >= 0),
  opened_at timestamptz not null,
  answer_by timestamptz not null,
  mediation_ends_at timestamptz not null,
  decide_by timestamptz not null,
  -- What the end gave to both; what it left returned to the escrow.
  award_release bigint check (award_release >= 0),
  award_refund bigint check (award_refund >= 0),
  decided_by uuid references users (id),
  -- Why an admin decided so; both sides read it.
  decision_reason text not null default '',
  ended_at timestamptz,
  check (wish_release + wish_refund = amount),
  check (award_release + award_refund <= amount),
  check ((state in ('open', 'mediation', 'deciding')) = (ended_at is null)),
  check ((state = 'decided') = (decided_by is not null))
);
create unique index disputes_one_running on disputes (milestone_id) where ended_at is null;
create index disputes_by_milestone on disputes (milestone_id, opened_at);
create index disputes_by_commission on disputes (commission_id);

alter table milestone_releases
  alter column settlement_id drop not null,
  add column dispute_id uuid references disputes (id),
  add check (num_nonnulls(settlement_id, dispute_id) = 1);

-- What each side says and shows, as it was at that moment. It never changes.
create table dispute_evidence (
  dispute_id uuid not null references disputes (id),
  side text not null check (side in ('client', 'creator')),
  author_id uuid not null references users (id),
  -- Canonical JSON, and its SHA-256.
  snapshot text not null,
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null,
  primary key (dispute_id, side)
);
create table dispute_assets (
  dispute_id uuid not null references disputes (id),
  side text not null check (side in ('client', 'creator')),
  position integer not null,
  asset_id uuid not null references assets (id),
  primary key (dispute_id, side, position)
);
create index dispute_assets_by_asset on dispute_assets (asset_id);

-- Terms that one side offered. They never change.
create table dispute_terms (
  id uuid primary key,
  dispute_id uuid not null references disputes (id),
  by_side text not null check (by_side in ('client', 'creator')),
  author_id uuid not null references users (id),
  release_price bigint not null check (release_price >= 0),
  refund_price bigint not null check (refund_price >= 0),
  reason text not null,
  -- `closed` with the dispute, or by other terms.
  state text not null check (state in ('open', 'accepted', 'declined', 'closed')),
  offered_at timestamptz not null,
  ended_at timestamptz,
  check ((state = 'open') = (ended_at is null))
);
create unique index dispute_terms_one_open on dispute_terms (dispute_id) where state = 'open';
create index dispute_terms_by_dispute on dispute_terms (dispute_id, offered_at);

-- Booked meetings of two users with the minutes that each was in the room. Owner: bookings.
create view meeting_attendance as
select b.id, b.client_id, b.creator_id, b.terms ->> 'title' as title, b.starts_at, b.state, (
    select coalesce(floor(sum(extract(epoch from coalesce(p.left_at, b.ends_at) - p.entered_at)) / 60), 0)::int
    from booking_presence p where p.booking_id = b.id and p.user_id = b.client_id) as client_minutes, (
    select coalesce(floor(sum(extract(epoch from coalesce(p.left_at, b.ends_at) - p.entered_at)) / 60), 0)::int
    from booking_presence p where p.booking_id = b.id and p.user_id = b.creator_id) as creator_minutes
from bookings b;
