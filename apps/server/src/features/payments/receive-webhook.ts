import { type WebhookBody } from '@veranda/contract/payments/schemas.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { type Tx } from '../../db/database.ts'
import { type Deps } from '../../deps.ts'
import { type PaymentNews } from '../../gateways/payments/news.ts'
import { type PaymentGateway } from '../../gateways/payments/payments.ts'
import { authoriseCharge, noteVoided } from './authorise-charge.ts'
import { captureCharge, finishRefund, settleCharge } from './capture-charge.ts'
import { chargeBack } from './charge-back.ts'
import { failPayout, finishPayout, returnPayout } from './send-payout.ts'
import { failCharge } from './start-charge.ts'

/**
 * Takes a webhook of the provider once, whatever it is called and however often: the event is inserted first, and a
 * second one under its id waits for the first and does nothing. A throw takes the insert back, so that it comes again.
 */
export async function receiveWebhook(
  at: { tx: Tx; deps: Deps },
  gateway: PaymentGateway,
  body: WebhookBody,
): Promise<void> {
  const { tx, deps } = at
  const now = deps.clock.now()
  const inserted = await tx
    .insertInto('webhook_events')
    .values({ id: body.id, type: body.type, payload: JSON.stringify(body), received_at: new Date(now) })
    .onConflict((c) => c.column('id').doNothing())
    .executeTakeFirst()
  if (inserted.numInsertedOrUpdatedRows === 0n) return
  const news = gateway.readWebhook(body)
  if (news) await handle({ tx, deps, now }, news)
  else deps.log.info({ type: body.type, webhook: body.id }, 'a webhook that concerns nothing of ours')
  await tx
    .updateTable('webhook_events')
    .set({ handled_at: new Date(now) })
    .where('id', '=', body.id)
    .execute()
}

async function handle(at: { tx: Tx; deps: Deps; now: Instant }, news: PaymentNews): Promise<void> {
  switch (news.type) {
    case 'charge.authorised':
      return authoriseCharge(at, news.data)
    case 'charge.voided':
      return noteVoided(at, news.data)
    case 'charge.captured':
      return captureCharge(at, news.data)
    case 'charge.failed':
      return failCharge(at.tx, news.data.reference, news.data.failure, at.now)
    case 'charge.settled':
      return settleCharge(at, news.data)
    case 'charge.disputed':
      return chargeBack(at, news.data)
    case 'refund.paid':
      return finishRefund(at, news.data)
    case 'payout.paid':
      return finishPayout(at, news.data)
    case 'payout.failed':
      return failPayout(at, news.data)
    case 'payout.returned':
      return returnPayout(at, news.data)
    default:
      return news satisfies never
  }
}
