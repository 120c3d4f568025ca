import { type ChangePayoutAccountBody, type PayoutAccountReply } from '@veranda/contract/payments/schemas.ts'
import { asId, type UserId } from '@veranda/core/ids.ts'
import { paymentsOff } from '@veranda/core/payments/payments-off.ts'
import { parseIban, payoutAccountActionsFor } from '@veranda/core/payments/payouts/payout-account.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { toIso } from '@veranda/core/time/instant.ts'
import { type PaymentGateway } from '../../../gateways/payments/payment-gateway.ts'
import { type Actor } from '../../../platform/access/actor.ts'
import { steppedUpUntil } from '../../../platform/access/step-up.ts'
import { recordAudit } from '../../../platform/audit/audit-log.ts'
import { transact } from '../../../platform/db/transact.ts'
import { type Deps } from '../../../platform/deps.ts'
import { appendEvent } from '../../../platform/events/append-event.ts'
import { type RequestInfo } from '../../../platform/http/route.ts'
import { arePayoutsStopped } from './payout-stop.repository.ts'
import { resumePayouts, stopPayouts } from './stop-payouts.ts'

/**
 * Returns the bank account that a user's payouts go to, with their steps; null where the provider has
 * none.
 */
export async function readPayoutAccount(
  deps: Deps,
  gateway: PaymentGateway,
  userId: string,
): Promise<Result<PayoutAccountReply>> {
  const account = await gateway.payoutAccount(userId)
  if (!account) return ok({ account: null, actions: [] })
  const { last4, bank } = account
  return ok({
    account: bank
      ? { kind: 'bank', holder: bank.holder, country: bank.country, last4, changedAt: toIso(bank.changedAt) }
      : { kind: 'test', last4 },
    actions: payoutAccountActionsFor(await arePayoutsStopped(deps.db, userId)),
  })
}

/**
 * Changes the bank account that the caller's payouts go to. Only the provider keeps it; we see its last digits. Needs a
 * recent step-up of this session (decision 018), because a thief who could change it would get the money; the user is notified.
 * Payouts that were sent before go to the former account. Lets payouts go on that were stopped.
 */
export async function changePayoutAccount(
  { actor, deps, request }: { actor: Actor; deps: Deps; request: RequestInfo },
  gateway: PaymentGateway,
  { holder, iban }: ChangePayoutAccountBody,
): Promise<Result<PayoutAccountReply>> {
  if (!deps.env.payments) return paymentsOff()
  const parsed = parseIban(iban)
  if (!parsed.ok) return parsed
  const caller = { actor, cookieToken: request.cookieToken }
  const hasSteppedUp = (await steppedUpUntil(deps.db, caller, deps.clock.now())) !== undefined
  if (!hasSteppedUp) return refuse('step-up.required', 'not-allowed')
  await gateway.changePayoutAccount({ account: actor.id, holder, iban: parsed.value.text })
  await transact(deps, async (tx) => {
    const at = deps.clock.now()
    const { country, last4 } = parsed.value
    const type = 'account.payout-account-changed'
    await recordAudit(tx, { action: type, userId: actor.id, actorId: actor.id, at, request, data: { country, last4 } })
    const subject = { kind: 'user', id: actor.id }
    await appendEvent(tx, { type, subject, actor: actor.id, at, data: { userId: asId<UserId>(actor.id), last4 } })
    // A session that was ended while the provider worked, as by the undo of a changed address, lets nothing go on.
    if ((await steppedUpUntil(tx, caller, at)) === undefined) await stopPayouts(tx, actor.id, at)
    else await resumePayouts(tx, deps, actor.id)
  })
  return readPayoutAccount(deps, gateway, actor.id)
}
