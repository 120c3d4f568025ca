-- Sign-in by a provider. An identity is a row of `credentials`: the provider and its subject. Owner: accounts.

-- One identity of each kind for a user.
create unique index credentials_by_kind on credentials (user_id, provider_id);

-- How a session began.
alter table sessions add column auth_provider text not null default 'email'
  check (auth_provider in ('email', 'google', 'tiktok', 'instagram'));

-- A way to a provider and back. The row is deleted when it comes back, so it works once.
create table oauth_attempts (
  -- sha256 of the state that the provider passes through.
  state_hash text primary key check (state_hash ~ '^[0-9a-f]{64}$'),
  -- sha256 of the secret in the cookie of the browser that began.
  cookie_hash text not null check (cookie_hash ~ '^[0-9a-f]{64}$'),
  provider text not null check (provider in ('google', 'tiktok', 'instagram')),
  nonce text not null,
  code_verifier text not null,
  redirect_uri text not null,
  return_path text,
  -- Set to link the provider to the user of this session; null to sign in.
  link_session_id uuid references sessions (id) on delete cascade,
  expires_at timestamptz not null
);
create index oauth_attempts_by_expiry on oauth_attempts (expires_at);
create index oauth_attempts_of_session on oauth_attempts (link_session_id);

-- Whom a provider vouches for, until they agree to the terms or it expires.
create table pending_identities (
  id uuid primary key,
  -- sha256 of the secret in the cookie of the browser.
  cookie_hash text not null unique check (cookie_hash ~ '^[0-9a-f]{64}$'),
  provider text not null check (provider in ('google', 'tiktok', 'instagram')),
  subject text not null,
  name text not null,
  -- Verified by the provider.
  email text,
  expires_at timestamptz not null
);
