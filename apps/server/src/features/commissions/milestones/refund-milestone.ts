import {
  type Milestone as MilestoneView,
  type RefundMilestoneBody,
} from '@veranda/contract/commissions/milestones/schemas.ts'
import { refund } from '@veranda/core/commissions/milestones/refund.ts'
import { asId, type RefundId } from '@veranda/core/ids.ts'
import { refundRequested } from '@veranda/core/ledger/transaction-builders.ts'
import { type Result } from '@veranda/core/result.ts'
import { type CommandContext } from '../../../platform/access/command-context.ts'
import { steppedUpUntil } from '../../../platform/access/step-up.ts'
import { type RequestInfo } from '../../../platform/http/route.ts'
import { postTransaction } from '../../../platform/ledger/post-transaction.ts'
import { appendCommissionEvent } from '../append-commission-event.ts'
import { insertRefund, isChargedBack, lockMilestoneFor, saveMilestone } from './milestone.repository.ts'
import { readMilestone } from './read-milestone.ts'

type RefundContext = CommandContext & { readonly request: Pick<RequestInfo, 'cookieToken'> }

/** Gives a part of the escrow back to the client and posts it as owed to them, once. Payments then refunds the card. */
export async function refundMilestone(
  ctx: RefundContext,
  id: string,
  { amount, reason, expected }: RefundMilestoneBody,
): Promise<Result<MilestoneView>> {
  const { tx, deps } = ctx
  const locked = await lockMilestoneFor(ctx, id)
  if (!locked.ok) return locked
  const { milestone, agreement, party, by } = locked.value
  const refundId = asId<RefundId>(deps.ids.next())
  const frozen = milestone.frozen || (await isChargedBack(tx, id))
  const hasSteppedUp =
    (await steppedUpUntil(tx, { actor: ctx.actor, cookieToken: ctx.request.cookieToken }, by.at)) !== undefined
  const input = { refundId, amount, reason, expected, hasSteppedUp }
  const decided = refund({ ...milestone, frozen }, agreement, party, input)
  if (!decided.ok) return decided
  const { next, part, event } = decided.value
  await saveMilestone(tx, agreement, [next], by.at)
  await insertRefund(tx, { id: refundId, milestoneId: id, part, reason: event.data.reason }, by.at)
  const posted = await postTransaction(tx, {
    ...refundRequested({ escrow: id, client: agreement.clientId }, part),
    cause: `refund:${refundId}`,
    currency: next.currency,
    at: by.at,
    projectId: agreement.projectId,
    milestoneId: id,
    parties: { client: agreement.clientId, creator: agreement.creatorId },
  })
  if (!posted.ok) throw new Error(`refund posted twice: ${refundId}`)
  await appendCommissionEvent(tx, event, by)
  return readMilestone(ctx, id)
}
