import { type VersionRefBody } from '@veranda/contract/commissions/deliverables/schemas.ts'
import { type Milestone as MilestoneView } from '@veranda/contract/commissions/milestones/schemas.ts'
import { deliverableStateAfter } from '@veranda/core/commissions/deliverables/deliverable.ts'
import { submit } from '@veranda/core/commissions/milestones/milestone.ts'
import { refuse, type Result } from '@veranda/core/result.ts'
import { appendCommissionEvent } from '../append-commission-event.ts'
import { type CommandContext } from '../../../platform/access/command-context.ts'
import {
  findDeliverable,
  findUnmetLimits,
  setDeliverableState,
  versionRefOf,
} from '../deliverables/deliverable.repository.ts'
import { saveMilestone, lockMilestoneFor } from './milestone.repository.ts'
import { readMilestone } from './read-milestone.ts'
import { scheduleReviewTimer } from './review-timer.ts'

/** Submits one exact version for review and restarts the review window. */
export async function submitMilestone(
  ctx: CommandContext,
  id: string,
  body: VersionRefBody,
): Promise<Result<MilestoneView>> {
  const { tx } = ctx
  const locked = await lockMilestoneFor(ctx, id)
  if (!locked.ok) return locked
  const { milestone, agreement, party, by } = locked.value
  const deliverable = await findDeliverable(tx, body.deliverableId)
  if (!deliverable) return refuse('deliverable.other-version', 'conflict')
  const input = { ...versionRefOf(body), expected: body.expected }
  const unmet = await findUnmetLimits(tx, deliverable.id)
  const decided = submit(milestone, agreement, party, input, { ...deliverable, ready: true, unmet }, by.at)
  if (!decided.ok) return decided
  const { next, event } = decided.value
  await saveMilestone(tx, agreement, [next], by.at)
  await setDeliverableState(tx, deliverable.id, deliverableStateAfter.submit)
  await scheduleReviewTimer(tx, next.id, next.submission, 1)
  await appendCommissionEvent(tx, event, by)
  return readMilestone(ctx, id)
}
