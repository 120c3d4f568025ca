-- Due dates with their steps, the client's right to a refund, the end of the time in escrow, and added review rounds.
alter table milestones
  add column funded_at timestamptz,
  add column first_submitted_at timestamptz,
  -- The last step of the due clock that was recorded for the current due date.
  add column due_step text check (due_step in ('reminded', 'overdue', 'right-began')),
  -- The open request of the creator for a later due date.
  add column extension_due_at timestamptz,
  add column extension_reason text,
  add column extension_requested_at timestamptz,
  add column notice_ends_at timestamptz,
  add column extra_rounds integer not null default 0 check (extra_rounds >= 0),
  add column round_requested boolean not null default false,
  add check (num_nulls(extension_due_at, extension_reason, extension_requested_at) in (0, 3));

update milestones m set
  funded_at = (select min(h.at) from milestone_history h where h.milestone_id = m.id and h.state = 'funded'),
  first_submitted_at = (select min(h.at) from milestone_history h where h.milestone_id = m.id and h.state = 'submitted');

-- The clocks of the milestones that are funded. A timer that comes too early schedules itself again.
insert into timers (key, kind, subject_kind, subject_id, at, data)
select clock.kind || ':' || m.id, clock.kind, 'milestone', m.id, clock.at, '{}'
from milestones m
cross join lateral (values
  ('milestone.due-date', m.due_at - interval '2 days'),
  ('milestone.escrow-end', m.funded_at + interval '68 days')
) as clock (kind, at)
where m.state in ('funded', 'in_progress', 'submitted', 'changes_requested') and m.funded_at is not null;

-- Why the money goes back: the creator gives it, the client claims it, its time in escrow is over, or both agreed on it.
alter table milestone_refunds
  add column cause text not null default 'creator' check (cause in ('creator', 'claim', 'escrow-limit', 'settlement'));
