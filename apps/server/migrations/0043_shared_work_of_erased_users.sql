-- What several users share is erased with the last of them, and a version that was never handed in with its creator.
-- Owner: commissions.

-- True when everyone who was ever in a project has been erased.
create function is_left_project(project uuid) returns boolean language sql stable as $$
  select not exists (
    select from projects p join users u on u.id = p.client_id where p.id = project and u.closed_at is null
    union all
    select from project_members m join users u on u.id = m.user_id where m.project_id = project and u.closed_at is null)
$$;

-- Offer versions, deliverables and the messages of pins never change while one of their users has an account. A version
-- that was never handed in can be deleted once its creator has been erased.
create or replace function refuse_rewrite() returns trigger language plpgsql as $$
declare
  row jsonb := to_jsonb(old);
  project uuid;
  is_left_draft boolean := false;
begin
  case tg_table_name
    when 'offer_versions' then
      select c.project_id into project from commissions c where c.id = (row ->> 'commission_id')::uuid;
    when 'deliverables' then
      select row ->> 'state' = 'draft' and u.closed_at is not null into is_left_draft
      from users u where u.id = (row ->> 'created_by')::uuid;
      select m.project_id into project from milestones m where m.id = (row ->> 'milestone_id')::uuid;
    when 'pin_messages' then
      select p.project_id into project from pins p where p.id = (row ->> 'pin_id')::uuid;
    else
      select m.project_id, d.state = 'draft' and u.closed_at is not null into project, is_left_draft
      from deliverables d join milestones m on m.id = d.milestone_id join users u on u.id = d.created_by
      where d.id = (row ->> 'deliverable_id')::uuid;
  end case;
  if tg_op = 'DELETE' and is_left_draft then return old; end if;
  if project is null or not is_left_project(project) then
    raise exception 'rows of % are immutable', tg_table_name using errcode = 'restrict_violation';
  end if;
  if tg_op = 'DELETE' then return old; end if;
  return new;
end $$;
