import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { type Tx } from '../db/database.ts'

/** One line: an account such as `held:<milestone id>` with a positive amount of minor units on one side. */
export type Entry = { readonly account: string } & (
  | { readonly debit: number; readonly credit?: never }
  | { readonly credit: number; readonly debit?: never }
)

export type NewPosting = {
  /** Unique for ever: what made this posting, such as `release:<milestone id>`. */
  readonly cause: string
  /** The row of the ledger's table: T0 to T9l. */
  readonly kind: string
  readonly currency: string
  readonly entries: readonly Entry[]
  readonly at: Instant
  readonly memo?: string
  readonly projectId?: string
  readonly milestoneId?: string
  readonly bookingId?: string
  readonly people?: { readonly client?: string; readonly creator?: string }
}

/**
 * Posts one balanced transaction in minor units of one currency. The database refuses one that does not balance, and
 * any later change. A second post with the same cause writes nothing and is refused with `ledger.already-posted`.
 */
export async function post(tx: Tx, posting: NewPosting): Promise<Result<{ id: string }>> {
  const lines = posting.entries
    .map((entry) => ({ account: entry.account, debit: entry.debit ?? 0, credit: entry.credit ?? 0 }))
    .filter((line) => line.debit !== 0 || line.credit !== 0)
  for (const { debit, credit } of lines) {
    if (!Number.isSafeInteger(debit) || !Number.isSafeInteger(credit) || debit < 0 || credit < 0) {
      throw new RangeError(`not an amount of minor units in ${posting.cause}`)
    }
  }
  const id = randomUUID()
  const { rows } = await sql<{ written: number }>`
    with posted as (
      insert into ledger_transactions
        (id, cause, kind, currency, at, memo, project_id, milestone_id, booking_id, client_id, creator_id)
      values (${id}, ${posting.cause}, ${posting.kind}, ${posting.currency}, ${new Date(posting.at)},
        ${posting.memo ?? null}, ${posting.projectId ?? null}, ${posting.milestoneId ?? null},
        ${posting.bookingId ?? null}, ${posting.people?.client ?? null}, ${posting.people?.creator ?? null})
      on conflict (cause) do nothing
      returning id
    ), written as (
      insert into ledger_postings (transaction_id, line, account, currency, debit, credit)
      select posted.id, entry.line, entry.account, ${posting.currency}, entry.debit, entry.credit
      from posted, unnest(
        ${lines.map((line) => line.account)}::text[],
        ${lines.map((line) => line.debit)}::bigint[],
        ${lines.map((line) => line.credit)}::bigint[]
      ) with ordinality as entry (account, debit, credit, line)
      returning 1
    )
    select count(*) as written from written`.execute(tx)
  if (rows[0]?.written !== lines.length) return refuse('ledger.already-posted', 'conflict')
  return ok({ id })
}
