-- A proposal of one member to complete a project at once, which everyone else who has a part in its work consents to.
-- Owner: commissions.
create table project_proposals (
  id uuid primary key,
  project_id uuid not null references projects (id),
  author_id uuid not null references users (id),
  state text not null check (state in ('open', 'accepted', 'declined', 'withdrawn', 'outdated')),
  version integer not null default 1,
  -- Why it was declined, and who did.
  answer text not null default '',
  declined_by uuid references users (id),
  created_at timestamptz not null,
  ended_at timestamptz,
  check ((state = 'open') = (ended_at is null)),
  check ((state = 'declined') = (declined_by is not null))
);
create unique index project_proposals_one_open on project_proposals (project_id) where state = 'open';
create index project_proposals_by_project on project_proposals (project_id, created_at desc);

-- Those whom a proposal asks, and when they agreed.
create table project_proposal_consents (
  proposal_id uuid not null references project_proposals (id),
  user_id uuid not null references users (id),
  consented_at timestamptz,
  primary key (proposal_id, user_id)
);

-- The project from whose page a session was booked, of which both its users are members.
alter table bookings add column project_id uuid references projects (id);
create index bookings_by_project on bookings (project_id) where project_id is not null;
