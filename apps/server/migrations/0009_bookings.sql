-- Hourly services, availability, bookings and calendar feeds. Owner: bookings.
create extension if not exists btree_gist;

create table hourly_services (
  id uuid primary key,
  creator_id uuid not null references users (id),
  position integer not null,
  title text not null,
  description text not null,
  price bigint check (price > 0),
  currency text check (currency ~ '^[A-Z]{3}$'),
  minutes integer not null check (minutes between 5 and 480),
  buffer_before integer not null check (buffer_before >= 0),
  buffer_after integer not null check (buffer_after >= 0),
  notice_minutes integer not null check (notice_minutes >= 0),
  horizon_days integer not null check (horizon_days between 1 and 365),
  increment_minutes integer not null check (increment_minutes >= 5),
  per_day integer check (per_day > 0),
  per_week integer check (per_week > 0),
  confirmation text not null check (confirmation in ('instant', 'manual')),
  policy jsonb not null,
  created_at timestamptz not null,
  removed_at timestamptz,
  check ((price is null) = (currency is null))
);
create index hourly_services_by_creator on hourly_services (creator_id, position) where removed_at is null;

create table schedules (
  user_id uuid primary key references users (id),
  time_zone text not null,
  weekly jsonb not null,
  overrides jsonb not null,
  absences jsonb not null,
  travels jsonb not null,
  version integer not null,
  updated_at timestamptz not null
);

create table bookings (
  -- The id of the reservation, kept for the booking's whole life.
  id uuid primary key,
  service_id uuid not null references hourly_services (id),
  creator_id uuid not null references users (id),
  client_id uuid not null references users (id),
  -- The terms agreed when it was booked.
  terms jsonb not null,
  creator_zone text not null,
  client_zone text not null,
  note text not null,
  state text not null check (state in ('reserved', 'requested', 'confirmed', 'in_session', 'completed', 'no_show_client',
    'no_show_creator', 'no_show_both', 'declined', 'expired', 'withdrawn', 'cancelled')),
  version integer not null,
  -- Of the calendar entry.
  sequence integer not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  expires_at timestamptz,
  attempt jsonb,
  paid_charge_id uuid,
  proposal jsonb,
  end_agreed_by text check (end_agreed_by in ('client', 'creator')),
  refunded bigint check (refunded >= 0),
  settled boolean not null,
  frozen boolean not null,
  room_fault boolean not null default false,
  -- A fault of ours fell into the session: an admin decides about attendance.
  attendance_unclear boolean not null default false,
  ended jsonb,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (client_id <> creator_id),
  check (starts_at < ends_at)
);
create unique index one_live_reservation on bookings (client_id, creator_id) where state = 'reserved';
create index bookings_by_client on bookings (client_id, starts_at, id);
create index bookings_by_creator on bookings (creator_id, starts_at, id);
create index bookings_by_service on bookings (service_id, starts_at);
-- What an admin may still overturn.
create index bookings_missed on bookings (starts_at, id)
  where state in ('no_show_client', 'no_show_creator', 'no_show_both')
    or (state = 'completed' and attendance_unclear and ended is null);

-- The time of each user that is taken. A creator's rows carry the buffers. Every writer takes the advisory locks of both users first
-- (see booking-locks.ts), so that the constraint never decides and no two writers deadlock.
create table occupancy (
  booking_id uuid not null references bookings (id),
  user_id uuid not null references users (id),
  blocked tstzrange not null check (not isempty(blocked) and lower_inc(blocked) and not upper_inc(blocked)),
  -- No longer blocks from then on.
  expires_at timestamptz,
  primary key (booking_id, user_id),
  exclude using gist (user_id with =, blocked with &&)
);

-- When each side was in the booking's room.
create table booking_presence (
  booking_id uuid not null references bookings (id),
  user_id uuid not null references users (id),
  entered_at timestamptz not null,
  left_at timestamptz check (left_at >= entered_at),
  primary key (booking_id, user_id, entered_at)
);

-- The time span with a bookable start within the next seven days, for search. Recomputed when anything changes it
-- and when it has passed, so about once a week for a creator whose availability does not change.
create table availability_index (
  creator_id uuid primary key references users (id),
  free_from timestamptz not null,
  free_until timestamptz not null
);
create index availability_index_by_time on availability_index (free_until, free_from, creator_id);

create table calendar_feeds (
  user_id uuid primary key references users (id),
  token_hash text not null unique,
  -- The token is derived from this and the installation's secret, so that its owner can see it again.
  nonce text not null,
  renewed_at timestamptz not null
);
