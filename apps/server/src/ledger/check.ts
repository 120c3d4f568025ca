import { sql } from 'kysely'
import { type Db } from '../db/database.ts'
import { checkAllFunds } from './check-funds.ts'

/** One thing that is wrong with the ledger, in a sentence for an operator. */
export type LedgerFinding = { readonly rule: string; readonly about: string; readonly amount: number | null }

/** Accounts that belong to one milestone or booking. */
const ofWork = ['held', 'held_disputed', 'held_frozen', 'fee_deferred']

const neverBelowZero = [
  'held',
  'held_disputed',
  'held_frozen',
  'fee_deferred',
  'provider_pending',
  'provider_available',
  'provider_frozen',
  'payout_transit',
  'refund_payable',
  'unapplied',
  'tax_payable',
]

/** Checks the invariants over all postings and of each milestone and booking, from the rows themselves. An empty answer means all is well. */
export async function checkLedger(db: Db): Promise<LedgerFinding[]> {
  const { rows } = await sql<LedgerFinding>`
    select 'debits equal credits' as rule, transaction_id::text as about, (sum(debit) - sum(credit))::bigint as amount
      from ledger_postings group by transaction_id having sum(debit) <> sum(credit)
    union all
    select 'no transaction without two postings', t.id::text, null
      from ledger_transactions t left join ledger_postings p on p.transaction_id = t.id
      group by t.id having count(p.line) < 2
    union all
    select 'one currency in a transaction', t.id::text, null
      from ledger_transactions t join ledger_postings p on p.transaction_id = t.id
      where p.currency <> t.currency group by t.id
    union all
    select 'no liability below zero', account || ' ' || currency, (sum(credit) - sum(debit))::bigint
      from ledger_postings where split_part(account, ':', 1) = any(${neverBelowZero})
      group by account, currency having sum(credit) < sum(debit)
    union all
    select 'no orphan posting', t.id::text, null
      from ledger_transactions t join ledger_postings p on p.transaction_id = t.id
      where split_part(p.account, ':', 1) = any(${ofWork})
        and split_part(p.account, ':', 2) is distinct from coalesce(t.milestone_id, t.booking_id)::text
      group by t.id
    union all
    select 'all postings sum to zero', currency, (sum(debit) - sum(credit))::bigint
      from ledger_postings group by currency having sum(debit) <> sum(credit)`.execute(db)
  return [...rows, ...(await checkAllFunds(db))]
}
