-- A change that came from a message of the project's chat says from which. Owner: commissions.
alter table change_items add column message_id uuid references messages (id);
