-- Finds what users were sent about a sender, also when the notification is gone, so that an erasure reads no other row.
-- Owner: events.
create index stream_events_by_sender on stream_events ((payload #>> '{sender,id}'))
  where stream_kind = 'user' and payload #>> '{sender,id}' is not null;
