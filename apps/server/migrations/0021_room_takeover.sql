-- What outlives the node that held a room. Owner: rooms.
-- When the node with the room was last seen, if it was lost during the visit; null otherwise.
alter table room_visits add node_lost_at timestamptz check (node_lost_at >= entered_at);
-- Whom a host has silenced, on all their devices and however often they come in.
create table room_silences (
  room_id uuid not null references rooms (id),
  user_id uuid not null references users (id),
  silenced_by_id uuid not null references users (id),
  silenced_at timestamptz not null,
  primary key (room_id, user_id)
);

-- When the node that holds a room last said so. Owner: live. By the database's own clock.
alter table room_leases add renewed_at timestamptz not null default clock_timestamp();
