-- The ledger: double entry, append-only, integer minor units. Owner: platform/ledger.
create table ledger_transactions (
  id uuid primary key,
  cause text not null unique,
  kind text not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  at timestamptz not null,
  project_id uuid,
  milestone_id uuid,
  booking_id uuid,
  client_id uuid,
  creator_id uuid,
  unique (id, currency)
);
create index ledger_transactions_of_milestone on ledger_transactions (milestone_id, at) where milestone_id is not null;
create index ledger_transactions_of_booking on ledger_transactions (booking_id, at) where booking_id is not null;
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

-- Checked when the transaction commits: its debits equal its credits, and there are at least two lines. No line can
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
