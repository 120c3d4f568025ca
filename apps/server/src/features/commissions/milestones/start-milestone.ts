import { type ExpectedBody } from '@veranda/contract/commissions/schemas.ts'
import { type Milestone as MilestoneView } from '@veranda/contract/commissions/milestones/schemas.ts'
import { start } from '@veranda/core/commissions/milestones/milestone.ts'
import { type Result } from '@veranda/core/result.ts'
import { type CommandContext } from '../../../platform/access/command-context.ts'
import { appendCommissionEvent } from '../append-commission-event.ts'
import { lockMilestoneFor, saveMilestone } from './milestone.repository.ts'
import { readMilestone } from './read-milestone.ts'

/** Starts work on a funded milestone. */
export async function startMilestone(
  ctx: CommandContext,
  id: string,
  body: ExpectedBody,
): Promise<Result<MilestoneView>> {
  const locked = await lockMilestoneFor(ctx, id)
  if (!locked.ok) return locked
  const { milestone, agreement, party, by } = locked.value
  const decided = start(milestone, agreement, party, body)
  if (!decided.ok) return decided
  await saveMilestone(ctx.tx, agreement, [decided.value.next], by.at)
  await appendCommissionEvent(ctx.tx, decided.value.event, by)
  return readMilestone(ctx, id)
}
