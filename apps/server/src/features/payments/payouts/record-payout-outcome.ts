import { payoutFailed, payoutPaid, payoutReturned } from '@veranda/core/ledger/transaction-builders.ts'
import { applyTransition } from '@veranda/core/state-machine.ts'
import { minor } from '@veranda/core/money/money.ts'
import { type PayoutAction, payoutMachine } from '@veranda/core/payments/payouts/payout.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { type Tx } from '../../../platform/db/database.ts'
import { type PaymentEventData } from '../../../gateways/payments/payment-events.ts'
import { postTransaction } from '../../../platform/ledger/post-transaction.ts'
import { type PayoutRow, appendPayoutEvent, lockPayout, payoutFacts } from './payout.repository.ts'

type WebhookContext = { readonly tx: Tx; readonly now: Instant }

/** Posts `payout_paid`: the payout has arrived. */
export async function markPayoutPaid(
  { tx, now }: WebhookContext,
  paymentEvent: PaymentEventData<'payout.paid'>,
): Promise<void> {
  const row = await lockPayout(tx, paymentEvent.reference)
  if (!row || !canTransition(row, 'pay')) return
  await tx
    .updateTable('payouts')
    .set({ state: 'paid', paid_at: new Date(now) })
    .where('id', '=', row.id)
    .execute()
  await postTransaction(tx, {
    ...payoutPaid({ creator: row.creator_id }, minor(row.amount)),
    ...transactionFacts(row, 'payout-paid', now),
  })
  await appendPayoutEvent(tx, { type: 'payout.paid', data: payoutFacts(row) }, null, now)
}

/** Posts `payout_failed`: the bank refused it before it was paid, and the amount is available again. */
export async function markPayoutFailed(
  { tx, now }: WebhookContext,
  paymentEvent: PaymentEventData<'payout.failed'>,
): Promise<void> {
  const row = await lockPayout(tx, paymentEvent.reference)
  if (!row || !canTransition(row, 'fail')) return
  const failure = paymentEvent.failure
  await tx.updateTable('payouts').set({ state: 'failed', failure }).where('id', '=', row.id).execute()
  await postTransaction(tx, {
    ...payoutFailed({ creator: row.creator_id }, minor(row.amount)),
    ...transactionFacts(row, 'payout-failed', now),
  })
  await appendPayoutEvent(tx, { type: 'payout.failed', data: { ...payoutFacts(row), reason: failure } }, null, now)
}

/** Posts `payout_returned`: it came back after it was paid, and the amount is available again. */
export async function markPayoutReturned(
  { tx, now }: WebhookContext,
  paymentEvent: PaymentEventData<'payout.returned'>,
): Promise<void> {
  const row = await lockPayout(tx, paymentEvent.reference)
  if (!row || !canTransition(row, 'return')) return
  const failure = paymentEvent.failure
  await tx.updateTable('payouts').set({ state: 'returned', failure }).where('id', '=', row.id).execute()
  const posting = payoutReturned({ creator: row.creator_id }, minor(row.amount))
  await postTransaction(tx, { ...posting, ...transactionFacts(row, 'payout-returned', now) })
  await appendPayoutEvent(tx, { type: 'payout.returned', data: { ...payoutFacts(row), reason: failure } }, null, now)
}

function canTransition(row: PayoutRow, action: PayoutAction): boolean {
  return applyTransition(payoutMachine, { state: row.state, version: 0 }, action, 'system').ok
}

function transactionFacts(row: PayoutRow, what: string, at: Instant) {
  return { cause: `${what}:${row.id}`, currency: row.currency, at, parties: { creator: row.creator_id } }
}
