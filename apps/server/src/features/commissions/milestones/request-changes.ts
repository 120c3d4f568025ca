import { type RequestChangesBody } from '@veranda/contract/commissions/deliverables/schemas.ts'
import { type Milestone as MilestoneView } from '@veranda/contract/commissions/milestones/schemas.ts'
import { deliverableStateAfter } from '@veranda/core/commissions/deliverables/deliverable.ts'
import { requestChanges as decide } from '@veranda/core/commissions/milestones/milestone.ts'
import { type Result } from '@veranda/core/result.ts'
import { type CommandContext } from '../../../platform/access/command-context.ts'
import { insertChangeRound, versionRefOf, setDeliverableState } from '../deliverables/deliverable.repository.ts'
import { appendCommissionEvent } from '../append-commission-event.ts'
import { lockMilestoneFor, saveMilestone } from './milestone.repository.ts'
import { readMilestone } from './read-milestone.ts'
import { cancelReviewTimer } from './review-timer.ts'

/** Sends one exact version back with concrete change items, which uses one of the agreed rounds. */
export async function requestChanges(
  ctx: CommandContext,
  id: string,
  body: RequestChangesBody,
): Promise<Result<MilestoneView>> {
  const { tx, deps } = ctx
  const locked = await lockMilestoneFor(ctx, id)
  if (!locked.ok) return locked
  const { milestone, agreement, party, by } = locked.value
  const input = { ...versionRefOf(body), items: body.items, expected: body.expected }
  const decided = decide(milestone, agreement, party, input, by.at)
  if (!decided.ok) return decided
  const { next, event, items } = decided.value
  await saveMilestone(tx, agreement, [next], by.at)
  await setDeliverableState(tx, event.data.deliverableId, deliverableStateAfter['request-changes'])
  await insertChangeRound(tx, { ...event.data, items, ids: deps.ids }, by.at)
  await cancelReviewTimer(tx, id)
  await appendCommissionEvent(tx, event, by)
  return readMilestone(ctx, id)
}
