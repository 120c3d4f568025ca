import { type Brief } from '@veranda/core/commissions/brief.ts'
import { type Project } from '@veranda/core/commissions/deal.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { type RawBuilder, sql } from 'kysely'
import { type Tx } from '../../../db/database.ts'
import { branded } from '../branded.ts'

/** The project, held until the transaction ends. Commissions and milestones are locked before it, never after. */
export async function lockProject(tx: Tx, id: string): Promise<Project | undefined> {
  const row = await tx
    .selectFrom('projects')
    .select(['id', 'client_id', 'title', 'state', 'version'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return (
    row && {
      id: branded(row.id),
      clientId: branded(row.client_id),
      title: row.title,
      state: row.state,
      version: row.version,
    }
  )
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

/** Saves a decision about a project. */
export async function saveProject(tx: Tx, next: Project, at: Instant): Promise<void> {
  await tx.updateTable('projects').set({ state: next.state, version: next.version }).where('id', '=', next.id).execute()
  await touchProject(tx, next.id, at)
}

/** Puts the project to the top of its members' lists. */
export async function touchProject(tx: Tx, projectId: string, at: Instant): Promise<void> {
  await sql`with ${touching(projectId, at)} select 1`.execute(tx)
}

/** The same as parts of another statement's `with`. */
export function touching(projectId: string, at: Instant): RawBuilder<unknown> {
  return sql`touched as (
      update projects set updated_at = greatest(updated_at, ${new Date(at)}) where id = ${projectId} returning updated_at
    ), raised as (
      update project_members set project_updated_at = (select updated_at from touched) where project_id = ${projectId}
    )`
}

/** Adds somebody to the project, or changes the part of somebody who is in it. */
export async function joinProject(
  tx: Tx,
  member: { projectId: string; personId: string; part: 'client' | 'creator' | 'asked' },
  at: Instant,
): Promise<void> {
  const now = new Date(at)
  await sql`
    insert into project_members (project_id, person_id, part, joined_at, project_updated_at)
    values (${member.projectId}, ${member.personId}, ${member.part}, ${now}, ${now})
    on conflict (project_id, person_id) do update set left_at = null,
      part = case when project_members.part = 'creator' and excluded.part = 'asked' then 'creator' else excluded.part end
  `.execute(tx)
}
