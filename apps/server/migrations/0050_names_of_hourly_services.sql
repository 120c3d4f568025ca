-- Hourly services carry their units, here and in the terms that bookings agreed to, and their event has the name of the
-- thing. The socket's event about a changed week is that of the schedule. Owner: features/bookings.

alter table hourly_services rename column buffer_before to buffer_before_minutes;
alter table hourly_services rename column buffer_after to buffer_after_minutes;
alter table hourly_services rename column per_day to max_per_day;
alter table hourly_services rename column per_week to max_per_week;
alter table hourly_services rename constraint hourly_services_buffer_before_check to hourly_services_buffer_before_minutes_check;
alter table hourly_services rename constraint hourly_services_buffer_after_check to hourly_services_buffer_after_minutes_check;
alter table hourly_services rename constraint hourly_services_per_day_check to hourly_services_max_per_day_check;
alter table hourly_services rename constraint hourly_services_per_week_check to hourly_services_max_per_week_check;

update bookings
set terms = terms - '{bufferBefore,bufferAfter}'::text[] || jsonb_build_object(
  'bufferBeforeMinutes', terms -> 'bufferBefore', 'bufferAfterMinutes', terms -> 'bufferAfter');

update events set type = 'hourly-service.changed' where type = 'service.changed';
update stream_events set name = 'schedule:changed' where name = 'availability:changed';
update handler_cursors set handler = 'bookings-publish-schedule-change'
where handler = 'bookings-publish-availability-change';
update handled_events set handler = 'bookings-publish-schedule-change'
where handler = 'bookings-publish-availability-change';
update event_dead_letters set handler = 'bookings-publish-schedule-change'
where handler = 'bookings-publish-availability-change';
