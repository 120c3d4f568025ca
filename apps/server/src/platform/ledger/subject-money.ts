import { type AccountName } from '@veranda/core/ledger/chart-of-accounts.ts'
import { type ChargedBackMoney } from '@veranda/core/ledger/reversals.ts'
import { type Minor, minor } from '@veranda/core/money/money.ts'
import { sql } from 'kysely'
import { type Tx } from '../db/database.ts'

/** The money that the books hold of a milestone or booking, in minor units. */
export type SubjectMoney = {
  /** In escrow and free, so that it can freeze. */
  readonly escrow: Minor
  /** In escrow and locked by a dispute. */
  readonly disputed: Minor
  /** Of the creator's pending balance, what this milestone or booking added and is still there. */
  readonly pending: Minor
  /** The creator's net share of what was released, wherever it is now. */
  readonly earnings: Minor
  /** The part that a chargeback froze, with the fees that belong to it. */
  readonly frozen: ChargedBackMoney
}

/** Sums what the books hold of a milestone or booking. */
export async function readSubjectMoney(
  tx: Tx,
  subject: { readonly milestone_id: string | null; readonly booking_id: string | null; readonly currency: string },
): Promise<SubjectMoney> {
  const { rows } = await sql<{ name: AccountName; amount: number }>`
    select split_part(p.account, ':', 1) as name, sum(p.credit - p.debit)::bigint as amount
    from ledger_entries p join ledger_transactions x on x.id = p.transaction_id
    where coalesce(x.milestone_id, x.booking_id) = ${subject.milestone_id ?? subject.booking_id} and p.currency = ${subject.currency}
    group by name`.execute(tx)
  const sumOf = (...names: AccountName[]) =>
    minor(rows.reduce((sum, row) => (names.includes(row.name) ? sum + row.amount : sum), 0))
  return {
    escrow: sumOf('escrow'),
    disputed: sumOf('escrow_disputed'),
    pending: sumOf('creator_pending'),
    earnings: sumOf('creator_pending', 'creator_available', 'creator_frozen', 'receivable'),
    frozen: {
      escrow: sumOf('escrow_frozen'),
      deferredFee: sumOf('fee_deferred'),
      earnings: sumOf('creator_frozen'),
      creatorFee: sumOf('fee_creator'),
      clientFee: sumOf('fee_client'),
    },
  }
}
