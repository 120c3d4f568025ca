import {
  type Milestone as MilestoneView,
  type RefundMilestoneBody,
} from '@veranda/contract/commissions/milestones/schemas.ts'
import { hasReleasedWork } from '@veranda/core/commissions/milestones/milestone-states.ts'
import { refund } from '@veranda/core/commissions/milestones/refund.ts'
import { refundReleased } from '@veranda/core/commissions/milestones/refund-released.ts'
import { asId, type RefundId } from '@veranda/core/ids.ts'
import { type Result } from '@veranda/core/result.ts'
import { type CommandContext } from '../../../platform/access/command-context.ts'
import { steppedUpUntil } from '../../../platform/access/step-up.ts'
import { type RequestInfo } from '../../../platform/http/route.ts'
import { isChargedBack, lockMilestoneFor } from './milestone.repository.ts'
import { readReleasedShare } from './milestone-refund.repository.ts'
import { postRefund, postRefundReleased } from './post-refund.ts'
import { readMilestone } from './read-milestone.ts'

type RefundContext = CommandContext & { readonly request: Pick<RequestInfo, 'cookieToken'> }

/**
 * Gives a part of the escrow back to the client, or of what was released, and posts it as owed to them, once. Payments then
 * refunds the card.
 */
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
  if (hasReleasedWork(milestone.state)) {
    const share = await readReleasedShare(tx, id)
    const returned = refundReleased({ ...milestone, frozen }, agreement, party, input, share, by.at)
    if (!returned.ok) return returned
    await postRefundReleased(tx, agreement, returned.value, by)
    return readMilestone(ctx, id)
  }
  const decided = refund({ ...milestone, frozen }, agreement, party, input)
  if (!decided.ok) return decided
  await postRefund(tx, agreement, decided.value, by)
  return readMilestone(ctx, id)
}
