import {
  type FundMilestoneBody,
  type Milestone as MilestoneView,
} from '@veranda/contract/commissions/milestones/schemas.ts'
import { fundTopUp as decide } from '@veranda/core/commissions/change-orders/top-up.ts'
import { asId, type ChargeId } from '@veranda/core/ids.ts'
import { type Result } from '@veranda/core/result.ts'
import { type CommandContext } from '../../../platform/access/command-context.ts'
import { appendCommissionEvent } from '../append-commission-event.ts'
import { schedulePaymentAttemptExpiry } from '../milestones/expire-payment-attempt.ts'
import { readMilestone } from '../milestones/read-milestone.ts'
import { lockTopUpFor, saveTopUp } from './top-up.repository.ts'

/** Starts one payment attempt for a top-up. An event handler of payments then charges the payment method. */
export async function fundTopUp(
  ctx: CommandContext,
  id: string,
  { method, expected }: FundMilestoneBody,
): Promise<Result<MilestoneView>> {
  const { tx, deps } = ctx
  const locked = await lockTopUpFor(ctx, id)
  if (!locked.ok) return locked
  const { topUp, agreed, agreement, party, by } = locked.value
  const chargeId = asId<ChargeId>(deps.ids.next())
  const decided = decide(topUp, agreed, agreement, party, { chargeId, expected }, by.at)
  if (!decided.ok) return decided
  const { next, event } = decided.value
  await saveTopUp(tx, next, by.at)
  const { milestoneId } = topUp
  const attempt = { milestoneId, topUpId: topUp.id, chargeId, expiresAt: event.data.expiresAt }
  await schedulePaymentAttemptExpiry(tx, attempt)
  await appendCommissionEvent(tx, event, by, { method })
  return readMilestone(ctx, milestoneId)
}
