import { endedNegotiationStates } from '@veranda/core/commissions/offers/commission-states.ts'
import { type Brief } from '@veranda/core/commissions/projects/brief.ts'
import { type Project } from '@veranda/core/commissions/agreement.ts'
import { type ProjectWork } from '@veranda/core/commissions/projects/project.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { type RawBuilder, sql } from 'kysely'
import { userJson, type UserSummaryRow } from '../../../platform/access/user.presenter.ts'
import { type Tx } from '../../../platform/db/database.ts'
import { asId, type UserId } from '@veranda/core/ids.ts'

/** Locks a project. Lock commissions and milestones before it, never after. */
export async function lockProject(tx: Tx, id: string): Promise<Project | undefined> {
  const row = await tx
    .selectFrom('projects')
    .select(['id', 'client_id', 'title', 'state', 'version'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return (
    row && {
      id: asId(row.id),
      clientId: asId(row.client_id),
      title: row.title,
      state: row.state,
      version: row.version,
    }
  )
}

/** Selects the states of a project's work with all creators. */
export function projectWorkJson(alias: string): RawBuilder<ProjectWork> {
  const id = sql.ref(`${alias}.id`)
  return sql<ProjectWork>`json_build_object(
    'commissions', (select coalesce(json_agg(c.state), '[]') from commissions c where c.project_id = ${id}),
    'milestones', (select coalesce(json_agg(w.state), '[]') from milestones w where w.project_id = ${id}))`
}

/** Selects the users of `completingCreatorIds`, by name. */
export function completingCreators(alias: string): RawBuilder<UserSummaryRow[]> {
  return sql<UserSummaryRow[]>`(
    select coalesce(json_agg(${userJson('cu')} order by cu.name, cu.id), '[]') from users cu
    where cu.id::text in (select json_array_elements_text(${completingCreatorIds(alias)})))`
}

/**
 * Selects the creators who complete a project together with its client: those whose commission in it was completed and who
 * are still members.
 */
export function completingCreatorIds(alias: string): RawBuilder<UserId[]> {
  return sql<UserId[]>`(
    select coalesce(json_agg(m.user_id order by m.user_id), '[]') from project_members m
    where m.project_id = ${sql.ref(`${alias}.id`)} and m.left_at is null and exists (
      select from commissions c
      where c.project_id = m.project_id and c.creator_id = m.user_id and c.state = 'completed'))`
}

/** The timer that completes a project; its key ends with the project's id. */
export const completionTimerKind = 'project.completion'

/** Selects when the timer of a project completes it, in a nullable column. */
export function completionTime(alias: string): RawBuilder<Instant | null> {
  const key = sql`${completionTimerKind}::text || ':' || ${sql.ref(`${alias}.id`)}`
  return sql<Instant | null>`(select t.at from timers t where t.key = ${key})`
}

export async function insertProject(tx: Tx, project: Project, brief: Brief, at: Instant): Promise<void> {
  const now = new Date(at)
  await tx
    .insertInto('projects')
    .values({
      id: project.id,
      client_id: project.clientId,
      title: brief.title,
      brief: brief.text,
      skills: [...brief.skills],
      state: project.state,
      budget_from: brief.budget?.from ?? null,
      budget_to: brief.budget?.to ?? null,
      budget_currency: brief.budget?.currency ?? null,
      version: project.version,
      created_at: now,
      updated_at: now,
    })
    .execute()
}

/** Saves the state of a project. */
export async function saveProject(tx: Tx, next: Project, at: Instant): Promise<void> {
  await tx.updateTable('projects').set({ state: next.state, version: next.version }).where('id', '=', next.id).execute()
  await touchProject(tx, next.id, at)
}

/** Sets the update time, which moves the project to the top of its members' lists. */
export async function touchProject(tx: Tx, projectId: string, at: Instant): Promise<void> {
  await sql`with ${touchProjectCtes(projectId, at)} select 1`.execute(tx)
}

/** Builds the same update as CTEs for another statement. */
export function touchProjectCtes(projectId: string, at: Instant): RawBuilder<unknown> {
  return sql`touched as (
      update projects set updated_at = greatest(updated_at, ${new Date(at)}) where id = ${projectId} returning updated_at
    ), raised as (
      update project_members set project_updated_at = (select updated_at from touched) where project_id = ${projectId}
    )`
}

/** Adds a member to the project, or changes the role of an existing one. */
export async function upsertProjectMember(
  tx: Tx,
  member: { projectId: string; userId: string; role: 'client' | 'creator' | 'invited' },
  at: Instant,
): Promise<void> {
  const now = new Date(at)
  await sql`
    insert into project_members (project_id, user_id, role, joined_at, project_updated_at)
    values (${member.projectId}, ${member.userId}, ${member.role}, ${now}, ${now})
    on conflict (project_id, user_id) do update set left_at = null,
      role = case when project_members.role = 'creator' and excluded.role = 'invited' then 'creator' else excluded.role end
  `.execute(tx)
}

/**
 * Ends the membership of a creator whose negotiations in this project have all ended without a commission. A new request
 * makes them a member again.
 */
export async function removeFormerCreator(
  tx: Tx,
  { projectId, creatorId }: { projectId: string; creatorId: string },
  at: Instant,
): Promise<void> {
  await sql`
    update project_members set left_at = ${new Date(at)}
    where project_id = ${projectId} and user_id = ${creatorId} and role in ('creator', 'invited') and left_at is null
      and not exists (
        select from commissions where project_id = ${projectId} and creator_id = ${creatorId}
          and state <> all(${[...endedNegotiationStates]}::text[])
      )`.execute(tx)
}
