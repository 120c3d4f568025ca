-- What was called off before it was agreed was in nobody's calendar: its entry never grew. Owner: bookings.
update bookings b set sequence = 0
where b.state = 'cancelled' and b.sequence > 0 and not exists (
  select from events e where e.subject_kind = 'booking' and e.subject_id = b.id::text and e.type = 'booking.confirmed'
);
