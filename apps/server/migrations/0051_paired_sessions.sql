-- A session that was opened by a pairing ends no later than the one that approved it. Owner: accounts.

-- When the user proved who they are, from which the absolute limit counts.
alter table sessions add column authenticated_at timestamptz;
update sessions set authenticated_at = created_at;
alter table sessions
  alter column authenticated_at set not null,
  alter column authenticated_at set default now();

-- A pairing goes with the session that approved it. Those that are approved and not yet fetched need a new code.
alter table pairings add column approving_session_id uuid references sessions (id) on delete cascade;
create index pairings_by_approving_session on pairings (approving_session_id) where approving_session_id is not null;
