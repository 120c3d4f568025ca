-- Pairing of a headset by a short code. Owner: accounts.
create table pairings (
  id uuid primary key,
  -- Keyed hashes: six digits alone could be tried out.
  code_hash text not null check (code_hash ~ '^[0-9a-f]{64}$'),
  -- sha256 of the secret in the device's own cookie.
  cookie_hash text not null unique check (cookie_hash ~ '^[0-9a-f]{64}$'),
  match text not null check (match ~ '^\d{2}$'),
  user_agent text,
  ip_address text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- Who looked behind the code last, and may approve.
  looked_up_by uuid references users (id),
  approved_by uuid references users (id),
  -- Used, refused, or given up.
  ended_at timestamptz
);
create unique index pairings_by_code on pairings (code_hash) where ended_at is null;
create index pairings_by_expiry on pairings (expires_at) where ended_at is null;
