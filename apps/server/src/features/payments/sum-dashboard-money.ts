import { type Dashboard } from '@veranda/contract/dashboard/schemas.ts'
import { dashboardSums } from '@veranda/core/payments/balances.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { type Db } from '../../platform/db/database.ts'
import { sumEntries } from './balance-entries.ts'

const figures = ['protected', 'pending', 'available', 'paid'] as const
type FigureRow = { currency: string; figure: (typeof figures)[number]; amount: number }

/**
 * Sums the figures of a user's dashboard for each currency: `protected` in the escrow of their milestones and bookings,
 * on either side; `pending`, earned and not yet mature; `available` for payout; and `paid`, what was paid out to them as
 * a creator plus what they paid creators as a client, fee included. Each is the sum of the entries that
 * `listLedgerEntries` lists for its key in `dashboardSums`.
 */
export async function sumDashboardMoney(db: Db, userId: string): Promise<Dashboard['money']> {
  const sums = figures.map(
    (figure) => sql`
      select ${figure} as figure, currency, sum(effect)::bigint as amount
      from (${sumEntries(dashboardSums[figure], userId)}) as lines group by currency`,
  )
  const { rows } = await sql<FigureRow>`${sql.join(sums, sql` union all `)} order by currency`.execute(db)
  return [...Map.groupBy(rows, (row) => row.currency)].map(([currency, found]) => {
    const money = (figure: FigureRow['figure']) => ({
      amount: found.find((row) => row.figure === figure)?.amount ?? 0,
      currency,
    })
    return {
      protected: money('protected'),
      pending: money('pending'),
      available: money('available'),
      paid: money('paid'),
    }
  })
}

type MonthRow = { currency: string; month: string; spent: number; earned: number }

/**
 * Sums the last twelve months in the user's own zone for each currency: what they were charged as a client minus
 * refunds, and what was released to them as a creator, after fees, minus what was taken back. Each is the sum of the
 * entries that `listLedgerEntries` lists for its key in `dashboardSums` and its month.
 */
export async function sumDashboardMonths(db: Db, userId: string, now: Instant): Promise<Dashboard['months']> {
  const { rows } = await sql<MonthRow>`
    with zone as (select time_zone as name from users where id = ${userId}),
    months as (
      select to_char(m, 'YYYY-MM') as month, m as local_start
      from zone, generate_series(
        date_trunc('month', ${new Date(now)}::timestamptz at time zone zone.name) - interval '11 months',
        date_trunc('month', ${new Date(now)}::timestamptz at time zone zone.name), interval '1 month'
      ) m
    ),
    entries as (
      select 'spent' as series, currency, effect, at from (${sumEntries(dashboardSums.spent, userId)}) as lines
      union all
      select 'earned', currency, effect, at from (${sumEntries(dashboardSums.earned, userId)}) as lines
    ),
    moved as (
      select series, currency, effect, to_char(at at time zone zone.name, 'YYYY-MM') as month from zone, entries
      where at >= (select min(local_start) from months) at time zone zone.name
    ),
    known as (select distinct currency from moved where effect <> 0)
    select known.currency, months.month,
      coalesce(sum(moved.effect) filter (where series = 'spent'), 0)::bigint as spent,
      coalesce(sum(moved.effect) filter (where series = 'earned'), 0)::bigint as earned
    from known cross join months
    left join moved on moved.currency = known.currency and moved.month = months.month
    group by known.currency, months.month
    order by known.currency, months.month`.execute(db)
  return [...Map.groupBy(rows, (row) => row.currency)].map(([currency, months]) => ({
    currency,
    items: months.map(({ month, spent, earned }) => ({ month, spent, earned })),
  }))
}
