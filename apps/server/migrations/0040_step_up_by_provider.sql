-- A user who has only Google confirms that it is them by signing in there again. Owner: accounts.

-- Set for a way to a provider that confirms the user of this session; not together with link_session_id.
alter table oauth_attempts
  add column step_up_session_id uuid references sessions (id) on delete cascade,
  -- When it began: the provider has to prove a sign-in since. A node that is not replaced yet writes none.
  add column started_at timestamptz,
  add check (step_up_session_id is null or (link_session_id is null and started_at is not null));
create index oauth_attempts_of_step_up on oauth_attempts (step_up_session_id);

alter table step_ups drop constraint step_ups_method_check;
alter table step_ups add constraint step_ups_method_check check (
  method in ('password', 'totp', 'passkey', 'recovery-code', 'mail-code', 'google', 'demo')
);
