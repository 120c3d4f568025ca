-- Deletion of an account: announced 14 days ahead, and then everything about the user is erased. Owner: accounts.

-- When the account is erased, unless its user keeps it; null while no deletion is scheduled.
alter table users add column deletion_at timestamptz;

-- Who was erased. It says nothing but that an account with this id once existed, and is applied again after a restore.
create table erased_accounts (
  user_id uuid primary key,
  erased_at timestamptz not null
);

-- A public page is hidden as soon as the deletion of its creator is scheduled.
create or replace view public_creators as
  select c.user_id as creator_id, h.handle
  from creators c
    join listings l on l.creator_id = c.user_id and l.listed_at is not null and l.unlisted_at is null
    join creator_handles h on h.creator_id = c.user_id and h.is_current
    join users u on u.id = c.user_id and u.closed_at is null and u.deletion_at is null;
