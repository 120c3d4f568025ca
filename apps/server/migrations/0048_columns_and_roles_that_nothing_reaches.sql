-- Drops what no code reads: the completion time of a commission, which its history has, and the decision for push
-- notifications, of which none was ever sent. A version that still writes them has to be stopped before this one starts
-- (decision 034). Owners: commissions, notifications.
alter table commissions drop column completed_at;

update notifications
set routing = jsonb_path_query_array(routing, '$[*] ? (@.channel <> "push")')
where routing @> '[{"channel": "push"}]';
