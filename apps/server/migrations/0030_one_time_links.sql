-- Links that are sent by mail and work once: password reset now; each further kind is a value of `kind`. Owner: accounts.

create table one_time_links (
  id uuid primary key,
  kind text not null check (kind in ('password-reset')),
  -- The user whom the link is about.
  user_id uuid not null references users (id) on delete cascade,
  -- sha256 of the token in the link, which nothing else holds.
  token_hash text not null unique check (token_hash ~ '^[0-9a-f]{64}$'),
  -- When it was asked for.
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  -- When a newer link of the same kind took its place.
  replaced_at timestamptz
);
create index one_time_links_of_user on one_time_links (user_id, kind);
