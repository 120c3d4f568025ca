-- Change orders: the two sides of a commission change its contract together.

-- The limits in force are the milestone's own, as its other terms are: a change order may add and drop milestones, so
-- that a position in the contract no longer finds them.
alter table milestones add column limits jsonb;
update milestones m
set limits = nullif(o.content -> 'milestones' -> (m.number - 1) -> 'limits', 'null')
from commissions c join offer_versions o on o.id = c.accepted_offer_id
where c.id = m.commission_id;

-- A proposal of one side, whose terms never change. Owner: commissions.
create table change_orders (
  id uuid primary key,
  commission_id uuid not null references commissions (id),
  -- Counts from 1 in its commission.
  number integer not null check (number > 0),
  by_side text not null check (by_side in ('client', 'creator')),
  author_id uuid not null references users (id),
  state text not null check (state in ('open', 'accepted', 'declined', 'countered', 'withdrawn', 'expired', 'outdated')),
  version integer not null default 1,
  -- The contract in force when it was proposed, and the whole contract as it will be, at the same rates.
  before jsonb not null,
  content jsonb not null,
  rates jsonb not null,
  -- sha256 of the canonical text of the content, which the other side signs.
  hash text not null,
  reason text not null check (reason <> ''),
  -- Why the other side declined it.
  answer text not null default '',
  -- The change order that this one counters.
  former_id uuid references change_orders (id),
  expires_at timestamptz not null,
  created_at timestamptz not null,
  ended_at timestamptz,
  unique (commission_id, number),
  check ((state = 'open') = (ended_at is null))
);
create unique index change_orders_one_open on change_orders (commission_id) where state = 'open';

-- What becomes of each milestone of the contract, in its order. Those that stay are the first of the content.
create table change_order_lines (
  change_order_id uuid not null references change_orders (id),
  milestone_id uuid not null references milestones (id),
  position integer not null,
  milestone_version integer not null,
  kind text not null check (kind in ('keep', 'change', 'drop')),
  primary key (change_order_id, milestone_id)
);
create index change_order_lines_by_milestone on change_order_lines (milestone_id);
