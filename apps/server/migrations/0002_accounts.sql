-- People, and what Better Auth keeps beside them.

create table users (
  id uuid primary key,
  name text not null,
  first_name text not null,
  email text not null unique check (email = lower(email)),
  email_verified boolean not null default false,
  role text not null default 'client' check (role in ('client', 'creator', 'admin')),
  avatar_file uuid,
  time_zone text not null default 'UTC',
  language text not null default 'en',
  theme text not null default 'system' check (theme in ('system', 'daylight', 'dusk')),
  is_admin boolean not null default false,
  demo_description text,
  terms_version integer not null,
  terms_at timestamptz not null,
  last_login_at timestamptz,
  closed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table sessions (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index sessions_of_user on sessions (user_id);

create table credentials (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  account_id text not null,
  provider_id text not null,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider_id, account_id)
);
create index credentials_of_user on credentials (user_id);

create table verifications (
  id uuid primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index verifications_by_identifier on verifications (identifier);

create table signing_keys (
  id uuid primary key,
  public_key text not null,
  private_key text not null,
  alg text,
  crv text,
  created_at timestamptz not null,
  expires_at timestamptz
);
