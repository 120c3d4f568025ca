-- Uploads, what they become, and what is made of them. Owner: works.
create table assets (
  id uuid primary key,
  owner_id uuid not null references users (id),
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
  converter_crashes integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((state = 'refused') = (refusal_code is not null)),
  check (state <> 'ready' or sha256 is not null)
);
create index assets_by_owner on assets (owner_id, id desc);
create index assets_by_hash on assets (sha256) where sha256 is not null;

-- One row for equal bytes, however often they were uploaded. Written once, when everything made of them is stored.
create table asset_sources (
  sha256 text primary key check (sha256 ~ '^[0-9a-f]{64}$'),
  kind text not null check (kind in ('model', 'image', 'video', 'document', 'archive')),
  mime text not null,
  bytes bigint not null,
  facts jsonb,
  headset_rating jsonb,
  -- Bytes of each derivative; null where there is none.
  model_bytes bigint,
  headset_bytes bigint,
  thumbnail_bytes bigint,
  parts_bytes bigint,
  compressed_bytes bigint,
  created_at timestamptz not null,
  check ((kind = 'model') = (facts is not null))
);
alter table assets add foreign key (sha256) references asset_sources (sha256);

-- Works of a delivered version. Owner: commissions.
create table deliverable_assets (
  deliverable_id uuid not null references deliverables (id),
  position integer not null,
  asset_id uuid not null references assets (id),
  primary key (deliverable_id, position)
);
create index deliverable_assets_by_asset on deliverable_assets (asset_id);
create trigger deliverable_assets_immutable before update or delete on deliverable_assets
  for each row execute function refuse_rewrite();

-- Works shown with a message. Owner: conversations.
create table message_attachments (
  message_id uuid not null references messages (id),
  position integer not null,
  asset_id uuid not null references assets (id),
  primary key (message_id, position)
);
create index message_attachments_by_asset on message_attachments (asset_id);
-- What the message shows of them, so that reading messages asks for nothing else.
alter table messages add column attachments jsonb;

-- A piece of a portfolio may open in three dimensions. Owner: talent.
alter table portfolio_items add column asset_id uuid references assets (id);
create index portfolio_items_by_asset on portfolio_items (asset_id) where asset_id is not null;

-- What was delivered stays what it was.
create function refuse_delivered_asset_change() returns trigger language plpgsql as $$
begin
  if exists (select from deliverable_assets where asset_id = old.id)
    and (new.sha256, new.name, new.state, new.owner_id) is distinct from (old.sha256, old.name, old.state, old.owner_id) then
    raise exception 'a delivered asset is immutable' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger assets_delivered_stay before update on assets
  for each row execute function refuse_delivered_asset_change();
