-- Live rooms. A room has the id of its project or its booking. Owner: rooms.
create table rooms (
  id uuid primary key,
  project_id uuid references projects (id),
  booking_id uuid references bookings (id),
  -- sha256 of the token in the guest link.
  invite_hash text unique check (invite_hash ~ '^[0-9a-f]{64}$'),
  invite_expires_at timestamptz,
  created_at timestamptz not null,
  check (num_nonnulls(project_id, booking_id) = 1 and id = coalesce(project_id, booking_id)),
  check ((invite_hash is null) = (invite_expires_at is null))
);

-- Members besides the two parties, and who was made a host.
create table room_users (
  room_id uuid not null references rooms (id),
  user_id uuid not null references users (id),
  role text not null check (role in ('host', 'guest')),
  removed_at timestamptz,
  primary key (room_id, user_id)
);
create index room_users_by_user on room_users (user_id) where removed_at is null;

-- The shared state of a room; `value` is null once a record is removed, so that its version lives on.
create table room_records (
  room_id uuid not null references rooms (id),
  key text not null check (length(key) <= 60),
  version integer not null check (version > 0),
  value jsonb,
  updated_by_id uuid not null references users (id),
  updated_at timestamptz not null,
  primary key (room_id, key)
);

-- When each user was in the room, on any device; the rules of lateness and no-shows read it.
create table room_visits (
  id uuid primary key,
  room_id uuid not null references rooms (id),
  user_id uuid not null references users (id),
  entered_at timestamptz not null,
  left_at timestamptz,
  -- When the node with the room was last seen, if it was lost during the visit; null otherwise.
  node_lost_at timestamptz check (node_lost_at >= entered_at),
  check (left_at is null or left_at >= entered_at)
);
create unique index room_visits_open on room_visits (room_id, user_id) where left_at is null;

-- Users a host has muted, on all their devices and however often they enter.
create table room_silences (
  room_id uuid not null references rooms (id),
  user_id uuid not null references users (id),
  silenced_by_id uuid not null references users (id),
  silenced_at timestamptz not null,
  primary key (room_id, user_id)
);

-- The nodes that are up, and which of them holds which room. By the database's own clock.
create table nodes (
  id uuid primary key,
  -- Where the other nodes reach this one.
  address text not null,
  last_seen_at timestamptz not null
);
create table room_leases (
  room_id uuid primary key,
  node_id uuid not null,
  expires_at timestamptz not null,
  renewed_at timestamptz not null default clock_timestamp()
);
create index room_leases_by_node on room_leases (node_id);
