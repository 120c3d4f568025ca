-- Details of events about accounts, and the notifications of them, are removed by their age. Owners: platform/events,
-- notifications.

create index account_details_by_age on events (at)
  where type like 'account.%' and data ?| array['device', 'name', 'last4', 'provider', 'left', 'endedSessions'];
create index account_notifications_by_age on notifications (created_at) where key like 'account.%';
