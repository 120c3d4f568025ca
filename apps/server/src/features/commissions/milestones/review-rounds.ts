import { type Milestone as MilestoneView } from '@veranda/contract/commissions/milestones/schemas.ts'
import { type ExpectedBody } from '@veranda/contract/commissions/schemas.ts'
import {
  addRound as decideAdd,
  requestRound as decideRequest,
} from '@veranda/core/commissions/milestones/review-rounds.ts'
import { type Result } from '@veranda/core/result.ts'
import { type CommandContext } from '../../../platform/access/command-context.ts'
import { appendCommissionEvent } from '../append-commission-event.ts'
import { lockMilestoneFor, saveMilestone } from './milestone.repository.ts'
import { readMilestone } from './read-milestone.ts'

/** Adds one review round to the agreed ones. */
export async function addRound(ctx: CommandContext, id: string, body: ExpectedBody): Promise<Result<MilestoneView>> {
  const locked = await lockMilestoneFor(ctx, id)
  if (!locked.ok) return locked
  const { milestone, agreement, party, by } = locked.value
  const decided = decideAdd(milestone, agreement, party, body)
  if (!decided.ok) return decided
  const { next, event } = decided.value
  await saveMilestone(ctx.tx, agreement, [next], by.at)
  await appendCommissionEvent(ctx.tx, event, by)
  return readMilestone(ctx, id)
}

/** Asks the creator for one more review round. */
export async function requestRound(
  ctx: CommandContext,
  id: string,
  body: ExpectedBody,
): Promise<Result<MilestoneView>> {
  const locked = await lockMilestoneFor(ctx, id)
  if (!locked.ok) return locked
  const { milestone, agreement, party, by } = locked.value
  const decided = decideRequest(milestone, agreement, party, body)
  if (!decided.ok) return decided
  const { next, event } = decided.value
  await saveMilestone(ctx.tx, agreement, [next], by.at)
  await appendCommissionEvent(ctx.tx, event, by)
  return readMilestone(ctx, id)
}
