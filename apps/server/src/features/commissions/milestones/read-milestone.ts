import { type Milestone } from '@veranda/contract/commissions/milestones/schemas.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { type QueryContext } from '../../../platform/access/command-context.ts'
import { findMilestones } from './find-milestones.ts'
import { toMilestoneDto } from './milestone.presenter.ts'

/** Returns a milestone as its client or creator sees it. */
export async function readMilestone({ tx, actor, clock, deps }: QueryContext, id: string): Promise<Result<Milestone>> {
  const [row] = await findMilestones(tx, { id }, actor.id)
  const viewerRole = row?.client_id === actor.id ? 'client' : row?.creator_id === actor.id ? 'creator' : undefined
  if (!row || !viewerRole) return refuse('milestone.not-found', 'not-found')
  return ok(toMilestoneDto(row, viewerRole, { now: clock.now(), paymentsOn: deps.env.payments }))
}
