-- Top-ups: what a client pays because a signed change order raises the price of a funded milestone. A milestone may then be
-- paid by several charges.

-- Owner: commissions.
create table top_ups (
  id uuid primary key,
  milestone_id uuid not null references milestones (id),
  change_order_id uuid not null references change_orders (id),
  state text not null check (state in ('waiting', 'paying', 'paid', 'expired', 'closed')),
  version integer not null default 1,
  -- The terms of the milestone once it is paid, as a milestone of a contract.
  terms jsonb not null,
  -- What the price rises by, and the client's fee on it, in minor units.
  price bigint not null check (price > 0),
  client_fee bigint not null check (client_fee >= 0),
  -- The running payment attempt.
  attempt_id uuid,
  attempt_expires_at timestamptz,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  ended_at timestamptz,
  check ((state = 'paying') = (attempt_id is not null)),
  check ((attempt_id is null) = (attempt_expires_at is null)),
  check ((state in ('waiting', 'paying')) = (ended_at is null))
);
create unique index top_ups_one_open on top_ups (milestone_id) where state in ('waiting', 'paying');
create index top_ups_by_milestone on top_ups (milestone_id);
create index top_ups_by_change_order on top_ups (change_order_id);

alter table change_order_lines
  drop constraint change_order_lines_kind_check,
  -- top-up: a funded milestone whose price rises, which changes once the difference is paid.
  add constraint change_order_lines_kind_check check (kind in ('keep', 'change', 'drop', 'top-up'));

-- The top-up that a charge pays; null for the first funding of a milestone.
alter table charges add column top_up_id uuid references top_ups (id);

-- How a refund is split over the charges of its milestone: the id of each charge and the amount, fee included.
alter table milestone_refunds add column parts jsonb not null default '[]';
alter table milestone_refunds
  drop constraint milestone_refunds_cause_check,
  -- chargeback: the client's bank took one of several charges back; nothing is left to pay.
  add constraint milestone_refunds_cause_check
    check (cause in ('creator', 'claim', 'escrow-limit', 'settlement', 'dispute', 'after-release', 'chargeback'));

-- The refund of a milestone that a payment belongs to: one for each charge that it goes back over.
alter table refunds add column milestone_refund_id uuid references milestone_refunds (id);
create index refunds_by_milestone_refund on refunds (milestone_refund_id) where milestone_refund_id is not null;
update refunds r set milestone_refund_id = r.id from milestone_refunds f where f.id = r.id;
-- Until now a milestone had one charge that was captured in time.
update milestone_refunds f
set parts = jsonb_build_array(jsonb_build_object('chargeId', c.id, 'amount', f.price + f.client_fee))
from charges c
where c.milestone_id = f.milestone_id
  and exists (select from ledger_transactions t where t.cause = 'fund:' || c.id);

-- What a chargeback froze of the books of its milestone or booking, in minor units: of one of several charges only its part.
alter table chargebacks
  add column escrow bigint not null default 0,
  add column deferred_fee bigint not null default 0,
  add column earnings bigint not null default 0,
  add column creator_fee bigint not null default 0,
  add column client_fee bigint not null default 0;
update chargebacks k
set escrow = held.escrow, deferred_fee = held.deferred_fee, earnings = held.earnings,
  creator_fee = held.creator_fee, client_fee = held.client_fee
from (
  select coalesce(t.milestone_id, t.booking_id) as subject,
    coalesce(sum(e.credit - e.debit) filter (where split_part(e.account, ':', 1) = 'escrow_frozen'), 0) as escrow,
    coalesce(sum(e.credit - e.debit) filter (where split_part(e.account, ':', 1) = 'fee_deferred'), 0) as deferred_fee,
    coalesce(sum(e.credit - e.debit) filter (where split_part(e.account, ':', 1) = 'creator_frozen'), 0) as earnings,
    coalesce(sum(e.credit - e.debit) filter (where split_part(e.account, ':', 1) = 'fee_creator'), 0) as creator_fee,
    coalesce(sum(e.credit - e.debit) filter (where split_part(e.account, ':', 1) = 'fee_client'), 0) as client_fee
  from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
  where coalesce(t.milestone_id, t.booking_id) is not null
  group by subject
) held
where k.state = 'open' and held.subject = coalesce(k.milestone_id, k.booking_id);

-- How many lost chargebacks the state of a milestone has taken in.
alter table milestones add column lost_charges integer not null default 0;
update milestones m set lost_charges = lost.count
from (select milestone_id, count(*)::int as count from chargebacks where state = 'lost' group by milestone_id) lost
where lost.milestone_id = m.id;
