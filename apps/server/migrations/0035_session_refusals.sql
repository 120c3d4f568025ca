-- Links by which a user says that a sign-in was not theirs. Owner: accounts.

alter table one_time_links
  drop constraint one_time_links_kind_check,
  add constraint one_time_links_kind_check
    check (kind in ('password-reset', 'registration', 'email-change', 'email-undo', 'session-refusal')),
  -- The session that the link ends. Not a reference, because the link goes on working when the session has ended.
  add column session_id uuid,
  drop constraint one_time_links_subject_check,
  add constraint one_time_links_subject_check check (
    (kind = 'registration') = (registration_id is not null)
    and (kind = 'registration') = (user_id is null)
    and (kind = 'session-refusal') = (session_id is not null)
    and (kind in ('password-reset', 'session-refusal')) = (email is null)
  );
