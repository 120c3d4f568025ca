-- That somebody has freshly shown who they are, for one session. Owner: accounts.
create table confirmations (
  session_id uuid primary key references sessions (id) on delete cascade,
  person_id uuid not null references people (id) on delete cascade,
  -- sha256 of the session's cookie, base64url, as in the token that belongs to it.
  cookie_hash text not null,
  way text not null check (way in ('password', 'demo')),
  confirmed_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > confirmed_at)
);
create index confirmations_of_person on confirmations (person_id);
