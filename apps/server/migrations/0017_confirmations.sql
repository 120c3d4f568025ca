-- Recent re-authentications of a session (step-up). Owner: accounts.
create table step_ups (
  session_id uuid primary key references sessions (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  -- sha256 of the session's cookie, base64url, as in the token that belongs to it.
  cookie_hash text not null,
  method text not null check (method in ('password', 'demo')),
  confirmed_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > confirmed_at)
);
create index confirmations_of_person on step_ups (user_id);
