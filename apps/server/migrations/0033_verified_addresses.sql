-- An account is created by the press of a link in a mail to its address: until then its registration waits here. The
-- same kind of link changes an address and undoes the change. Owner: accounts.

create table registrations (
  id uuid primary key,
  -- In its normal form; not proved, and not unique.
  email text not null,
  name text not null,
  role text not null check (role in ('client', 'creator')),
  terms_version int not null,
  time_zone text not null,
  language text not null,
  password_hash text not null,
  -- sha256 of the cookie of the browser that registered.
  browser_hash text not null check (browser_hash ~ '^[0-9a-f]{64}$'),
  -- The path in the app that the registration interrupted.
  return_to text,
  created_at timestamptz not null
);

alter table one_time_links
  drop constraint one_time_links_kind_check,
  add constraint one_time_links_kind_check
    check (kind in ('password-reset', 'registration', 'email-change', 'email-undo')),
  alter column user_id drop not null,
  add column registration_id uuid references registrations (id) on delete cascade,
  -- The address that the link proves or, for `email-undo`, restores.
  add column email text,
  add constraint one_time_links_subject_check check (
    (kind = 'registration') = (registration_id is not null)
    and (kind = 'registration') = (user_id is null)
    and (kind = 'password-reset') = (email is null)
  );
create index one_time_links_to_address on one_time_links (email, kind);
create index one_time_links_of_registration on one_time_links (registration_id);
