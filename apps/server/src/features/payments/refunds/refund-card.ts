import { refundPaid } from '@veranda/core/ledger/transaction-builders.ts'
import { minor } from '@veranda/core/money/money.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { type Tx } from '../../../platform/db/database.ts'
import { type Deps } from '../../../platform/deps.ts'
import { type PaymentEventData } from '../../../gateways/payments/payment-events.ts'
import { type PaymentGateway } from '../../../gateways/payments/payment-gateway.ts'
import { worker } from '../../../platform/jobs/worker.ts'
import { postTransaction } from '../../../platform/ledger/post-transaction.ts'
import { appendChargeEvent, chargeFacts, lockCharge, ledgerProjectOf } from '../charges/charge.repository.ts'
import { decideRefundStep, lockRefund, refundIdOf } from './refund.repository.ts'

type RefundJob = {
  reference: string
  charge: string
  client: string
  amount: number
  currency: string
  attempt: number
}

/** Enqueues an attempt of a refund (from 1); a second one with the same reference and attempt changes nothing. */
export async function enqueueRefund(tx: Tx, deps: Deps, refund: RefundJob): Promise<void> {
  await deps.jobs.enqueue(tx, 'payments-refund', refund, { key: refundKey(refund) })
}

/** Asks the provider for a refund; its reference and attempt make a repeated request harmless. */
export function refundCard(gateway: () => PaymentGateway) {
  return worker<Omit<RefundJob, 'client' | 'attempt'> & Partial<RefundJob>>('payments-refund', async (job) => {
    // Jobs that were enqueued before refunds could fail have neither.
    const refund = { ...job, client: job.client ?? '', attempt: job.attempt ?? 1 }
    await gateway().refund({ ...refund, key: refundKey(refund) })
  })
}

function refundKey({ reference, attempt }: Pick<RefundJob, 'reference' | 'attempt'>): string {
  return attempt === 1 ? `refund:${reference}` : `refund:${reference}:${attempt}`
}

/** Posts `refund_paid` when the provider reports the refund. */
export async function finishRefund(
  { tx, now }: { tx: Tx; now: Instant },
  paymentEvent: PaymentEventData<'refund.paid'>,
): Promise<void> {
  const charge = await lockCharge(tx, paymentEvent.charge)
  if (!charge) return
  const from = paymentEvent.from === 'available' ? 'psp_available' : 'psp_clearing'
  const posted = await postTransaction(tx, {
    ...refundPaid({ client: charge.client_id }, minor(paymentEvent.amount), from),
    cause: `refund-paid:${paymentEvent.reference}`,
    currency: paymentEvent.currency,
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
  // A refund that was requested by an earlier version of the product may have no row.
  const refund = await lockRefund(tx, paymentEvent.reference)
  const isPaid = refund && decideRefundStep(refund, 'pay', 'system').ok
  if (isPaid) {
    await tx
      .updateTable('refunds')
      .set({ state: 'paid', failure: null, paid_at: new Date(now) })
      .where('id', '=', refund.id)
      .execute()
  }
  const data = {
    ...chargeFacts(charge),
    refunded: minor(paymentEvent.amount),
    ...(refund && refund.milestone_refund_id !== null && { refundId: refundIdOf(refund) }),
  }
  await appendChargeEvent(tx, charge, { type: 'charge.refunded', data }, now)
}
