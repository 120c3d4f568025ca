import { type PayoutAccountReply } from '@veranda/contract/payments/schemas.ts'
import { asId, type UserId } from '@veranda/core/ids.ts'
import { refuse, type Result } from '@veranda/core/result.ts'
import { type PaymentGateway } from '../../../gateways/payments/payment-gateway.ts'
import { type Actor } from '../../../platform/access/actor.ts'
import { steppedUpUntil } from '../../../platform/access/step-up.ts'
import { recordAudit } from '../../../platform/audit/audit-log.ts'
import { transact } from '../../../platform/db/transact.ts'
import { type Deps } from '../../../platform/deps.ts'
import { appendEvent } from '../../../platform/events/append-event.ts'
import { type RequestInfo } from '../../../platform/http/route.ts'
import { readPayoutAccount } from './change-payout-account.ts'
import { resumePayouts } from './stop-payouts.ts'

/**
 * Lets the caller's stopped payouts go on to the bank account that there is, after a step-up. Changes nothing when they
 * are not stopped. Refuses step-up.required (not-allowed).
 */
export async function confirmPayoutAccount(
  { actor, deps, request }: { actor: Actor; deps: Deps; request: RequestInfo },
  gateway: PaymentGateway,
): Promise<Result<PayoutAccountReply>> {
  const confirmed = await transact(deps, async (tx) => {
    const at = deps.clock.now()
    const caller = { actor, cookieToken: request.cookieToken }
    if ((await steppedUpUntil(tx, caller, at)) === undefined) return false
    if (!(await resumePayouts(tx, deps, actor.id))) return true
    const type = 'account.payout-account-confirmed'
    await recordAudit(tx, { action: type, userId: actor.id, actorId: actor.id, at, request })
    const subject = { kind: 'user', id: actor.id }
    await appendEvent(tx, { type, subject, actor: actor.id, at, data: { userId: asId<UserId>(actor.id) } })
    return true
  })
  return confirmed ? readPayoutAccount(deps, gateway, actor.id) : refuse('step-up.required', 'not-allowed')
}
