import { type PayoutId, type UserId } from '@veranda/core/ids.ts'
import { payoutFailed, payoutPaid, payoutReturned } from '@veranda/core/ledger/transaction-builders.ts'
import { applyTransition } from '@veranda/core/state-machine.ts'
import { type Currency, minor } from '@veranda/core/money/money.ts'
import { type PaymentEvent, type PayoutFacts } from '@veranda/core/payments/events.ts'
import { type PayoutAction, payoutMachine } from '@veranda/core/payments/payouts/payout.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { type Selectable } from 'kysely'
import { type Db, type Tx } from '../../../platform/db/database.ts'
import { type PaymentTables } from '../../../platform/db/tables/payments.ts'
import { transact } from '../../../platform/db/transact.ts'
import { type Deps } from '../../../platform/deps.ts'
import { type PaymentEventData } from '../../../gateways/payments/payment-events.ts'
import { type PaymentGateway } from '../../../gateways/payments/payment-gateway.ts'
import { worker } from '../../../platform/jobs/worker.ts'
import { balanceOf } from '../../../platform/ledger/balances.ts'
import { postTransaction } from '../../../platform/ledger/post-transaction.ts'
import { appendEvent } from '../../../platform/events/append-event.ts'
import { lockCreatorBalances } from './creator-balance-lock.ts'

export type PayoutRow = Selectable<PaymentTables['payouts']>

/** Returns the facts that every payout event carries. */
export function payoutFacts(row: Pick<PayoutRow, 'id' | 'creator_id' | 'amount' | 'currency'>): PayoutFacts {
  return {
    // Rows are where ids and currencies get their brands.
    payoutId: row.id as PayoutId,
    creatorId: row.creator_id as UserId,
    amount: minor(row.amount),
    currency: row.currency as Currency,
  }
}

type PayoutEvent = Extract<PaymentEvent, { type: `payout.${string}` }>

export async function appendPayoutEvent(tx: Tx, event: PayoutEvent, actor: string | null, at: Instant): Promise<void> {
  const subject = { kind: 'payout', id: event.data.payoutId }
  await appendEvent(tx, { type: event.type, subject, actor, at, data: event.data })
}

function lockPayout(tx: Tx, id: string): Promise<PayoutRow | undefined> {
  return tx.selectFrom('payouts').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/**
 * Enqueues the payouts that were requested while the transfer was under way. The caller holds the creator's balance
 * lock.
 */
export async function enqueueWaitingPayouts(tx: Tx, deps: Deps, creatorId: string): Promise<void> {
  const waiting = await tx
    .selectFrom('payouts')
    .select('id')
    .where('creator_id', '=', creatorId)
    .where('state', '=', 'requested')
    .execute()
  for (const { id } of waiting) await deps.jobs.enqueue(tx, 'payments-send-payout', { payoutId: id })
}

/**
 * Requests the payout from the provider, between two transactions. The money must be on the creator's account there;
 * while the transfer is under way nothing is done, and the end of the transfer enqueues this job again.
 */
export function sendPayout(gateway: () => PaymentGateway) {
  return worker<{ payoutId: string }>('payments-send-payout', async ({ payoutId }, deps) => {
    const payout = await transact(deps, async (tx) => {
      const row = await lockPayout(tx, payoutId)
      if (row?.state !== 'requested') return undefined
      await lockCreatorBalances(tx, row.creator_id)
      return (await isCovered(tx, row)) ? row : undefined
    })
    if (!payout) return
    const { id, creator_id: account, amount, currency } = payout
    const { providerId } = await gateway().payout({ key: `payout:${id}`, reference: id, account, amount, currency })
    await transact(deps, async (tx) => {
      const row = await lockPayout(tx, id)
      if (!row) return
      await tx.updateTable('payouts').set({ provider_id: providerId }).where('id', '=', id).execute()
      if (!canTransition(row, 'send')) return
      await tx.updateTable('payouts').set({ state: 'in_transit' }).where('id', '=', id).execute()
      await appendPayoutEvent(tx, { type: 'payout.sent', data: payoutFacts(row) }, null, deps.clock.now())
    })
  })
}

/** Returns whether the transferred money covers this payout and those in transit. */
async function isCovered(db: Db, payout: PayoutRow): Promise<boolean> {
  const connected = await balanceOf(db, `psp_connected:${payout.creator_id}`, payout.currency)
  const sent = await db
    .selectFrom('payouts')
    .select(({ fn }) => fn.sum<string>('amount').as('amount'))
    .where('creator_id', '=', payout.creator_id)
    .where('currency', '=', payout.currency)
    .where('state', '=', 'in_transit')
    .executeTakeFirstOrThrow()
  return connected - Number(sent.amount ?? 0) >= payout.amount
}

type WebhookContext = { readonly tx: Tx; readonly now: Instant }

/** Posts `payout_paid`: the payout has arrived. */
export async function markPayoutPaid(
  { tx, now }: WebhookContext,
  news: PaymentEventData<'payout.paid'>,
): Promise<void> {
  const row = await lockPayout(tx, news.reference)
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
  news: PaymentEventData<'payout.failed'>,
): Promise<void> {
  const row = await lockPayout(tx, news.reference)
  if (!row || !canTransition(row, 'fail')) return
  const failure = news.failure
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
  news: PaymentEventData<'payout.returned'>,
): Promise<void> {
  const row = await lockPayout(tx, news.reference)
  if (!row || !canTransition(row, 'return')) return
  const failure = news.failure
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
