import { type AdminDispute, type DecideDisputeBody } from '@veranda/contract/commissions/disputes/schemas.ts'
import { decideDispute as decide } from '@veranda/core/commissions/disputes/dispute.ts'
import { minor } from '@veranda/core/money/money.ts'
import { refuse, type Result } from '@veranda/core/result.ts'
import { recordAudit } from '../../../platform/audit/audit-log.ts'
import { type CommandContext } from '../../../platform/access/command-context.ts'
import { steppedUpUntil } from '../../../platform/access/step-up.ts'
import { type RequestInfo } from '../../../platform/http/route.ts'
import { lockDispute } from './dispute.repository.ts'
import { carryOutEnd, newPartIds } from './end-dispute.ts'
import { readDisputeAsAdmin } from './read-dispute.ts'

/**
 * Decides a dispute for an admin once its mediation is over, with the reason that both sides read. Refuses
 * dispute.not-found, dispute.own (not-allowed) to an admin who is one of the two, and what the core refuses.
 */
export async function decideDispute(
  ctx: CommandContext & { readonly request: RequestInfo },
  id: string,
  { release, refund, reason, expected }: DecideDisputeBody,
): Promise<Result<AdminDispute>> {
  const { tx, actor, deps, clock, request } = ctx
  const locked = await lockDispute(tx, id)
  if (!locked) return refuse('dispute.not-found', 'not-found')
  const { agreement, dispute } = locked
  if (actor.id === agreement.clientId || actor.id === agreement.creatorId) return refuse('dispute.own', 'not-allowed')
  const at = clock.now()
  const hasSteppedUp = (await steppedUpUntil(tx, { actor, cookieToken: request.cookieToken }, at)) !== undefined
  const shares = { release: minor(release), refund: minor(refund) }
  const input = { ...newPartIds(deps.ids), ...shares, reason, expected, hasSteppedUp }
  const decided = decide(locked, input, at)
  if (!decided.ok) return decided
  // The two read that an admin decided, and not who.
  await carryOutEnd(tx, locked, decided.value, input, { actor: null, at }, { by: actor.id, reason: input.reason })
  await recordAudit(tx, {
    action: 'dispute.decided-by-admin',
    userId: null,
    actorId: actor.id,
    at,
    request,
    data: {
      dispute: id,
      reason,
      before: { state: dispute.state, amount: dispute.amount },
      after: { state: decided.value.next.state, release, refund },
    },
  })
  return readDisputeAsAdmin(ctx, id)
}
