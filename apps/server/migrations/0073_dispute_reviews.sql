-- A decision of an admin takes effect later, and a second admin can review it.
alter table disputes
  add column decision_release bigint check (decision_release >= 0),
  add column decision_refund bigint check (decision_refund >= 0),
  add column decided_at timestamptz,
  -- Until then either side can ask for a review.
  add column review_until timestamptz,
  add column review_waived_by text[] not null default '{}' check (review_waived_by <@ array['client', 'creator']),
  add column review_by text check (review_by in ('client', 'creator')),
  -- Why that side asks for it; both sides and the admins read it.
  add column review_reason text not null default '',
  add column review_asked_at timestamptz,
  add column review_decide_by timestamptz,
  add column reviewed_by uuid references users (id),
  -- Why the second admin confirmed or replaced the decision; both sides read it.
  add column reviewed_reason text not null default '',
  drop constraint disputes_state_check,
  drop constraint disputes_check2,
  drop constraint disputes_check3;

-- Decisions of before took effect when they were made.
update disputes set decision_release = award_release, decision_refund = award_refund, decided_at = ended_at,
  review_until = ended_at where state = 'decided';

alter table disputes
  add constraint disputes_state_check check (state in ('open', 'mediation', 'deciding', 'reviewable', 'reviewing', 'decided',
    'settled', 'withdrawn', 'closed')),
  add constraint disputes_end_check
    check ((state in ('open', 'mediation', 'deciding', 'reviewable', 'reviewing')) = (ended_at is null)),
  add constraint disputes_decision_check
    check (num_nonnulls(decided_by, decision_release, decision_refund, decided_at, review_until) in (0, 5)),
  add check (decision_release + decision_refund <= amount),
  -- Both can settle what is decided, and a chargeback closes it.
  add check (case when state in ('reviewable', 'reviewing', 'decided') then decided_by is not null
    when state in ('open', 'mediation', 'deciding', 'withdrawn') then decided_by is null else true end),
  add constraint disputes_review_check check (num_nonnulls(review_by, review_asked_at, review_decide_by) in (0, 3)),
  add check (state <> 'reviewing' or review_by is not null),
  -- The review of the admin who decided would be none.
  add check (reviewed_by is null or (state = 'decided' and review_by is not null and reviewed_by <> decided_by));

-- Cases of queues that came after this table could not be taken.
alter table admin_assignments
  drop constraint admin_assignments_queue_check,
  add constraint admin_assignments_queue_check check (queue in ('tickets', 'disputes', 'refunds', 'chargebacks', 'reports',
    'no-shows', 'failed-work', 'confirmations'));

-- What an admin chose for themselves; without a row they get mails. Owner: admin.
create table admin_settings (
  admin_id uuid primary key references users (id),
  case_mails boolean not null
);

-- A decision above the limit waits for a second admin.
alter table disputes
  add column decision_confirmed_by uuid references users (id),
  add column pending_by uuid references users (id),
  add column pending_release bigint check (pending_release >= 0),
  add column pending_refund bigint check (pending_refund >= 0),
  add column pending_reason text not null default '',
  add column pending_at timestamptz,
  add column pending_expires_at timestamptz,
  add check (pending_release + pending_refund <= amount),
  add check (num_nonnulls(pending_by, pending_release, pending_refund, pending_at, pending_expires_at) in (0, 5)),
  add check (pending_by is null or state in ('deciding', 'reviewing')),
  add check (decision_confirmed_by is null or decision_confirmed_by <> decided_by),
  add check (reviewed_by is null or decision_confirmed_by is null or reviewed_by <> decision_confirmed_by);
