import { type Commission as CommissionView, type RequestBody } from '@veranda/contract/commissions/schemas.ts'
import { requestCommission as decide } from '@veranda/core/commissions/request-commission.ts'
import { refuse, type Result } from '@veranda/core/result.ts'
import { type At } from '../at.ts'
import { branded } from '../branded.ts'
import { joinProject, lockProject, touchProject } from '../projects/rows.ts'
import { tell } from '../tell.ts'
import { readCommission } from './read-commission.ts'
import { insertCommission } from './rows.ts'

/** The client of a project asks one creator for an offer. */
export async function requestCommission(at: At, body: RequestBody): Promise<Result<CommissionView>> {
  const { tx, actor, clock, deps } = at
  const now = clock.now()
  const project = await lockProject(tx, body.projectId)
  if (!project || project.clientId !== actor.id) {
    return refuse('project.not-found', 'not-found', { field: 'projectId' })
  }
  const creator = await tx
    .selectFrom('creators as c')
    .innerJoin('people as p', 'p.id', 'c.person_id')
    .where('c.person_id', '=', body.creatorId)
    .where('p.closed_at', 'is', null)
    .select('c.accepting')
    .executeTakeFirst()
  if (!creator) return refuse('commission.creator-not-found', 'not-found', { field: 'creatorId' })
  const others = await tx
    .selectFrom('commissions')
    .select('state')
    .where('project_id', '=', project.id)
    .where('creator_id', '=', body.creatorId)
    .execute()
  const asked = {
    id: branded<typeof actor.id>(body.creatorId),
    accepting: creator.accepting,
    blocked: false,
    others: others.map((row) => row.state),
  }
  const decided = decide(branded(deps.ids.next()), project, actor.id, asked, now)
  if (!decided.ok) return decided
  const { next, event } = decided.value
  await insertCommission(tx, next, body.message, now)
  await joinProject(tx, { projectId: project.id, personId: body.creatorId, part: 'asked' }, now)
  await touchProject(tx, project.id, now)
  await tell(tx, event, { actor: actor.id, at: now })
  return readCommission(at, next.id)
}
