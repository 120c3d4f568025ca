import { type AdminRefund, type RetryRefundBody } from '@veranda/contract/payments/refunds/schemas.ts'
import { paymentsOff } from '@veranda/core/payments/payments-off.ts'
import { refuse, type Result } from '@veranda/core/result.ts'
import { type CommandContext } from '../../../platform/access/command-context.ts'
import { steppedUpUntil } from '../../../platform/access/step-up.ts'
import { recordAudit } from '../../../platform/audit/audit-log.ts'
import { type RequestInfo } from '../../../platform/http/route.ts'
import { cancelTimer } from '../../../platform/timers/timers.ts'
import { lockCharge } from '../charges/charge.repository.ts'
import { refundTimerKey, sendRefundAgain } from './failed-refund.ts'
import { readRefundAsAdmin } from './read-refund-as-admin.ts'
import { decideRefundStep, lockRefund } from './refund.repository.ts'

/**
 * Sends a failed refund again for an admin, the way it went before, and notifies the client. Needs a recent step-up,
 * because money moves. Refuses refund.not-found, refund.not-failed (conflict) also for an attempt that someone else has
 * sent again meanwhile, and step-up.required.
 */
export async function retryRefundAsAdmin(
  { tx, actor, deps, request }: CommandContext & { readonly request: RequestInfo },
  id: string,
  { attempt, reason }: RetryRefundBody,
): Promise<Result<AdminRefund>> {
  if (!deps.env.payments) return paymentsOff()
  const found = await tx.selectFrom('refunds').select('charge_id').where('id', '=', id).executeTakeFirst()
  // Webhooks lock the charge first.
  const charge = found && (await lockCharge(tx, found.charge_id))
  const refund = charge && (await lockRefund(tx, id))
  if (!refund) return refuse('refund.not-found', 'not-found')
  const decided = decideRefundStep(refund, 'retry', 'admin')
  if (!decided.ok) return decided
  if (refund.attempt !== attempt) return refuse('refund.not-failed', 'conflict')
  const at = deps.clock.now()
  if ((await steppedUpUntil(tx, { actor, cookieToken: request.cookieToken }, at)) === undefined) {
    return refuse('step-up.required', 'not-allowed')
  }
  await cancelTimer(tx, refundTimerKey(id))
  await sendRefundAgain(tx, deps, refund, { bankLast4: null, byAdmin: true })
  await recordAudit(tx, {
    action: 'refund.retried-by-admin',
    userId: refund.client_id,
    actorId: actor.id,
    at,
    request,
    data: {
      refund: id,
      reason,
      before: { state: refund.state, attempt, failure: refund.failure },
      after: { state: decided.value, attempt: attempt + 1 },
    },
  })
  return readRefundAsAdmin(tx, id)
}
