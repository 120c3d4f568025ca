-- When creators can be booked in the next four weeks, for the search by hours. Each row is a run of starts, `step_minutes`
-- apart, at which a session of `minutes` can begin; notice and horizon are compared with the time of the search. Times are
-- whole minutes since 1970 in UTC, because a search computes with many of them.
-- Recomputed when anything changes it, and once a day. Owner: bookings.
create table free_times (
  creator_id uuid not null references users (id),
  service_id uuid not null references hourly_services (id),
  first_start integer not null,
  last_start integer not null,
  step_minutes integer not null check (step_minutes > 0),
  minutes integer not null,
  notice_minutes integer not null,
  horizon_days integer not null,
  primary key (service_id, first_start),
  check (first_start <= last_start)
);
create index free_times_by_creator on free_times (creator_id);
create index free_times_by_time on free_times using gist (int4range(first_start, last_start, '[]'));

-- The timers that keep `availability_index` up to date also fill this table.
update timers set at = least(at, now()) where kind = 'bookings.availability-window';
