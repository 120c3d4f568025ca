import { type ExpectedBody } from '@veranda/contract/commissions/schemas.ts'
import { type Milestone as MilestoneView } from '@veranda/contract/commissions/milestones/schemas.ts'
import { deliverableStateAfter } from '@veranda/core/commissions/deliverables/deliverable.ts'
import { withdrawSubmission as decide } from '@veranda/core/commissions/milestones/milestone.ts'
import { type Result } from '@veranda/core/result.ts'
import { type CommandContext } from '../../../platform/access/command-context.ts'
import { setDeliverableState } from '../deliverables/deliverable.repository.ts'
import { appendCommissionEvent } from '../append-commission-event.ts'
import { scheduleDueTimer } from './due-dates/due-timer.ts'
import { lockMilestoneFor, saveMilestone } from './milestone.repository.ts'
import { readMilestone } from './read-milestone.ts'

/** Withdraws a submission that the client has not acted on. */
export async function withdrawSubmission(
  ctx: CommandContext,
  id: string,
  body: ExpectedBody,
): Promise<Result<MilestoneView>> {
  const locked = await lockMilestoneFor(ctx, id)
  if (!locked.ok) return locked
  const { milestone, agreement, party, by } = locked.value
  const decided = decide(milestone, agreement, party, body)
  if (!decided.ok) return decided
  const { next, event } = decided.value
  await saveMilestone(ctx.tx, agreement, [next], by.at)
  await setDeliverableState(ctx.tx, event.data.deliverableId, deliverableStateAfter['withdraw-submission'])
  await scheduleDueTimer(ctx.tx, next, agreement, by.at)
  await appendCommissionEvent(ctx.tx, event, by)
  return readMilestone(ctx, id)
}
