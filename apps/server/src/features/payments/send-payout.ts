import { type PayoutId, type PersonId } from '@veranda/core/ids.ts'
import { payoutFailed, payoutPaid, payoutReturned } from '@veranda/core/ledger/postings.ts'
import { takeStep } from '@veranda/core/machine.ts'
import { type Currency, minor } from '@veranda/core/money/money.ts'
import { type PaymentEvent, type PayoutFacts } from '@veranda/core/payments/events.ts'
import { type PayoutAction, payoutMachine } from '@veranda/core/payments/payout-states.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { type Selectable } from 'kysely'
import { type Db, type Tx } from '../../db/database.ts'
import { type PaymentTables } from '../../db/tables/payments.ts'
import { transact } from '../../db/transact.ts'
import { type Deps } from '../../deps.ts'
import { type NewsOf } from '../../gateways/payments/news.ts'
import { type PaymentGateway } from '../../gateways/payments/payments.ts'
import { worker } from '../../jobs/jobs.ts'
import { balanceOf } from '../../ledger/balances.ts'
import { post } from '../../ledger/post.ts'
import { append } from '../../log/append.ts'
import { lockCreatorMoney } from './creator-lock.ts'

export type PayoutRow = Selectable<PaymentTables['payouts']>

/** What every event about a payout says. */
export function payoutFacts(row: Pick<PayoutRow, 'id' | 'creator_id' | 'amount' | 'currency'>): PayoutFacts {
  return {
    // Rows are where the brands of ids and currencies come from.
    payoutId: row.id as PayoutId,
    creatorId: row.creator_id as PersonId,
    amount: minor(row.amount),
    currency: row.currency as Currency,
  }
}

type PayoutEvent = Extract<PaymentEvent, { type: `payout.${string}` }>

export async function appendPayout(tx: Tx, event: PayoutEvent, actor: string | null, at: Instant): Promise<void> {
  const subject = { kind: 'payout', id: event.data.payoutId }
  await append(tx, { type: event.type, subject, actor, at, data: event.data })
}

function lockPayout(tx: Tx, id: string): Promise<PayoutRow | undefined> {
  return tx.selectFrom('payouts').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Payouts that were asked for while the transfer was still under way. The creator's money is locked. */
export async function wakeWaitingPayouts(tx: Tx, deps: Deps, creatorId: string): Promise<void> {
  const waiting = await tx
    .selectFrom('payouts')
    .select('id')
    .where('creator_id', '=', creatorId)
    .where('state', '=', 'requested')
    .execute()
  for (const { id } of waiting) await deps.jobs.enqueue(tx, 'payments-send-payout', { payoutId: id })
}

/**
 * Asks the provider to pay out, between two transactions. The money must lie on the creator's account there; if the
 * transfer is still under way nothing is done, and the transfer's end asks again.
 */
export function sendPayout(gateway: () => PaymentGateway) {
  return worker<{ payoutId: string }>('payments-send-payout', async ({ payoutId }, deps) => {
    const payout = await transact(deps, async (tx) => {
      const row = await lockPayout(tx, payoutId)
      if (row?.state !== 'requested') return undefined
      await lockCreatorMoney(tx, row.creator_id)
      return (await isCovered(tx, row)) ? row : undefined
    })
    if (!payout) return
    const { id, creator_id: account, amount, currency } = payout
    const { providerId } = await gateway().payout({ key: `payout:${id}`, reference: id, account, amount, currency })
    await transact(deps, async (tx) => {
      const row = await lockPayout(tx, id)
      if (!row) return
      await tx.updateTable('payouts').set({ provider_id: providerId }).where('id', '=', id).execute()
      if (!takes(row, 'send')) return
      await tx.updateTable('payouts').set({ state: 'in_transit' }).where('id', '=', id).execute()
      await appendPayout(tx, { type: 'payout.sent', data: payoutFacts(row) }, null, deps.clock.now())
    })
  })
}

/** Whether what was transferred is enough for this payout and for those that were sent before it. */
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

type At = { readonly tx: Tx; readonly now: Instant }

/** T5, second half: the payout arrived. */
export async function finishPayout({ tx, now }: At, news: NewsOf<'payout.paid'>): Promise<void> {
  const row = await lockPayout(tx, news.reference)
  if (!row || !takes(row, 'pay')) return
  await tx
    .updateTable('payouts')
    .set({ state: 'paid', paid_at: new Date(now) })
    .where('id', '=', row.id)
    .execute()
  await post(tx, { ...payoutPaid({ creator: row.creator_id }, minor(row.amount)), ...about(row, 'payout-paid', now) })
  await appendPayout(tx, { type: 'payout.paid', data: payoutFacts(row) }, null, now)
}

/** T5x: the bank refused it before it was paid, and the amount is available again. */
export async function failPayout({ tx, now }: At, news: NewsOf<'payout.failed'>): Promise<void> {
  const row = await lockPayout(tx, news.reference)
  if (!row || !takes(row, 'fail')) return
  const failure = news.failure
  await tx.updateTable('payouts').set({ state: 'failed', failure }).where('id', '=', row.id).execute()
  await post(tx, {
    ...payoutFailed({ creator: row.creator_id }, minor(row.amount)),
    ...about(row, 'payout-failed', now),
  })
  await appendPayout(tx, { type: 'payout.failed', data: { ...payoutFacts(row), reason: failure } }, null, now)
}

/** T5x: it came back after it was paid, and the amount is available again. */
export async function returnPayout({ tx, now }: At, news: NewsOf<'payout.returned'>): Promise<void> {
  const row = await lockPayout(tx, news.reference)
  if (!row || !takes(row, 'return')) return
  const failure = news.failure
  await tx.updateTable('payouts').set({ state: 'returned', failure }).where('id', '=', row.id).execute()
  const posting = payoutReturned({ creator: row.creator_id }, minor(row.amount))
  await post(tx, { ...posting, ...about(row, 'payout-returned', now) })
  await appendPayout(tx, { type: 'payout.returned', data: { ...payoutFacts(row), reason: failure } }, null, now)
}

function takes(row: PayoutRow, action: PayoutAction): boolean {
  return takeStep(payoutMachine, { state: row.state, version: 0 }, action, 'system').ok
}

function about(row: PayoutRow, what: string, at: Instant) {
  return { cause: `${what}:${row.id}`, currency: row.currency, at, people: { creator: row.creator_id } }
}
