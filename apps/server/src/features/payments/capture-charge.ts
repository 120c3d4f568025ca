import { processorFee, refundPaid, returnUnapplied, settle } from '@veranda/core/ledger/postings.ts'
import { credit, debit, posting } from '@veranda/core/ledger/entry.ts'
import { minor } from '@veranda/core/money/money.ts'
import { type PaymentEvent } from '@veranda/core/payments/events.ts'
import { type Instant, fromIso } from '@veranda/core/time/instant.ts'
import { type Tx } from '../../db/database.ts'
import { type Deps } from '../../deps.ts'
import { cancelDue } from '../../due/due.ts'
import { type NewsOf } from '../../gateways/payments/news.ts'
import { type PaymentGateway } from '../../gateways/payments/payments.ts'
import { worker } from '../../jobs/jobs.ts'
import { post } from '../../ledger/post.ts'
import { reaction } from '../../log/react.ts'
import { askVoid } from './authorise-charge.ts'
import { appendCharge, chargeFacts, lockCharge, projectOf } from './charge-rows.ts'
import { makeDueEarningsAvailable } from './hold-earnings.ts'
import { expiryKey } from './start-charge.ts'

type At = { readonly tx: Tx; readonly deps: Deps; readonly now: Instant }

/**
 * The provider took the money, at whatever moment: whether it fits an open attempt the milestone decides, which reads
 * `charge.captured`. The processor's fee is posted without the milestone, since the money may belong to none.
 */
export async function captureCharge({ tx, now }: At, news: NewsOf<'charge.captured'>): Promise<void> {
  const charge = await lockCharge(tx, news.reference)
  if (!charge || charge.state === 'captured' || charge.state === 'refunded') return
  const at = fromIso(news.capturedAt) ?? now
  await tx
    .updateTable('charges')
    .set({ state: 'captured', failure: null, provider_id: news.providerId, captured_at: new Date(at) })
    .where('id', '=', charge.id)
    .execute()
  await cancelDue(tx, expiryKey(charge.id))
  const captured = { ...charge, amount: news.amount, currency: news.currency }
  if (news.fee > 0) {
    await post(tx, {
      ...processorFee(minor(news.fee)),
      cause: `processor-fee:${charge.id}`,
      currency: news.currency,
      at: now,
      ...projectOf(charge),
    })
  }
  await appendCharge(tx, charge, { type: 'charge.captured', data: { ...chargeFacts(captured), at } }, now)
}

/** T2: the captured money, less the fee and what was refunded before, has settled. */
export async function settleCharge(at: At, news: NewsOf<'charge.settled'>): Promise<void> {
  const { tx, now } = at
  const charge = await lockCharge(tx, news.reference)
  if (!charge || charge.settled_at !== null) return
  await tx
    .updateTable('charges')
    .set({ settled_at: new Date(now) })
    .where('id', '=', charge.id)
    .execute()
  // A charge refunded before it settled leaves only the processor's fee, which settles against us.
  const settled =
    news.amount < 0
      ? posting('T2', [debit('psp_clearing', minor(-news.amount)), credit('psp_available', minor(-news.amount))])
      : settle(minor(news.amount))
  if (settled.entries.length > 0) {
    await post(tx, {
      ...settled,
      cause: `settle:${charge.id}`,
      currency: news.currency,
      at: now,
      ...projectOf(charge),
    })
  }
  const data = { ...chargeFacts(charge), processorFee: minor(news.fee) }
  await appendCharge(tx, charge, { type: 'charge.settled', data }, now)
  await makeDueEarningsAvailable(at, { chargeId: charge.id })
}

/**
 * Money that fits no open attempt goes back by itself: first owed, then refunded by a job, posted as paid when told. A
 * card that was only authorised is let go.
 */
export const returnUnappliedCharge = reaction<PaymentEvent<'charge.unapplied'>>(
  'payments-return-unapplied',
  ['charge.unapplied'],
  async ({ tx, event, deps }) => {
    const { chargeId, clientId, amount, currency } = event.data
    const charge = await lockCharge(tx, chargeId)
    if (charge?.state === 'authorised') return askVoid(tx, deps, chargeId)
    if (charge?.state !== 'captured') return
    await tx.updateTable('charges').set({ state: 'refunded' }).where('id', '=', chargeId).execute()
    await post(tx, {
      ...returnUnapplied({ client: clientId }, amount),
      cause: `return-unapplied:${chargeId}`,
      currency,
      at: event.at,
      ...projectOf(charge),
      people: { client: clientId },
    })
    const refund = { reference: chargeId, charge: chargeId, amount, currency }
    await deps.jobs.enqueue(tx, 'payments-refund', refund, { key: `refund:${chargeId}` })
  },
)

type Refund = { reference: string; charge: string; amount: number; currency: string }

/** Asks the provider to give money back; `reference` makes a repetition harmless. */
export function refundCard(gateway: () => PaymentGateway) {
  return worker<Refund>('payments-refund', async (refund) => {
    await gateway().refund({ ...refund, key: `refund:${refund.reference}` })
  })
}

/** T6, second half: the refund was paid. */
export async function finishRefund({ tx, now }: At, news: NewsOf<'refund.paid'>): Promise<void> {
  const charge = await lockCharge(tx, news.charge)
  if (!charge) return
  const from = news.from === 'available' ? 'psp_available' : 'psp_clearing'
  const posted = await post(tx, {
    ...refundPaid({ client: charge.client_id }, minor(news.amount), from),
    cause: `refund-paid:${news.reference}`,
    currency: news.currency,
    at: now,
    ...projectOf(charge),
    people: { client: charge.client_id },
  })
  if (!posted.ok) return
  await tx
    .updateTable('charges')
    .set({ refunded_at: new Date(now) })
    .where('id', '=', charge.id)
    .execute()
  const data = { ...chargeFacts(charge), refunded: minor(news.amount) }
  await appendCharge(tx, charge, { type: 'charge.refunded', data }, now)
}
