-- Settlements: the two sides of a commission divide the escrow of milestones together.
alter table milestones
  -- The part of the price that was released; the rest of what is allocated was refunded.
  add column released_price bigint not null default 0,
  drop constraint milestones_state_check,
  add constraint milestones_state_check check (state in ('draft', 'awaiting_funding', 'funding', 'funded', 'in_progress',
    'submitted', 'changes_requested', 'approved', 'released', 'refunding', 'refund_failed', 'refunded', 'split',
    'cancelled'));
update milestones m
set released_price = allocated_price - coalesce(
  (select sum(price) from milestone_refunds f where f.milestone_id = m.id), 0)
where state = 'released';
alter table milestones add check (released_price between 0 and allocated_price);

-- A proposal of one side, whose terms never change. Owner: commissions.
create table settlements (
  id uuid primary key,
  commission_id uuid not null references commissions (id),
  -- Counts from 1 in its commission.
  number integer not null check (number > 0),
  by_side text not null check (by_side in ('client', 'creator')),
  author_id uuid not null references users (id),
  state text not null check (state in ('open', 'accepted', 'declined', 'countered', 'withdrawn', 'expired', 'outdated')),
  version integer not null default 1,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- Both cancel the commission: the lines end all of its milestones.
  ends_commission boolean not null,
  reason text not null check (reason <> ''),
  -- Why the other side declined it.
  answer text not null default '',
  -- The proposal that this one counters.
  former_id uuid references settlements (id),
  expires_at timestamptz not null,
  created_at timestamptz not null,
  ended_at timestamptz,
  unique (commission_id, number),
  check ((state = 'open') = (ended_at is null))
);
create unique index settlements_one_open on settlements (commission_id) where state = 'open';

-- What a settlement says about one milestone, with the fees of both shares.
create table settlement_lines (
  settlement_id uuid not null references settlements (id),
  milestone_id uuid not null references milestones (id),
  position integer not null,
  milestone_version integer not null,
  kind text not null check (kind in ('shares', 'cancel')),
  release_price bigint not null default 0 check (release_price >= 0),
  release_client_fee bigint not null default 0 check (release_client_fee >= 0),
  release_creator_fee bigint not null default 0 check (release_creator_fee >= 0),
  refund_price bigint not null default 0 check (refund_price >= 0),
  refund_client_fee bigint not null default 0 check (refund_client_fee >= 0),
  refund_creator_fee bigint not null default 0 check (refund_creator_fee >= 0),
  primary key (settlement_id, milestone_id),
  check ((kind = 'cancel') = (release_price + refund_price = 0))
);
create index settlement_lines_by_milestone on settlement_lines (milestone_id);

-- One row for each part of an escrow that a settlement released.
create table milestone_releases (
  id uuid primary key,
  milestone_id uuid not null references milestones (id),
  settlement_id uuid not null references settlements (id),
  price bigint not null check (price > 0),
  client_fee bigint not null check (client_fee >= 0),
  creator_fee bigint not null check (creator_fee >= 0),
  released_at timestamptz not null,
  unique (settlement_id, milestone_id)
);
create index milestone_releases_by_milestone on milestone_releases (milestone_id, released_at);

-- A milestone may have several: one for each part that was released, with the id of that part.
alter table payout_delays alter column id drop expression;
create index payout_delays_by_milestone on payout_delays (milestone_id);

-- A released part has receipts of its own.
alter table receipts
  add column release_id uuid,
  drop constraint receipts_milestone_id_booking_id_refund_id_side_key,
  add unique nulls not distinct (milestone_id, booking_id, refund_id, release_id, side);
