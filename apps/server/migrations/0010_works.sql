-- Uploads, what they become, and what is made of them. Owner: works.
create table works (
  id uuid primary key,
  owner_id uuid not null references people (id),
  name text not null,
  purpose text not null check (purpose in ('chat', 'project', 'profile')),
  state text not null check (state in ('uploading', 'waiting', 'checking', 'optimising', 'ready', 'refused')),
  progress real not null default 0 check (progress between 0 and 1),
  refusal_code text,
  refusal_detail jsonb,
  bytes bigint not null check (bytes > 0),
  -- What the uploader says it is; the file is refused when it is something else.
  expected_sha256 text check (expected_sha256 ~ '^[0-9a-f]{64}$'),
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  -- How often the worker fell over it.
  falls integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((state = 'refused') = (refusal_code is not null)),
  check (state <> 'ready' or sha256 is not null)
);
create index works_by_owner on works (owner_id, id desc);
create index works_by_hash on works (sha256) where sha256 is not null;

-- One row for equal bytes, however often they were uploaded. Written once, when everything made of them is stored.
create table originals (
  sha256 text primary key check (sha256 ~ '^[0-9a-f]{64}$'),
  kind text not null check (kind in ('model', 'picture', 'video', 'document', 'archive')),
  mime text not null,
  bytes bigint not null,
  facts jsonb,
  gate jsonb,
  -- Bytes of each derivative; null where there is none.
  model_bytes bigint,
  headset_bytes bigint,
  thumbnail_bytes bigint,
  parts_bytes bigint,
  compressed_bytes bigint,
  created_at timestamptz not null,
  check ((kind = 'model') = (facts is not null))
);
alter table works add foreign key (sha256) references originals (sha256);

-- Works of a delivered version. Owner: commissions.
create table deliverable_works (
  deliverable_id uuid not null references deliverables (id),
  position integer not null,
  work_id uuid not null references works (id),
  primary key (deliverable_id, position)
);
create index deliverable_works_by_work on deliverable_works (work_id);
create trigger deliverable_works_immutable before update or delete on deliverable_works
  for each row execute function refuse_rewrite();

-- Works shown with a message. Owner: conversations.
create table message_works (
  message_id uuid not null references messages (id),
  position integer not null,
  work_id uuid not null references works (id),
  primary key (message_id, position)
);
create index message_works_by_work on message_works (work_id);
-- What the message shows of them, so that reading messages asks for nothing else.
alter table messages add column attachments jsonb;

-- A piece of a portfolio may open in three dimensions. Owner: talent.
alter table portfolio_pieces add column work_id uuid references works (id);
create index portfolio_pieces_by_work on portfolio_pieces (work_id) where work_id is not null;

-- What was delivered stays what it was.
create function keep_delivered_work() returns trigger language plpgsql as $$
begin
  if exists (select from deliverable_works where work_id = old.id)
    and (new.sha256, new.name, new.state, new.owner_id) is distinct from (old.sha256, old.name, old.state, old.owner_id) then
    raise exception 'a delivered work is immutable' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger works_delivered_stay before update on works
  for each row execute function keep_delivered_work();
