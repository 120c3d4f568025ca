import { type VersionRefBody } from '@veranda/contract/commissions/deliverables/schemas.ts'
import { type Milestone as MilestoneView } from '@veranda/contract/commissions/milestones/schemas.ts'
import { approve, releaseNeedsStepUp } from '@veranda/core/commissions/milestones/approval.ts'
import { type Result } from '@veranda/core/result.ts'
import { steppedUpUntil } from '../../../platform/access/step-up.ts'
import { type RequestInfo } from '../../../platform/http/route.ts'
import { type CommandContext } from '../../../platform/access/command-context.ts'
import { versionRefOf } from '../deliverables/deliverable.repository.ts'
import { isChargedBack, lockMilestoneFor } from './milestone.repository.ts'
import { readMilestone } from './read-milestone.ts'
import { releaseMilestone } from './release-milestone.ts'

type ApprovalContext = CommandContext & { readonly request: Pick<RequestInfo, 'cookieToken'> }

/**
 * Approves one exact version for the client and releases its escrow in the same transaction. A large amount needs a
 * recent step-up of this session (decision 018).
 */
export async function approveMilestone(
  ctx: ApprovalContext,
  id: string,
  body: VersionRefBody,
): Promise<Result<MilestoneView>> {
  const locked = await lockMilestoneFor(ctx, id)
  if (!locked.ok) return locked
  const { milestone, agreement, party, by } = locked.value
  const [steppedUp, chargedBack] = await Promise.all([
    releaseNeedsStepUp(milestone) && hasSteppedUp(ctx),
    isChargedBack(ctx.tx, id),
  ])
  const approved = approve(milestone, agreement, party, {
    ...versionRefOf(body),
    expected: body.expected,
    hasSteppedUp: steppedUp,
  })
  if (!approved.ok) return approved
  await releaseMilestone(ctx.tx, agreement, approved.value, chargedBack, by)
  return readMilestone(ctx, id)
}

async function hasSteppedUp({ tx, actor, request, clock }: ApprovalContext): Promise<boolean> {
  return (await steppedUpUntil(tx, { actor, cookieToken: request.cookieToken }, clock.now())) !== undefined
}
