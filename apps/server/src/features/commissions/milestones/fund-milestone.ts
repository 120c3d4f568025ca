import {
  type FundMilestoneBody,
  type Milestone as MilestoneView,
} from '@veranda/contract/commissions/milestones/schemas.ts'
import { fund } from '@veranda/core/commissions/milestones/funding.ts'
import { type Result } from '@veranda/core/result.ts'
import { type CommandContext } from '../../../platform/access/command-context.ts'
import { asId, type ChargeId } from '@veranda/core/ids.ts'
import { appendCommissionEvent } from '../append-commission-event.ts'
import { schedulePaymentAttemptExpiry } from './expire-payment-attempt.ts'
import { lockMilestoneFor, saveMilestone } from './milestone.repository.ts'
import { readMilestone } from './read-milestone.ts'

/** Starts one payment attempt. An event handler of payments then charges the payment method. */
export async function fundMilestone(
  ctx: CommandContext,
  id: string,
  body: FundMilestoneBody,
): Promise<Result<MilestoneView>> {
  const { tx, deps } = ctx
  const locked = await lockMilestoneFor(ctx, id)
  if (!locked.ok) return locked
  const { milestone, agreement, party, by } = locked.value
  const attempt = { chargeId: asId<ChargeId>(deps.ids.next()) }
  const decided = fund(milestone, agreement, party, { ...attempt, expected: body.expected }, by.at)
  if (!decided.ok) return decided
  const { next, event } = decided.value
  await saveMilestone(tx, agreement, [next], by.at)
  await schedulePaymentAttemptExpiry(tx, { milestoneId: next.id, ...attempt, expiresAt: event.data.expiresAt })
  await appendCommissionEvent(tx, event, by, { method: body.method })
  return readMilestone(ctx, id)
}
