-- Users, their sessions and credentials (the tables of Better Auth), headset pairing and step-up. Owner: accounts.

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
  -- SHA-256 of the token in the cookie.
  token_hash text not null unique,
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

-- Pairing of a headset by a short code.
create table pairings (
  id uuid primary key,
  -- A keyed hash: six digits alone could be guessed by trying them all.
  code_hash text not null check (code_hash ~ '^[0-9a-f]{64}$'),
  -- sha256 of the secret in the device's own cookie.
  cookie_hash text not null unique check (cookie_hash ~ '^[0-9a-f]{64}$'),
  match text not null check (match ~ '^\d{2}$'),
  user_agent text,
  ip_address text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- Who entered the code last and may approve.
  looked_up_by uuid references users (id),
  approved_by uuid references users (id),
  -- Used, refused, or given up.
  ended_at timestamptz
);
create unique index pairings_by_code on pairings (code_hash) where ended_at is null;
create index pairings_by_expiry on pairings (expires_at) where ended_at is null;

-- Recent re-authentications of a session (step-up).
create table step_ups (
  session_id uuid primary key references sessions (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  -- sha256 of the session's cookie, base64url, as in the token that belongs to it.
  cookie_hash text not null,
  method text not null check (method in ('password', 'demo')),
  expires_at timestamptz not null
);
create index step_ups_by_user on step_ups (user_id);
