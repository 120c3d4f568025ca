-- The browsers that a user's notifications are pushed to. Each belongs to a session and goes with it. Owner: notifications.
create table push_subscriptions (
  id uuid primary key,
  user_id uuid not null references users (id),
  session_id uuid not null references sessions (id) on delete cascade,
  -- The address at the browser's push service. With it and our key one can push to the device.
  endpoint text not null unique check (length(endpoint) <= 1000),
  -- What a push is encrypted with, in base64url: the browser's public key, and a secret.
  p256dh text not null,
  auth text not null,
  user_agent text,
  created_at timestamptz not null,
  -- When its push service last accepted a push.
  last_accepted_at timestamptz
);
create index push_subscriptions_by_user on push_subscriptions (user_id);
create index push_subscriptions_by_session on push_subscriptions (session_id);

-- When a push service last accepted a push of the notification; null while none has.
alter table notifications add column pushed_at timestamptz;
