-- Chat. The order of events stands in streams and stream_events of the log; these are the projections. Owner: conversations.
create table conversations (
  id uuid primary key,
  kind text not null check (kind in ('direct', 'project')),
  project_id uuid unique,
  -- Both people's ids, sorted and joined: one direct conversation for two people.
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
  muted boolean not null default false,
  joined_at timestamptz not null,
  left_at timestamptz,
  primary key (conversation_id, user_id)
);
create index conversation_members_by_person on conversation_members (user_id) where left_at is null;

create table messages (
  id uuid primary key,
  conversation_id uuid not null references conversations (id),
  seq bigint not null,
  sender_id uuid not null references users (id),
  client_id uuid,
  -- sha256 of what was sent, so that a repetition with another body is distinguished from a true one.
  body_hash text not null,
  text text not null,
  reply_to uuid,
  created_at timestamptz not null,
  edited_at timestamptz,
  deleted_at timestamptz,
  search tsvector generated always as (to_tsvector('simple', text)) stored,
  unique (conversation_id, seq),
  unique (sender_id, client_id)
);
-- Unread counts walk from a read cursor on; deleted messages count for nobody.
create index messages_standing on messages (conversation_id, seq) include (sender_id) where deleted_at is null;
create index messages_by_search on messages using gin (search);
create index messages_by_trigram on messages using gin (text gin_trgm_ops);
create table message_edits (
  message_id uuid not null references messages (id),
  -- Of the edit in the conversation's log.
  seq bigint not null,
  edited_at timestamptz not null,
  previous_text text not null,
  primary key (message_id, seq)
);
