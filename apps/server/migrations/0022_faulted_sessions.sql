-- Sessions that ended with a fault of ours in them, for an operator to decide. Owner: bookings.
alter table bookings add column attendance_unclear boolean not null default false;
drop index bookings_missed;
create index bookings_missed on bookings (starts_at, id)
  where state in ('no_show_client', 'no_show_creator', 'no_show_both')
    or (state = 'completed' and attendance_unclear and ended is null);
