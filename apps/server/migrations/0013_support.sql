-- Support tickets. Owner: support.
create table support_tickets (
  id uuid primary key,
  user_id uuid references users (id),
  email text not null,
  message text not null,
  created_at timestamptz not null
);
