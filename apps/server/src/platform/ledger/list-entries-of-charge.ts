import { type AdminRefund } from '@veranda/contract/payments/refunds/schemas.ts'
import { type Instant, toIso } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { type Db } from '../db/database.ts'

/** Lists the entries about a milestone or booking, and of transactions with these causes, which may be of its project alone. */
export async function listEntriesOfCharge(
  db: Db,
  of: { readonly milestone_id: string | null; readonly booking_id: string | null },
  causes: readonly string[],
): Promise<AdminRefund['entries']> {
  const { rows } = await sql<{
    transaction_id: string
    kind: string
    at: Instant
    account: string
    debit: number
    credit: number
  }>`
    select x.id as transaction_id, x.kind, x.at, p.account, p.debit, p.credit
    from ledger_transactions x join ledger_entries p on p.transaction_id = x.id
    where x.milestone_id = ${of.milestone_id} or x.booking_id = ${of.booking_id} or x.cause = any(${causes})
    order by x.at, x.id, p.line`.execute(db)
  return rows.map(({ transaction_id: transactionId, at, ...entry }) => ({ transactionId, at: toIso(at), ...entry }))
}
