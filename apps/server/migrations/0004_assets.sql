-- Stored files, uploads and what they are converted to. Owner: platform/assets.
-- Of a stored image, sha256, mime and bytes are the original's, which is kept unchanged beside its preview.
create table stored_files (
  id uuid primary key,
  owner_id uuid not null,
  sha256 text not null,
  mime text not null check (mime in ('image/png', 'image/jpeg', 'image/webp')),
  bytes bigint not null,
  width integer not null,
  height integer not null,
  name text not null,
  created_at timestamptz not null
);
create index stored_files_of_owner on stored_files (owner_id, created_at desc);
create index stored_files_by_hash on stored_files (sha256);

-- One row for equal bytes, however often they were uploaded. Written once, when every derivative is stored.
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

create table assets (
  id uuid primary key,
  owner_id uuid not null references users (id),
  name text not null,
  purpose text not null check (purpose in ('chat', 'project', 'profile', 'image')),
  state text not null check (state in ('uploading', 'waiting', 'checking', 'optimising', 'ready', 'refused')),
  progress real not null default 0 check (progress between 0 and 1),
  refusal_code text,
  refusal_detail jsonb,
  bytes bigint not null check (bytes > 0),
  -- What the uploader says it is; the file is refused when it is something else.
  expected_sha256 text check (expected_sha256 ~ '^[0-9a-f]{64}$'),
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$') references asset_sources (sha256),
  -- How often the converter crashed on it.
  converter_crashes integer not null default 0,
  -- Raised with every other state.
  version integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((state = 'refused') = (refusal_code is not null)),
  check (state <> 'ready' or sha256 is not null)
);
create index assets_by_owner on assets (owner_id, id desc);
create index assets_by_hash on assets (sha256) where sha256 is not null;
