-- A copy of a user's data: one at a time for each user, in the storage under `exports/<id>` while it is ready.
create table data_exports (
  id uuid primary key,
  user_id uuid not null unique references users (id) on delete cascade,
  state text not null check (state in ('collecting', 'ready', 'failed')),
  -- Of the collection, in percent.
  progress integer not null default 0 check (progress between 0 and 100),
  bytes bigint check (bytes > 0),
  requested_at timestamptz not null,
  finished_at timestamptz,
  -- When the copy is deleted.
  expires_at timestamptz,
  check ((state = 'ready') = (bytes is not null and finished_at is not null and expires_at is not null))
);
