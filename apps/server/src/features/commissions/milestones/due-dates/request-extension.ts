import {
  type Milestone as MilestoneView,
  type RequestExtensionBody,
} from '@veranda/contract/commissions/milestones/schemas.ts'
import { requestExtension as decide } from '@veranda/core/commissions/milestones/due-date.ts'
import { type Result } from '@veranda/core/result.ts'
import { instant } from '@veranda/core/time/instant.ts'
import { type CommandContext } from '../../../../platform/access/command-context.ts'
import { appendCommissionEvent } from '../../append-commission-event.ts'
import { lockMilestoneFor, saveMilestone } from '../milestone.repository.ts'
import { readMilestone } from '../read-milestone.ts'

/** Asks the client for a later due date, with a reason. */
export async function requestExtension(
  ctx: CommandContext,
  id: string,
  body: RequestExtensionBody,
): Promise<Result<MilestoneView>> {
  const locked = await lockMilestoneFor(ctx, id)
  if (!locked.ok) return locked
  const { milestone, agreement, party, by } = locked.value
  const decided = decide(milestone, agreement, party, { ...body, dueAt: instant(Date.parse(body.dueAt)) }, by.at)
  if (!decided.ok) return decided
  const { next, event } = decided.value
  await saveMilestone(ctx.tx, agreement, [next], by.at)
  await appendCommissionEvent(ctx.tx, event, by)
  return readMilestone(ctx, id)
}
