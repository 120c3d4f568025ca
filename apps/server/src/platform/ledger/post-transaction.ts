import { type Account } from '@veranda/core/ledger/chart-of-accounts.ts'
import { type TransactionKind } from '@veranda/core/ledger/transaction.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { type Tx } from '../db/database.ts'

/** One entry: an account such as `escrow:<milestone id>` with a positive amount of minor units on one side. */
export type NewEntry = { readonly account: Account } & (
  | { readonly debit: number; readonly credit?: never }
  | { readonly credit: number; readonly debit?: never }
)

export type NewTransaction = {
  /** Unique forever: what caused this transaction, such as `release:<milestone id>`. */
  readonly cause: string
  readonly kind: TransactionKind
  readonly currency: string
  readonly entries: readonly NewEntry[]
  readonly at: Instant
  readonly projectId?: string
  readonly milestoneId?: string
  readonly bookingId?: string
  readonly parties?: { readonly client?: string; readonly creator?: string }
}

/**
 * Posts one balanced transaction in minor units of one currency. The database rejects one that does not balance, and
 * any later change. A second post with the same cause writes nothing and is refused with `ledger.already-posted`.
 */
export async function postTransaction(tx: Tx, transaction: NewTransaction): Promise<Result<{ id: string }>> {
  const entries = transaction.entries
    .map((entry) => ({ account: entry.account, debit: entry.debit ?? 0, credit: entry.credit ?? 0 }))
    .filter((entry) => entry.debit !== 0 || entry.credit !== 0)
  for (const { debit, credit } of entries) {
    if (!Number.isSafeInteger(debit) || !Number.isSafeInteger(credit) || debit < 0 || credit < 0) {
      throw new RangeError(`not an amount of minor units in ${transaction.cause}`)
    }
  }
  const id = randomUUID()
  const { rows } = await sql<{ written: number }>`
    with posted as (
      insert into ledger_transactions
        (id, cause, kind, currency, at, project_id, milestone_id, booking_id, client_id, creator_id)
      values (${id}, ${transaction.cause}, ${transaction.kind}, ${transaction.currency}, ${new Date(transaction.at)},
        ${transaction.projectId ?? null}, ${transaction.milestoneId ?? null},
        ${transaction.bookingId ?? null}, ${transaction.parties?.client ?? null}, ${transaction.parties?.creator ?? null})
      on conflict (cause) do nothing
      returning id
    ), written as (
      insert into ledger_entries (transaction_id, line, account, currency, debit, credit)
      select posted.id, entry.line, entry.account, ${transaction.currency}, entry.debit, entry.credit
      from posted, unnest(
        ${entries.map((entry) => entry.account)}::text[],
        ${entries.map((entry) => entry.debit)}::bigint[],
        ${entries.map((entry) => entry.credit)}::bigint[]
      ) with ordinality as entry (account, debit, credit, line)
      returning 1
    )
    select count(*) as written from written`.execute(tx)
  if (rows[0]?.written !== entries.length) return refuse('ledger.already-posted', 'conflict')
  return ok({ id })
}

/** Returns whether the ledger has a transaction with one of these causes. */
export async function isPosted(tx: Tx, causes: readonly string[]): Promise<boolean> {
  const { rows } = await sql`select 1 from ledger_transactions where cause = any(${causes}) limit 1`.execute(tx)
  return rows.length > 0
}
