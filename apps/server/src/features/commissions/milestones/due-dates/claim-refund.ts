import { type Milestone as MilestoneView } from '@veranda/contract/commissions/milestones/schemas.ts'
import { type ExpectedBody } from '@veranda/contract/commissions/schemas.ts'
import { claimRefund as decide } from '@veranda/core/commissions/milestones/refund-right.ts'
import { asId, type RefundId } from '@veranda/core/ids.ts'
import { type Result } from '@veranda/core/result.ts'
import { type CommandContext } from '../../../../platform/access/command-context.ts'
import { steppedUpUntil } from '../../../../platform/access/step-up.ts'
import { type RequestInfo } from '../../../../platform/http/route.ts'
import { isChargedBack, lockMilestoneFor } from '../milestone.repository.ts'
import { postRefund } from '../post-refund.ts'
import { readMilestone } from '../read-milestone.ts'

type ClaimContext = CommandContext & { readonly request: Pick<RequestInfo, 'cookieToken'> }

/** Takes the whole escrow back for the client whose notice ran out. */
export async function claimRefund(
  ctx: ClaimContext,
  id: string,
  { expected }: ExpectedBody,
): Promise<Result<MilestoneView>> {
  const { tx, deps } = ctx
  const locked = await lockMilestoneFor(ctx, id)
  if (!locked.ok) return locked
  const { milestone, agreement, party, by } = locked.value
  const refundId = asId<RefundId>(deps.ids.next())
  const frozen = milestone.frozen || (await isChargedBack(tx, id))
  const hasSteppedUp =
    (await steppedUpUntil(tx, { actor: ctx.actor, cookieToken: ctx.request.cookieToken }, by.at)) !== undefined
  const decided = decide({ ...milestone, frozen }, agreement, party, { refundId, expected, hasSteppedUp }, by.at)
  if (!decided.ok) return decided
  await postRefund(tx, agreement, decided.value, by)
  return readMilestone(ctx, id)
}
