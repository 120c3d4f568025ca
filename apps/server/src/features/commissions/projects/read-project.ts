import { type Project } from '@veranda/contract/commissions/schemas.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { toIso } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { type Actor } from '../../../access/actor.ts'
import { type Clock } from '../../../clock.ts'
import { type Db } from '../../../db/database.ts'
import { readCommissions } from '../offers/read-commission.ts'
import { personJson, showPerson } from '../../../access/person.ts'
import { waitingInProjects } from '../waiting/find-waiting.ts'
import { showWaiting } from '../waiting/show-waiting.ts'

/** A project as one who is in it sees it, in six queries. */
export async function readProject(at: { tx: Db; actor: Actor; clock: Clock }, id: string): Promise<Result<Project>> {
  const { tx, actor, clock } = at
  const row = await findProject(tx, id, actor.id)
  if (!row) return refuse('project.not-found', 'not-found')
  const commissions = await readCommissions(tx, { projectId: id }, actor.id)
  const waiting = await waitingInProjects(tx, [id], actor.id)
  const { budget_from: from, budget_to: to, budget_currency: currency } = row
  return ok({
    id: row.id,
    version: row.version,
    title: row.title,
    brief: row.brief,
    skills: row.skills,
    state: row.state,
    part: row.part === 'asked' ? 'creator' : row.part,
    budget: from === null || to === null || currency === null ? null : { from, to, currency },
    client: showPerson(row.client),
    commissions,
    conversationId: row.conversation_id,
    waiting: waiting.flatMap((one) => showWaiting(one, actor.id, clock.now())),
    createdAt: toIso(row.created_at),
  })
}

function findProject(db: Db, id: string, readerId: string) {
  return db
    .selectFrom('projects as p')
    .innerJoin('project_members as m', 'm.project_id', 'p.id')
    .innerJoin('people as cl', 'cl.id', 'p.client_id')
    .where('p.id', '=', id)
    .where('m.person_id', '=', readerId)
    .where('m.left_at', 'is', null)
    .selectAll('p')
    .select(['m.part', personJson('cl').as('client')])
    .select(
      sql<string | null>`(
        select v.id from conversations v join conversation_members vm on vm.conversation_id = v.id
        where v.kind = 'project' and v.project_id = p.id and vm.person_id = ${readerId} and vm.left_at is null
      )`.as('conversation_id'),
    )
    .executeTakeFirst()
}
