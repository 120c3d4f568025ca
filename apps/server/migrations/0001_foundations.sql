-- The foundations of every feature. Owner: platform.

create table settings (
  key text primary key,
  value jsonb not null
);

-- The outbox: one row per domain event, read by handlers, the audit and the activity list. Readers go by (xid, position) and stop below the oldest
-- transaction that still runs, so that a late commit is never skipped.
create table events (
  id uuid primary key,
  position bigint generated always as identity,
  xid xid8 not null default pg_current_xact_id(),
  type text not null,
  subject_kind text not null,
  subject_id text not null,
  project_id uuid,
  actor_id uuid,
  at timestamptz not null,
  data jsonb not null
);
create index events_in_order on events (xid, position);
create index events_of_subject on events (subject_kind, subject_id, position desc);
create index events_of_project on events (project_id, position desc) where project_id is not null;

create table handler_cursors (
  handler text primary key,
  xid xid8 not null,
  position bigint not null
);
create table handled_events (
  handler text not null,
  event_id uuid not null references events (id),
  at timestamptz not null default now(),
  primary key (handler, event_id)
);
create table event_dead_letters (
  handler text not null,
  event_id uuid not null references events (id),
  tries integer not null,
  error text not null,
  at timestamptz not null default now(),
  primary key (handler, event_id)
);

-- Sequenced streams: one for each conversation and each user.
create table streams (
  kind text not null,
  id uuid not null,
  last_seq bigint not null,
  primary key (kind, id)
) with (fillfactor = 70);
create table stream_events (
  stream_kind text not null,
  stream_id uuid not null,
  seq bigint not null,
  name text not null,
  payload jsonb not null,
  at timestamptz not null default now(),
  primary key (stream_kind, stream_id, seq)
);

-- Timers on the product's clock; retry_at is on the machine's clock.
create table timers (
  key text primary key,
  kind text not null,
  subject_kind text not null,
  subject_id text not null,
  at timestamptz not null,
  data jsonb not null default '{}',
  tries integer not null default 0,
  retry_at timestamptz,
  error text
);
create index timers_by_time on timers (at);
create index timers_of_subject on timers (subject_kind, subject_id);
create table timer_dead_letters (
  key text primary key,
  kind text not null,
  subject_kind text not null,
  subject_id text not null,
  at timestamptz not null,
  data jsonb not null,
  tries integer not null,
  error text not null,
  failed_at timestamptz not null default now()
);

create table idempotency_keys (
  user_id uuid not null,
  key text not null,
  route text not null,
  body_hash text not null,
  status integer,
  reply jsonb,
  at timestamptz not null default now(),
  primary key (user_id, key)
);

create table audit_log (
  id uuid primary key,
  action text not null,
  user_id uuid,
  actor_id uuid,
  ip_address text,
  user_agent text,
  request_id text,
  data jsonb not null default '{}',
  at timestamptz not null
);
create index audit_log_of_user on audit_log (user_id, at desc);

-- When the whole server was down for so long that no one could enter a room, on the product's clock.
create table outages (
  began_at timestamptz not null,
  ended_at timestamptz not null,
  check (began_at < ended_at)
);
create index outages_by_end on outages (ended_at);
