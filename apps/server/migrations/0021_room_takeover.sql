-- What outlives the node that held a room. Owner: rooms.
-- Since when nobody knows of somebody inside: the node that held the room was last seen then. Null while it is known.
alter table room_visits add lost_at timestamptz check (lost_at >= came_at);
-- Whom a host has silenced, on all their devices and however often they come in.
create table room_silences (
  room_id uuid not null references rooms (id),
  person_id uuid not null references people (id),
  by_id uuid not null references people (id),
  at timestamptz not null,
  primary key (room_id, person_id)
);

-- When the node that holds a room last said so. Owner: live. By the database's own clock.
alter table room_leases add seen_at timestamptz not null default clock_timestamp();
