import {
  type Commission as CommissionView,
  type RequestCommissionBody,
  type RequestedService,
} from '@veranda/contract/commissions/offers/schemas.ts'
import { requestCommission as decide } from '@veranda/core/commissions/offers/commission.ts'
import { refuse, type Result } from '@veranda/core/result.ts'
import { type CommandContext } from '../../../platform/access/command-context.ts'
import { asId } from '@veranda/core/ids.ts'
import { type Tx } from '../../../platform/db/database.ts'
import { attachToBrief } from '../projects/brief-files.ts'
import { outdateProposal } from '../projects/project-proposal.repository.ts'
import { upsertProjectMember, lockProject, touchProject } from '../projects/project.repository.ts'
import { appendCommissionEvent } from '../append-commission-event.ts'
import { readCommission } from './read-commission.ts'
import { insertCommission } from './commission.repository.ts'

/** Requests an offer from one creator on behalf of the project's client, whose files for it are added to the brief. */
export async function requestCommission(
  ctx: CommandContext,
  body: RequestCommissionBody,
): Promise<Result<CommissionView>> {
  const { tx, actor, clock, deps } = ctx
  const now = clock.now()
  const project = await lockProject(tx, body.projectId)
  if (!project || project.clientId !== actor.id) {
    return refuse('project.not-found', 'not-found', { field: 'projectId' })
  }
  const creator = await tx
    .selectFrom('creators as c')
    .innerJoin('users as u', 'u.id', 'c.user_id')
    .where('c.user_id', '=', body.creatorId)
    .where('u.closed_at', 'is', null)
    .where('u.deletion_at', 'is', null)
    .where('u.suspended_at', 'is', null)
    .select('c.accepting')
    .executeTakeFirst()
  if (!creator) return refuse('commission.creator-not-found', 'not-found', { field: 'creatorId' })
  const others = await tx
    .selectFrom('commissions')
    .select('state')
    .where('project_id', '=', project.id)
    .where('creator_id', '=', body.creatorId)
    .execute()
  const creatorFacts = {
    id: asId<typeof actor.id>(body.creatorId),
    accepting: creator.accepting,
    others: others.map((row) => row.state),
  }
  const decided = decide(asId(deps.ids.next()), project, actor.id, creatorFacts, now)
  if (!decided.ok) return decided
  const { next, event } = decided.value
  const service = body.serviceId === undefined ? null : await findService(tx, body.serviceId, body.creatorId)
  if (service === undefined) return refuse('commission.service-not-found', 'not-found', { field: 'serviceId' })
  const attached = await attachToBrief(ctx, project.id, body.assetIds ?? [])
  if (!attached.ok) return attached
  await insertCommission(tx, next, { message: body.message, service }, now)
  await upsertProjectMember(tx, { projectId: project.id, userId: body.creatorId, role: 'invited' }, now)
  await outdateProposal(tx, project.id, now)
  await touchProject(tx, project.id, now)
  await appendCommissionEvent(tx, event, { actor: actor.id, at: now })
  return readCommission(ctx, next.id)
}

/** Returns a package service of the creator as it is offered now. */
async function findService(tx: Tx, id: string, creatorId: string): Promise<RequestedService | undefined> {
  const row = await tx
    .selectFrom('package_services')
    .where('id', '=', id)
    .where('creator_id', '=', creatorId)
    .where('removed_at', 'is', null)
    .select(['title', 'description', 'price', 'currency', 'unit', 'delivery_days', 'review_rounds'])
    .executeTakeFirst()
  if (!row) return undefined
  const { title, description, price: amount, currency, unit } = row
  const terms = { deliveryDays: row.delivery_days, reviewRounds: row.review_rounds }
  return { title, description, price: { amount, currency }, unit, ...terms }
}
