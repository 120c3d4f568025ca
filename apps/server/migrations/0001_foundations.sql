-- What every feature stands on: settings, log, streams, timers, idempotent answers, audit, files, ledger.

create table settings (
  key text primary key,
  value jsonb not null
);

-- The log: one row for audit, reactions and activity. Readers go by (xid, position) and stop below the oldest
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

-- Sequenced logs: one for each conversation and each person.
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

-- Timers on the product's clock. retry_at is on the machine's clock.
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

create table stored_files (
  id uuid primary key,
  owner_id uuid not null,
  sha256 text not null,
  mime text not null,
  bytes bigint not null,
  width integer not null,
  height integer not null,
  name text not null,
  created_at timestamptz not null
);
create index stored_files_of_owner on stored_files (owner_id, created_at desc);

-- The ledger: double entry, append-only, integer minor units.
create table ledger_transactions (
  id uuid primary key,
  cause text not null unique,
  kind text not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  at timestamptz not null,
  memo text,
  project_id uuid,
  milestone_id uuid,
  client_id uuid,
  creator_id uuid,
  unique (id, currency)
);
create index ledger_transactions_of_milestone on ledger_transactions (milestone_id, at) where milestone_id is not null;
create index ledger_transactions_of_project on ledger_transactions (project_id, at) where project_id is not null;
create index ledger_transactions_of_client on ledger_transactions (client_id, at desc) where client_id is not null;
create index ledger_transactions_of_creator on ledger_transactions (creator_id, at desc) where creator_id is not null;

create table ledger_entries (
  transaction_id uuid not null,
  line integer not null,
  account text not null check (account ~ '^[a-z_]+(:[0-9a-f-]{36})?$'),
  currency text not null,
  debit bigint not null default 0 check (debit >= 0 and debit <= 9007199254740991),
  credit bigint not null default 0 check (credit >= 0 and credit <= 9007199254740991),
  primary key (transaction_id, line),
  foreign key (transaction_id, currency) references ledger_transactions (id, currency),
  check ((debit > 0) <> (credit > 0))
);
create index ledger_entries_of_account on ledger_entries (account, currency) include (debit, credit);

create function ledger_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only' using errcode = 'restrict_violation';
end $$;
create trigger ledger_transactions_append_only before update or delete or truncate on ledger_transactions
  for each statement execute function ledger_is_append_only();
create trigger ledger_entries_append_only before update or delete or truncate on ledger_entries
  for each statement execute function ledger_is_append_only();

-- Looked at when the transaction commits: its debits equal its credits, and there are at least two lines. No line can
-- join a transaction of an earlier commit without breaking its balance.
create function ledger_is_balanced() returns trigger language plpgsql as $$
declare
  lines bigint;
  difference numeric;
begin
  select count(*), coalesce(sum(debit), 0) - coalesce(sum(credit), 0) into lines, difference
    from ledger_entries where transaction_id = new.id;
  if lines < 2 or difference <> 0 then
    raise exception 'ledger transaction % is not balanced', new.id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create function ledger_entry_is_balanced() returns trigger language plpgsql as $$
declare
  difference numeric;
begin
  select coalesce(sum(debit), 0) - coalesce(sum(credit), 0) into difference
    from ledger_entries where transaction_id = new.transaction_id;
  if difference <> 0 then
    raise exception 'ledger transaction % is not balanced', new.transaction_id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger ledger_transactions_balanced after insert on ledger_transactions
  deferrable initially deferred for each row execute function ledger_is_balanced();
create constraint trigger ledger_entries_balanced after insert on ledger_entries
  deferrable initially deferred for each row execute function ledger_entry_is_balanced();
