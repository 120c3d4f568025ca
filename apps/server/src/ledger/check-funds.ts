import { checkFunds, type Posted } from '@veranda/core/ledger/invariants.ts'
import { sql } from 'kysely'
import { type Db } from '../db/database.ts'
import { type LedgerFinding } from './check.ts'

/** Milestones and bookings are looked at this many at a time, so that a long ledger needs no more memory than a short one. */
const batch = 200
const first = '00000000-0000-0000-0000-000000000000'

/** Checks the money of every milestone and booking by the core's own rule. */
export async function checkAllFunds(db: Db): Promise<LedgerFinding[]> {
  return [...(await checkThose(db, 'milestone_id')), ...(await checkThose(db, 'booking_id'))]
}

async function checkThose(db: Db, column: 'milestone_id' | 'booking_id'): Promise<LedgerFinding[]> {
  const findings: LedgerFinding[] = []
  const about = sql.ref(column)
  for (let after = first; ;) {
    const { rows } = await sql<{ about: string; postings: Posted[] }>`
      with batch as (
        select distinct ${about} as about from ledger_transactions where ${about} > ${after}
        order by about limit ${sql.lit(batch)}
      ), posted as (
        select s.about, t.id, t.at, json_build_object(
          'cause', t.cause, 'kind', t.kind, 'currency', t.currency, 'entries', (
            select json_agg(case when p.debit > 0 then json_build_object('account', p.account, 'debit', p.debit)
              else json_build_object('account', p.account, 'credit', p.credit) end order by p.line)
            from ledger_postings p where p.transaction_id = t.id)) as posting
        from batch s join ledger_transactions t on t.${about} = s.about
      )
      select about, json_agg(posting order by at, id) as postings from posted group by about order by about`.execute(db)
    for (const { about: id, postings } of rows) {
      for (const { rule, by } of checkFunds(id, postings)) {
        findings.push({ rule, about: `${column === 'milestone_id' ? 'milestone' : 'booking'} ${id}`, amount: by })
      }
    }
    const last = rows.at(-1)
    if (!last || rows.length < batch) return findings
    after = last.about
  }
}
