-- A second factor: codes of an authenticator app, recovery codes and passkeys, and the steps that are under way with
-- them. Owner: accounts.

create table totp_factors (
  user_id uuid primary key references users (id) on delete cascade,
  -- Encrypted with a key that is derived from the server's secret.
  secret text not null,
  created_at timestamptz not null,
  -- When the user typed a first code; from then on a sign-in asks for one.
  confirmed_at timestamptz,
  -- The 30 seconds of the last code that was used; neither they nor earlier ones are accepted again.
  last_used_step bigint
);

create table recovery_codes (
  user_id uuid not null references users (id) on delete cascade,
  -- A keyed hash.
  code_hash text not null check (code_hash ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

create table passkeys (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  -- Both in base64url; the key in the form of COSE.
  credential_id text not null unique,
  public_key text not null,
  counter bigint not null,
  transports text[] not null,
  backed_up boolean not null,
  -- The authenticator checked who uses it when the passkey was made, by a PIN, a fingerprint or a face.
  verifies_user boolean not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_of_user on passkeys (user_id);

-- What an authenticator signs. Each is used once, by the browser that asked for it.
create table passkey_challenges (
  challenge_hash text primary key check (challenge_hash ~ '^[0-9a-f]{64}$'),
  purpose text not null check (purpose in ('add', 'sign-in', 'second-factor', 'step-up')),
  -- sha256 of the cookie that the answer has to come with.
  cookie_hash text not null,
  expires_at timestamptz not null
);
create index passkey_challenges_by_expiry on passkey_challenges (expires_at);

-- Sign-ins whose first factor was right and whose second is missing.
create table sign_in_challenges (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  -- sha256 of the token in the browser's cookie.
  token_hash text not null unique check (token_hash ~ '^[0-9a-f]{64}$'),
  auth_provider text not null,
  by_passkey boolean not null,
  wrong_codes integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index sign_in_challenges_of_user on sign_in_challenges (user_id);
create index sign_in_challenges_by_creation on sign_in_challenges (created_at);

-- A code by mail with which a user who has nothing else confirms a step.
create table step_up_codes (
  session_id uuid primary key references sessions (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  -- A keyed hash: six digits alone could be guessed by trying them all.
  code_hash text not null check (code_hash ~ '^[0-9a-f]{64}$'),
  wrong_codes integer not null default 0,
  expires_at timestamptz not null
);
create index step_up_codes_by_user on step_up_codes (user_id);

alter table step_ups drop constraint step_ups_method_check;
alter table step_ups add check (
  method in ('password', 'totp', 'passkey', 'recovery-code', 'mail-code', 'demo')
);
