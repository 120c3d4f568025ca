import { type WebhookBody } from '@veranda/contract/payments/schemas.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { type Tx } from '../../../platform/db/database.ts'
import { type Deps } from '../../../platform/deps.ts'
import { type PaymentEvent } from '../../../gateways/payments/payment-events.ts'
import { type PaymentGateway } from '../../../gateways/payments/payment-gateway.ts'
import { authoriseCharge } from '../charges/authorise-charge.ts'
import { captureCharge } from '../charges/capture-charge.ts'
import { recordChargeback } from '../charges/record-chargeback.ts'
import { settleCharge } from '../charges/settle-charge.ts'
import { markPayoutFailed, markPayoutPaid, markPayoutReturned } from '../payouts/record-payout-outcome.ts'
import { failCharge } from '../charges/start-charge.ts'
import { markVoided } from '../charges/void-charge.ts'
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
  const news = gateway.parseWebhook(body)
  if (news) await dispatchWebhook({ tx, deps, now }, news)
  else deps.log.info({ type: body.type, webhook: body.id }, 'payment webhook ignored: no charge or payout of ours')
  await tx
    .updateTable('webhook_events')
    .set({ handled_at: new Date(now) })
    .where('id', '=', body.id)
    .execute()
}

async function dispatchWebhook(ctx: { tx: Tx; deps: Deps; now: Instant }, news: PaymentEvent): Promise<void> {
  switch (news.type) {
    case 'charge.authorised':
      return authoriseCharge(ctx, news.data)
    case 'charge.voided':
      return markVoided(ctx, news.data)
    case 'charge.captured':
      return captureCharge(ctx, news.data)
    case 'charge.failed':
      return failCharge(ctx.tx, news.data.reference, news.data.failure, ctx.now)
    case 'charge.settled':
      return settleCharge(ctx, news.data)
    case 'charge.disputed':
      return recordChargeback(ctx, news.data)
    case 'refund.paid':
      return finishRefund(ctx, news.data)
    case 'payout.paid':
      return markPayoutPaid(ctx, news.data)
    case 'payout.failed':
      return markPayoutFailed(ctx, news.data)
    case 'payout.returned':
      return markPayoutReturned(ctx, news.data)
    default:
      return news satisfies never
  }
}
