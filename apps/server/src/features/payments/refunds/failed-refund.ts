import { type RedirectRefundBody } from '@veranda/contract/payments/refunds/schemas.ts'
import { minor } from '@veranda/core/money/money.ts'
import { paymentsOff } from '@veranda/core/payments/payments-off.ts'
import { parseIban } from '@veranda/core/payments/payouts/payout-account.ts'
import { nextRetryAt } from '@veranda/core/payments/refunds/refund.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { type PaymentEventData } from '../../../gateways/payments/payment-events.ts'
import { type PaymentGateway } from '../../../gateways/payments/payment-gateway.ts'
import { type Actor } from '../../../platform/access/actor.ts'
import { steppedUpUntil } from '../../../platform/access/step-up.ts'
import { recordAudit } from '../../../platform/audit/audit-log.ts'
import { type Tx } from '../../../platform/db/database.ts'
import { transact } from '../../../platform/db/transact.ts'
import { type Deps } from '../../../platform/deps.ts'
import { type RequestInfo } from '../../../platform/http/route.ts'
import { figure, type FigureQuery } from '../../../platform/metrics/figure.ts'
import { cancelTimer, scheduleTimer, timerHandler } from '../../../platform/timers/timers.ts'
import { appendChargeEvent, chargeFacts, lockCharge } from '../charges/charge.repository.ts'
import { enqueueRefund } from './refund-card.ts'
import { decideRefundStep, lockRefund, refundIdOf, type RefundRow } from './refund.repository.ts'

const timerKind = 'payments.retry-refund'

/** Returns the key of the timer that sends a failed refund again. */
export function refundTimerKey(refundId: string): string {
  return `${timerKind}:${refundId}`
}

/**
 * Records that the card's bank refused a refund, and schedules the next attempt. The money stays owed to the client. An
 * attempt before the current one changes nothing.
 */
export async function markRefundFailed(
  { tx, deps, now }: { tx: Tx; deps: Deps; now: Instant },
  { reference, charge: chargeId, attempt, failure }: PaymentEventData<'refund.failed'>,
): Promise<void> {
  const charge = await lockCharge(tx, chargeId)
  const refund = charge && (await lockRefund(tx, reference))
  if (!charge || !refund) {
    deps.log.error({ reference, charge: chargeId, failure }, 'a refund failed that has no row: pay it by hand')
    return
  }
  if (refund.attempt !== attempt || !decideRefundStep(refund, 'fail', 'system').ok) return
  await tx.updateTable('refunds').set({ state: 'failed', failure }).where('id', '=', refund.id).execute()
  const retryAt = nextRetryAt(attempt, now)
  if (retryAt !== undefined) {
    const subject = { kind: 'refund', id: refund.id }
    await scheduleTimer(tx, { kind: timerKind, subject, at: retryAt, key: refundTimerKey(refund.id) })
  }
  deps.log.error({ refund: refund.id, attempt, failure }, 'a refund failed')
  const data = {
    ...chargeFacts(charge),
    refundId: refundIdOf(refund),
    refunded: minor(refund.amount),
    reason: failure,
    ...(retryAt !== undefined && { retryAt }),
  }
  await appendChargeEvent(tx, charge, { type: 'charge.refund-failed', data }, now)
}

/** Counts the refunds that were refused and have not been sent again. */
export const countFailedRefunds: FigureQuery = async (tx) => {
  const { failed } = await tx
    .selectFrom('refunds')
    .select(({ fn }) => fn.countAll<number>().as('failed'))
    .where('state', '=', 'failed')
    .executeTakeFirstOrThrow()
  return [figure('veranda_refunds_failed', 'Refunds that a card refused, and that have not been sent again.', failed)]
}

/** Sends a failed refund to the same card again when its timer fires. */
export const retryRefund = timerHandler(timerKind, async ({ tx, timer, deps }) => {
  const id = timer.subject.id
  const found = await tx.selectFrom('refunds').select('charge_id').where('id', '=', id).executeTakeFirst()
  // Webhooks lock the charge first.
  if (!found || !(await lockCharge(tx, found.charge_id))) return
  const refund = await lockRefund(tx, id)
  if (refund && decideRefundStep(refund, 'retry', 'system').ok)
    await sendRefundAgain(tx, deps, refund, { bankLast4: null })
})

/**
 * Sends a failed refund to a bank account of the client, who needs a recent step-up (decision 018). Only the provider
 * keeps the account; we see its last digits. Refuses refund.not-found (not-found) to everyone else, and refund.not-failed
 * (conflict), and milestone.frozen (conflict) after a chargeback of its charge.
 */
export async function redirectRefund(
  { actor, deps, request }: { actor: Actor; deps: Deps; request: RequestInfo },
  gateway: PaymentGateway,
  { id, holder, iban }: RedirectRefundBody & { id: string },
): Promise<Result<{ done: true }>> {
  if (!deps.env.payments) return paymentsOff()
  const found = await deps.db.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirst()
  if (found?.client_id !== actor.id) return refuse('refund.not-found', 'not-found')
  const parsed = parseIban(iban)
  if (!parsed.ok) return parsed
  const allowed = decideRefundStep(found, 'redirect', 'client')
  if (!allowed.ok) return allowed
  const caller = { actor, cookieToken: request.cookieToken }
  if ((await steppedUpUntil(deps.db, caller, deps.clock.now())) === undefined) {
    return refuse('step-up.required', 'not-allowed')
  }
  // What the bank may pay back itself is not sent elsewhere as well.
  const chargeback = await deps.db
    .selectFrom('chargebacks')
    .select('state')
    .where('charge_id', '=', found.charge_id)
    .executeTakeFirst()
  if (chargeback && chargeback.state !== 'won') return refuse('milestone.frozen', 'conflict')
  await gateway.redirectRefund({ client: actor.id, reference: id, holder, iban: parsed.value.text })
  return transact(deps, async (tx) => {
    await lockCharge(tx, found.charge_id)
    const refund = await lockRefund(tx, id)
    // It may have been sent again or paid while the provider worked; the account then waits for the next attempt.
    if (!refund) return refuse('refund.not-found', 'not-found')
    const decided = decideRefundStep(refund, 'redirect', 'client')
    if (!decided.ok) return decided
    const { country, last4 } = parsed.value
    const at = deps.clock.now()
    const action = 'refund.redirected'
    await recordAudit(tx, {
      action,
      userId: actor.id,
      actorId: actor.id,
      at,
      request,
      data: { refund: id, country, last4 },
    })
    await cancelTimer(tx, refundTimerKey(id))
    await sendRefundAgain(tx, deps, refund, { bankLast4: last4 })
    return ok({ done: true as const })
  })
}

/**
 * Sends a failed refund again, to the bank account whose digits are new or the way it went before. The charge and the
 * refund are locked.
 */
export async function sendRefundAgain(
  tx: Tx,
  deps: Deps,
  refund: RefundRow,
  { bankLast4, byAdmin = false }: { bankLast4: string | null; byAdmin?: boolean },
): Promise<void> {
  const charge = await lockCharge(tx, refund.charge_id)
  if (!charge) throw new Error(`refund ${refund.id} has no charge`)
  const attempt = refund.attempt + 1
  await tx
    .updateTable('refunds')
    .set({ state: 'requested', attempt, failure: null, bank_last4: bankLast4 ?? refund.bank_last4 })
    .where('id', '=', refund.id)
    .execute()
  const { id: reference, amount, currency } = refund
  await enqueueRefund(tx, deps, { reference, charge: charge.id, client: charge.client_id, amount, currency, attempt })
  const data = { ...chargeFacts(charge), refundId: refundIdOf(refund), refunded: minor(amount), byAdmin }
  await appendChargeEvent(tx, charge, { type: 'charge.refund-retried', data }, deps.clock.now())
}
