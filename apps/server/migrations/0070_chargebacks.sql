-- Chargebacks end: the client's bank decides, and a milestone lost before its release is charged back.
do $$
declare former text;
begin
  select pg_get_expr(conbin, conrelid) into strict former
    from pg_constraint where conrelid = 'milestones'::regclass and conname = 'milestones_state_check';
  alter table milestones drop constraint milestones_state_check;
  execute format('alter table milestones add constraint milestones_state_check check (%s or state = ''charged_back'')', former);
end $$;

alter table refunds
  drop constraint refunds_state_check,
  -- charged_back: the client's bank paid it, by a chargeback of the whole charge.
  add constraint refunds_state_check check (state in ('requested', 'paid', 'failed', 'charged_back'));

-- A charge that the client's bank took back. Owner: payments.
create table chargebacks (
  charge_id uuid primary key references charges (id),
  -- What the charge paid for; neither for money that was never applied.
  milestone_id uuid references milestones (id),
  booking_id uuid references bookings (id),
  client_id uuid not null references users (id),
  creator_id uuid not null references users (id),
  amount bigint not null check (amount > 0),
  -- What the provider takes for it, won or lost.
  fee bigint not null check (fee >= 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  state text not null check (state in ('open', 'won', 'lost')),
  -- Until when the provider takes evidence; null where it named no time.
  evidence_due_at timestamptz,
  opened_at timestamptz not null,
  decided_at timestamptz,
  check (num_nonnulls(milestone_id, booking_id) <= 1),
  check ((state = 'open') = (decided_at is null))
);
create index chargebacks_by_milestone on chargebacks (milestone_id) where milestone_id is not null;
create index chargebacks_by_booking on chargebacks (booking_id) where booking_id is not null;
create index chargebacks_open on chargebacks (opened_at) where state = 'open';

-- Those that are open already.
insert into chargebacks (charge_id, milestone_id, booking_id, client_id, creator_id, amount, fee, currency, state, opened_at)
select c.id, case when funded then c.milestone_id end, case when funded then c.booking_id end, c.client_id,
  coalesce(m.creator_id, b.creator_id), e.amount, e.fee, t.currency, 'open', t.at
from ledger_transactions t
join charges c on t.cause = 'chargeback:' || c.id
left join milestones m on m.id = c.milestone_id
left join bookings b on b.id = c.booking_id
cross join lateral (
  select exists (select from ledger_transactions f where f.cause = 'fund:' || c.id) as funded
) as applied
cross join lateral (
  select coalesce(sum(debit) filter (where account = 'chargeback_receivable'), 0) as amount,
    coalesce(sum(debit) filter (where account = 'dispute_fee'), 0) as fee
  from ledger_entries where transaction_id = t.id
) as e
where t.kind = 'chargeback_open' and e.amount > 0;
update milestones m set frozen = true
from chargebacks b where b.milestone_id = m.id and not m.frozen;

-- What comes back from a creator's account at the provider, of one transfer to it. Owner: payments.
create table transfer_reversals (
  id uuid primary key,
  transfer_id uuid not null references payout_delays (id),
  -- The id by which the books have it: of a charge that was charged back, or of a refund after release.
  reference uuid not null,
  amount bigint not null check (amount > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  requested_at timestamptz not null,
  -- When the provider did it.
  reversed_at timestamptz
);
create index transfer_reversals_by_transfer on transfer_reversals (transfer_id);

-- What a creator gives back of a released milestone.
alter table milestone_refunds
  drop constraint milestone_refunds_cause_check,
  add constraint milestone_refunds_cause_check
    check (cause in ('creator', 'claim', 'escrow-limit', 'settlement', 'dispute', 'after-release'));
