import { liabilityAccounts, milestoneAccounts } from '@veranda/core/ledger/chart-of-accounts.ts'
import { checkEscrow, type PostedTransaction } from '@veranda/core/ledger/check-ledger.ts'
import { sql } from 'kysely'
import { type Db } from '../db/database.ts'

/** Number of milestones or bookings checked at a time, so that memory does not grow with the ledger. */
const batchSize = 200
const nilUuid = '00000000-0000-0000-0000-000000000000'

/** Checks the escrow of every milestone and booking by the core's rule. */
export async function checkAllEscrow(db: Db): Promise<LedgerFinding[]> {
  return [...(await checkEscrowOf(db, 'milestone_id')), ...(await checkEscrowOf(db, 'booking_id'))]
}

async function checkEscrowOf(db: Db, column: 'milestone_id' | 'booking_id'): Promise<LedgerFinding[]> {
  const findings: LedgerFinding[] = []
  const about = sql.ref(column)
  for (let after = nilUuid; ;) {
    const { rows } = await sql<{ about: string; postings: PostedTransaction[] }>`
      with batch as (
        select distinct ${about} as about from ledger_transactions where ${about} > ${after}
        order by about limit ${sql.lit(batchSize)}
      ), posted as (
        select s.about, t.id, t.at, json_build_object(
          'cause', t.cause, 'kind', t.kind, 'currency', t.currency, 'entries', (
            select json_agg(case when p.debit > 0 then json_build_object('account', p.account, 'debit', p.debit)
              else json_build_object('account', p.account, 'credit', p.credit) end order by p.line)
            from ledger_entries p where p.transaction_id = t.id)) as posting
        from batch s join ledger_transactions t on t.${about} = s.about
      )
      select about, json_agg(posting order by at, id) as postings from posted group by about order by about`.execute(db)
    for (const { about: id, postings } of rows) {
      for (const { rule, by } of checkEscrow(id, postings)) {
        findings.push({ rule, about: `${column === 'milestone_id' ? 'milestone' : 'booking'} ${id}`, amount: by })
      }
    }
    const last = rows.at(-1)
    if (!last || rows.length < batchSize) return findings
    after = last.about
  }
}

/** One violation of the ledger's rules, in a sentence for an admin. */
export type LedgerFinding = { readonly rule: string; readonly about: string; readonly amount: number | null }

/**
 * Checks the invariants over all entries and for each milestone and booking, from the rows themselves. Returns no
 * findings when the ledger is consistent.
 */
export async function checkLedger(db: Db): Promise<LedgerFinding[]> {
  const { rows } = await sql<LedgerFinding>`
    select 'debits equal credits' as rule, transaction_id::text as about, (sum(debit) - sum(credit))::bigint as amount
      from ledger_entries group by transaction_id having sum(debit) <> sum(credit)
    union all
    select 'no transaction without two postings', t.id::text, null
      from ledger_transactions t left join ledger_entries p on p.transaction_id = t.id
      group by t.id having count(p.line) < 2
    union all
    select 'one currency in a transaction', t.id::text, null
      from ledger_transactions t join ledger_entries p on p.transaction_id = t.id
      where p.currency <> t.currency group by t.id
    union all
    select 'no liability below zero', account || ' ' || currency, (sum(credit) - sum(debit))::bigint
      from ledger_entries where split_part(account, ':', 1) = any(${[...liabilityAccounts]})
      group by account, currency having sum(credit) < sum(debit)
    union all
    select 'no orphan posting', t.id::text, null
      from ledger_transactions t join ledger_entries p on p.transaction_id = t.id
      where split_part(p.account, ':', 1) = any(${[...milestoneAccounts]})
        and split_part(p.account, ':', 2) is distinct from coalesce(t.milestone_id, t.booking_id)::text
      group by t.id
    union all
    select 'all postings sum to zero', currency, (sum(debit) - sum(credit))::bigint
      from ledger_entries group by currency having sum(debit) <> sum(credit)`.execute(db)
  return [...rows, ...(await checkAllEscrow(db))]
}
