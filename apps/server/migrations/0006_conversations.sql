-- Chat. The order of messages and edits is in streams and stream_events; these are the projections. Owner: conversations.
create table conversations (
  id uuid primary key,
  kind text not null check (kind in ('direct', 'project')),
  project_id uuid unique,
  -- Both users' ids, sorted and joined: one direct conversation for each pair.
  direct_key text unique,
  -- Who opened a direct conversation; the other sees it from the first message on.
  opened_by uuid references users (id),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((kind = 'project') = (project_id is not null)),
  check ((kind = 'direct') = (direct_key is not null)),
  check ((kind = 'direct') = (opened_by is not null))
);
create table conversation_members (
  conversation_id uuid not null references conversations (id),
  user_id uuid not null references users (id),
  read_seq bigint not null default 0,
  joined_at timestamptz not null,
  left_at timestamptz,
  primary key (conversation_id, user_id)
);
create index conversation_members_by_user on conversation_members (user_id) where left_at is null;

create table messages (
  id uuid primary key,
  conversation_id uuid not null references conversations (id),
  seq bigint not null,
  sender_id uuid not null references users (id),
  client_id uuid,
  -- sha256 of what was sent: a retry has the same body; the same client_id with another body is refused.
  body_hash text not null,
  text text not null,
  reply_to uuid,
  -- What the message shows of its attachments, so that reading messages needs no join.
  attachments jsonb,
  created_at timestamptz not null,
  edited_at timestamptz,
  deleted_at timestamptz,
  search tsvector generated always as (to_tsvector('simple', text)) stored,
  unique (conversation_id, seq),
  unique (sender_id, client_id)
);
-- Unread counts start at a read cursor; deleted messages are not counted.
create index messages_not_deleted on messages (conversation_id, seq) include (sender_id) where deleted_at is null;
create index messages_by_search on messages using gin (search);
create index messages_by_trigram on messages using gin (text gin_trgm_ops);
create table message_edits (
  message_id uuid not null references messages (id),
  -- Of the edit, in the conversation's stream.
  seq bigint not null,
  edited_at timestamptz not null,
  previous_text text not null,
  primary key (message_id, seq)
);

create table message_attachments (
  message_id uuid not null references messages (id),
  position integer not null,
  asset_id uuid not null references assets (id),
  primary key (message_id, position)
);
create index message_attachments_by_asset on message_attachments (asset_id);
