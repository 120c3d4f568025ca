-- What an operator may still overturn. Owner: bookings.
create index bookings_missed on bookings (starts_at, id)
  where state in ('no_show_client', 'no_show_creator', 'no_show_both');
