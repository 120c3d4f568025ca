import { type WebhookBody } from '@veranda/contract/payments/schemas.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { type Tx } from '../../../platform/db/database.ts'
import { type Deps } from '../../../platform/deps.ts'
import { type PaymentEvent } from '../../../gateways/payments/payment-events.ts'
import { type PaymentGateway } from '../../../gateways/payments/payment-gateway.ts'
import { authoriseCharge } from '../charges/authorise-charge.ts'
import { captureCharge } from '../charges/capture-charge.ts'
import { loseChargeback, winChargeback } from '../charges/decide-chargeback.ts'
import { recordChargeback } from '../charges/record-chargeback.ts'
import { settleCharge } from '../charges/settle-charge.ts'
import { markPayoutFailed, markPayoutPaid, markPayoutReturned } from '../payouts/record-payout-outcome.ts'
import { failCharge } from '../charges/start-charge.ts'
import { markVoided } from '../charges/void-charge.ts'
import { markRefundFailed } from '../refunds/failed-refund.ts'
import { finishRefund } from '../refunds/refund-card.ts'

/**
 * Handles a provider webhook exactly once, whatever its type and however often it arrives: the event is inserted first,
 * and a second one with its id waits for the first and does nothing. A throw rolls back the insert, so that the
 * provider delivers it again.
 */
export async function receiveWebhook(
  ctx: { tx: Tx; deps: Deps },
  gateway: PaymentGateway,
  body: WebhookBody,
): Promise<void> {
  const { tx, deps } = ctx
  const now = deps.clock.now()
  const inserted = await tx
    .insertInto('webhook_events')
    .values({ id: body.id, type: body.type, payload: JSON.stringify(body), received_at: new Date(now) })
    .onConflict((c) => c.column('id').doNothing())
    .executeTakeFirst()
  if (inserted.numInsertedOrUpdatedRows === 0n) return
  const paymentEvent = gateway.parseWebhook(body)
  if (paymentEvent) await dispatchWebhook({ tx, deps, now }, paymentEvent)
  else deps.log.info({ type: body.type, webhook: body.id }, 'payment webhook ignored: no charge or payout of ours')
  await tx
    .updateTable('webhook_events')
    .set({ handled_at: new Date(now) })
    .where('id', '=', body.id)
    .execute()
}

async function dispatchWebhook(ctx: { tx: Tx; deps: Deps; now: Instant }, paymentEvent: PaymentEvent): Promise<void> {
  switch (paymentEvent.type) {
    case 'charge.authorised':
      return authoriseCharge(ctx, paymentEvent.data)
    case 'charge.voided':
      return markVoided(ctx, paymentEvent.data)
    case 'charge.captured':
      return captureCharge(ctx, paymentEvent.data)
    case 'charge.failed':
      return failCharge(ctx.tx, paymentEvent.data.reference, paymentEvent.data.failure, ctx.now)
    case 'charge.settled':
      return settleCharge(ctx, paymentEvent.data)
    case 'charge.disputed':
      return recordChargeback(ctx, paymentEvent.data)
    case 'charge.dispute-won':
      return winChargeback(ctx, paymentEvent.data)
    case 'charge.dispute-lost':
      return loseChargeback(ctx, paymentEvent.data)
    case 'refund.paid':
      return finishRefund(ctx, paymentEvent.data)
    case 'refund.failed':
      return markRefundFailed(ctx, paymentEvent.data)
    case 'payout.paid':
      return markPayoutPaid(ctx, paymentEvent.data)
    case 'payout.failed':
      return markPayoutFailed(ctx, paymentEvent.data)
    case 'payout.returned':
      return markPayoutReturned(ctx, paymentEvent.data)
    default:
      return paymentEvent satisfies never
  }
}
