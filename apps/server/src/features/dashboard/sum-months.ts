import { type Dashboard } from '@veranda/contract/dashboard/schemas.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { type Db } from '../../db/database.ts'

type Row = { currency: string; month: string; spent: number; earned: number }

/**
 * Twelve months up to now, in the person's own zone, for each currency: what they were charged as a client less what was
 * given back, and what was released to them as a creator, after fees, less what was taken back.
 */
export async function sumMonths(db: Db, personId: string, now: Instant): Promise<Dashboard['months']> {
  const own = [`provider_pending:${personId}`, `provider_available:${personId}`, `receivable:${personId}`]
  const { rows } = await sql<Row>`
    with zone as (select time_zone as name from people where id = ${personId}),
    months as (
      select to_char(m, 'YYYY-MM') as month, m as local_start
      from zone, generate_series(
        date_trunc('month', ${new Date(now)}::timestamptz at time zone zone.name) - interval '11 months',
        date_trunc('month', ${new Date(now)}::timestamptz at time zone zone.name), interval '1 month'
      ) m
    ),
    moved as (
      select p.currency, to_char(x.at at time zone zone.name, 'YYYY-MM') as month,
        case when x.client_id is distinct from ${personId} then 0
          when x.kind = 'T1' and p.account = 'psp_clearing' then p.debit
          when x.kind in ('T6', 'T7', 'T8r') and p.account = ${`refund_payable:${personId}`} then -p.credit
          else 0 end as spent,
        case when x.kind in ('T3', 'T7', 'T8r') and p.account = any(${own}) then p.credit - p.debit else 0 end as earned
      from zone, ledger_transactions x join ledger_postings p on p.transaction_id = x.id
      where (x.client_id = ${personId} or x.creator_id = ${personId})
        and x.kind in ('T1', 'T3', 'T6', 'T7', 'T8r')
        and x.at >= (select min(local_start) from months) at time zone zone.name
    ),
    known as (select distinct currency from moved where spent <> 0 or earned <> 0)
    select known.currency, months.month,
      coalesce(sum(moved.spent), 0)::bigint as spent, coalesce(sum(moved.earned), 0)::bigint as earned
    from known cross join months
    left join moved on moved.currency = known.currency and moved.month = months.month
    group by known.currency, months.month
    order by known.currency, months.month`.execute(db)
  const byCurrency = Map.groupBy(rows, (row) => row.currency)
  return [...byCurrency].map(([currency, months]) => ({
    currency,
    items: months.map(({ month, spent, earned }) => ({ month, spent, earned })),
  }))
}
