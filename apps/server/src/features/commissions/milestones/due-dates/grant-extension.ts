import { type Milestone as MilestoneView } from '@veranda/contract/commissions/milestones/schemas.ts'
import { type ExpectedBody } from '@veranda/contract/commissions/schemas.ts'
import { grantExtension as decide } from '@veranda/core/commissions/milestones/due-date.ts'
import { type Result } from '@veranda/core/result.ts'
import { type CommandContext } from '../../../../platform/access/command-context.ts'
import { appendCommissionEvent } from '../../append-commission-event.ts'
import { lockMilestoneFor, saveMilestone } from '../milestone.repository.ts'
import { readMilestone } from '../read-milestone.ts'
import { scheduleDueTimer } from './due-timer.ts'

/** Moves the due date to the one that the creator asked for. */
export async function grantExtension(
  ctx: CommandContext,
  id: string,
  body: ExpectedBody,
): Promise<Result<MilestoneView>> {
  const locked = await lockMilestoneFor(ctx, id)
  if (!locked.ok) return locked
  const { milestone, agreement, party, by } = locked.value
  const decided = decide(milestone, agreement, party, body, by.at)
  if (!decided.ok) return decided
  const { next, event } = decided.value
  await saveMilestone(ctx.tx, agreement, [next], by.at)
  await scheduleDueTimer(ctx.tx, next, agreement, by.at)
  await appendCommissionEvent(ctx.tx, event, by)
  return readMilestone(ctx, id)
}
