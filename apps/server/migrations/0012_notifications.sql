-- Notifications and preferences of each user. Owner: notifications.
create table notifications (
  id uuid primary key,
  user_id uuid not null references users (id),
  -- One notification for one cause, however often a handler runs.
  dedupe_key text not null,
  type text not null,
  event_name text not null,
  priority text not null check (priority in ('urgent', 'high', 'medium', 'low')),
  -- Catalogue key and its parameters; the text is rendered in the reader's language when it is read.
  key text not null,
  params jsonb not null default '{}',
  data jsonb not null default '{}',
  sender_id uuid references users (id),
  project_id uuid,
  routing jsonb not null default '[]',
  created_at timestamptz not null,
  read_at timestamptz,
  deleted_at timestamptz,
  unique (user_id, dedupe_key)
);
create index notifications_by_user on notifications (user_id, created_at desc, id desc) where deleted_at is null;
create index notifications_unread on notifications (user_id) where read_at is null and deleted_at is null;

create table notification_preferences (
  user_id uuid primary key references users (id),
  preferences jsonb not null,
  version integer not null,
  updated_at timestamptz not null
);
