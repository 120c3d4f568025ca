-- Support tickets. Owner: support.
create table support_tickets (
  id uuid primary key,
  user_id uuid references users (id),
  email text not null,
  message text not null,
  state text not null default 'open' check (state in ('open', 'answered', 'closed')),
  created_at timestamptz not null
);
