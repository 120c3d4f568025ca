-- Suspension of a user by an admin. What was before is in the audit log. Owner: accounts.

alter table users
  add column suspended_at timestamptz,
  -- When the suspension ends by itself; null until an admin lifts it.
  add column suspended_until timestamptz,
  -- Read by the suspended user.
  add column suspension_reason text,
  -- Of the sessions that ended with it, as in sessions.token_hash, so that their browsers can say why.
  add column suspended_token_hashes text[] not null default '{}',
  add constraint users_suspension check (
    (suspended_at is null) = (suspension_reason is null)
    and (suspended_at is not null or (suspended_until is null and suspended_token_hashes = '{}'))
  );

create index users_suspended on users (suspended_at) where suspended_at is not null;

-- The public page of a suspended creator is hidden.
create or replace view public_creators as
  select c.user_id as creator_id, h.handle
  from creators c
    join listings l on l.creator_id = c.user_id and l.listed_at is not null and l.unlisted_at is null
    join creator_handles h on h.creator_id = c.user_id and h.is_current
    join users u on u.id = c.user_id and u.closed_at is null and u.deletion_at is null and u.suspended_at is null;
