-- Browsers that an account has signed in with, known by a cookie, so that every other one is reported. Owner: accounts.

create table known_devices (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  -- sha256 of the token in the browser's cookie.
  token_hash text not null unique check (token_hash ~ '^[0-9a-f]{64}$'),
  last_used_at timestamptz not null
);
create index known_devices_by_user on known_devices (user_id);

-- The device of a session; null for sessions that began before devices were known.
alter table sessions add column device_id uuid references known_devices (id) on delete set null;
create index sessions_by_device on sessions (device_id) where device_id is not null;

-- The device whose sessions the link ends. Not a reference, because the link goes on working when the device is gone.
alter table one_time_links
  add column device_id uuid,
  add constraint one_time_links_device_check check (device_id is null or kind = 'session-refusal');
