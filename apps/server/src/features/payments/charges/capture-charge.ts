import { processorFee, refundPaid, unappliedRefund, settleFunds } from '@veranda/core/ledger/transaction-builders.ts'
import { credit, debit, makeTransaction } from '@veranda/core/ledger/transaction.ts'
import { minor } from '@veranda/core/money/money.ts'
import { type PaymentEvent } from '@veranda/core/payments/events.ts'
import { type Instant, fromIso } from '@veranda/core/time/instant.ts'
import { type Tx } from '../../../platform/db/database.ts'
import { type Deps } from '../../../platform/deps.ts'
import { cancelTimer } from '../../../platform/timers/timers.ts'
import { type PaymentEventData } from '../../../gateways/payments/payment-events.ts'
import { type PaymentGateway } from '../../../gateways/payments/payment-gateway.ts'
import { worker } from '../../../platform/jobs/worker.ts'
import { postTransaction } from '../../../platform/ledger/post-transaction.ts'
import { eventHandler } from '../../../platform/events/event-handler.ts'
import { enqueueVoid } from './authorise-charge.ts'
import { appendChargeEvent, chargeFacts, lockCharge, ledgerProjectOf } from './charge.repository.ts'
import { matureEarnings } from '../payouts/payout-delay.ts'
import { chargeExpiryKey } from './start-charge.ts'

type WebhookContext = { readonly tx: Tx; readonly deps: Deps; readonly now: Instant }

/**
 * Records a capture whenever the provider reports it. The owner of the milestone or booking handles `charge.captured`
 * and decides whether it fits an open attempt. The processor's fee is posted without the milestone, since the money may
 * belong to none.
 */
export async function captureCharge(
  { tx, now }: WebhookContext,
  news: PaymentEventData<'charge.captured'>,
): Promise<void> {
  const charge = await lockCharge(tx, news.reference)
  if (!charge || charge.state === 'captured' || charge.state === 'refunded') return
  const at = fromIso(news.capturedAt) ?? now
  await tx
    .updateTable('charges')
    .set({ state: 'captured', failure: null, provider_id: news.providerId, captured_at: new Date(at) })
    .where('id', '=', charge.id)
    .execute()
  await cancelTimer(tx, chargeExpiryKey(charge.id))
  const captured = { ...charge, amount: news.amount, currency: news.currency }
  if (news.fee > 0) {
    await postTransaction(tx, {
      ...processorFee(minor(news.fee)),
      cause: `processor-fee:${charge.id}`,
      currency: news.currency,
      at: now,
      ...ledgerProjectOf(charge),
    })
  }
  await appendChargeEvent(tx, charge, { type: 'charge.captured', data: { ...chargeFacts(captured), at } }, now)
}

/** Posts `settle_funds`: the captured money, less the fee and earlier refunds, has settled. */
export async function settleCharge(ctx: WebhookContext, news: PaymentEventData<'charge.settled'>): Promise<void> {
  const { tx, now } = ctx
  const charge = await lockCharge(tx, news.reference)
  if (!charge || charge.settled_at !== null) return
  await tx
    .updateTable('charges')
    .set({ settled_at: new Date(now) })
    .where('id', '=', charge.id)
    .execute()
  // A charge refunded before it settled leaves only the processor's fee, which settles against the platform.
  const settled =
    news.amount < 0
      ? makeTransaction('settle_funds', [
          debit('psp_clearing', minor(-news.amount)),
          credit('psp_available', minor(-news.amount)),
        ])
      : settleFunds(minor(news.amount))
  if (settled.entries.length > 0) {
    await postTransaction(tx, {
      ...settled,
      cause: `settle:${charge.id}`,
      currency: news.currency,
      at: now,
      ...ledgerProjectOf(charge),
    })
  }
  const data = { ...chargeFacts(charge), processorFee: minor(news.fee) }
  await appendChargeEvent(tx, charge, { type: 'charge.settled', data }, now)
  await matureEarnings(ctx, { chargeId: charge.id })
}

/**
 * Refunds money that fits no open attempt: posts it as owed, enqueues the refund, and `finishRefund` posts it as paid.
 * A card that was only authorised is voided.
 */
export const returnUnappliedCharge = eventHandler<PaymentEvent<'charge.unapplied'>>(
  'payments-return-unapplied',
  ['charge.unapplied'],
  async ({ tx, event, deps }) => {
    const { chargeId, clientId, amount, currency } = event.data
    const charge = await lockCharge(tx, chargeId)
    if (charge?.state === 'authorised') return enqueueVoid(tx, deps, chargeId)
    if (charge?.state !== 'captured') return
    await tx.updateTable('charges').set({ state: 'refunded' }).where('id', '=', chargeId).execute()
    await postTransaction(tx, {
      ...unappliedRefund({ client: clientId }, amount),
      cause: `return-unapplied:${chargeId}`,
      currency,
      at: event.at,
      ...ledgerProjectOf(charge),
      parties: { client: clientId },
    })
    const refund = { reference: chargeId, charge: chargeId, amount, currency }
    await deps.jobs.enqueue(tx, 'payments-refund', refund, { key: `refund:${chargeId}` })
  },
)

type RefundJob = { reference: string; charge: string; amount: number; currency: string }

/** Asks the provider for a refund; `reference` makes a repeated request harmless. */
export function refundCard(gateway: () => PaymentGateway) {
  return worker<RefundJob>('payments-refund', async (refund) => {
    await gateway().refund({ ...refund, key: `refund:${refund.reference}` })
  })
}

/** Posts `refund_paid` when the provider reports the refund. */
export async function finishRefund({ tx, now }: WebhookContext, news: PaymentEventData<'refund.paid'>): Promise<void> {
  const charge = await lockCharge(tx, news.charge)
  if (!charge) return
  const from = news.from === 'available' ? 'psp_available' : 'psp_clearing'
  const posted = await postTransaction(tx, {
    ...refundPaid({ client: charge.client_id }, minor(news.amount), from),
    cause: `refund-paid:${news.reference}`,
    currency: news.currency,
    at: now,
    ...ledgerProjectOf(charge),
    parties: { client: charge.client_id },
  })
  if (!posted.ok) return
  await tx
    .updateTable('charges')
    .set({ refunded_at: new Date(now) })
    .where('id', '=', charge.id)
    .execute()
  const data = { ...chargeFacts(charge), refunded: minor(news.amount) }
  await appendChargeEvent(tx, charge, { type: 'charge.refunded', data }, now)
}
