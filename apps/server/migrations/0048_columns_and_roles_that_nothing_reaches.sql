-- Drops what no code reads: the completion time of a commission, which the history of its milestones has, and the stored
-- decision for push notifications, of which none was ever sent. A project has no guests: nobody could invite one, so no
-- row has to go. A version that still writes the column has to be stopped before this one starts (decision 034).
-- Owners: commissions, notifications.
alter table commissions drop column completed_at;

alter table project_members
  drop constraint project_members_role_check,
  add constraint project_members_role_check check (role in ('client', 'creator', 'invited'));

update notifications
set routing = jsonb_path_query_array(routing, '$[*] ? (@.channel <> "push")')
where routing @> '[{"channel": "push"}]';
