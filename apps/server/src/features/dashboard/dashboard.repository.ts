import { type Dashboard } from '@veranda/contract/dashboard/schemas.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { type Db } from '../../platform/db/database.ts'

type MoneyRow = { currency: string; protected: number; pending: number; available: number; paid: number }

/**
 * Sums a user's ledger postings for each currency: `protected` in the escrow of their milestones and bookings, on
 * either side; `pending`, earned and not yet mature; `available` for payout; and `paid`, what was paid out to them as a
 * creator plus what they paid creators as a client, fee included.
 */
export async function sumMoney(db: Db, userId: string): Promise<Dashboard['money']> {
  const { rows } = await sql<MoneyRow>`
    with mine as (
      select 'protected' as place, p.currency, p.credit - p.debit as amount
      from ledger_entries p
      where p.account = any(array(
        select place || ':' || own.id
        from unnest(array['escrow', 'escrow_disputed', 'escrow_frozen']) as place, (
          select id from milestones where client_id = ${userId}
          union select id from milestones where creator_id = ${userId}
          union select id from bookings where (client_id = ${userId} or creator_id = ${userId}) and paid_charge_id is not null
        ) as own
      ))
      union all
      select case when p.account like 'creator_pending:%' then 'pending' else 'available' end, p.currency, p.credit - p.debit
      from ledger_entries p
      where p.account in (${`creator_pending:${userId}`}, ${`creator_available:${userId}`})
      union all
      select 'paid', p.currency, p.debit
      from ledger_entries p join ledger_transactions x on x.id = p.transaction_id
      where p.account = ${`payout_transit:${userId}`} and x.kind = 'payout_paid'
      union all
      select 'paid', p.currency, -p.debit
      from ledger_entries p join ledger_transactions x on x.id = p.transaction_id
      where p.account = ${`psp_connected:${userId}`} and x.kind = 'payout_returned'
      union all
      select 'paid', p.currency, p.debit
      from ledger_transactions x join ledger_entries p on p.transaction_id = x.id
      where x.client_id = ${userId} and x.kind = 'release' and p.debit > 0
    )
    select currency,
      coalesce(sum(amount) filter (where place = 'protected'), 0)::bigint as protected,
      coalesce(sum(amount) filter (where place = 'pending'), 0)::bigint as pending,
      coalesce(sum(amount) filter (where place = 'available'), 0)::bigint as available,
      coalesce(sum(amount) filter (where place = 'paid'), 0)::bigint as paid
    from mine group by currency order by currency`.execute(db)
  return rows.map(({ currency, ...sums }) => {
    const money = (amount: number) => ({ amount, currency })
    return {
      protected: money(sums.protected),
      pending: money(sums.pending),
      available: money(sums.available),
      paid: money(sums.paid),
    }
  })
}

type MonthRow = { currency: string; month: string; spent: number; earned: number }

/**
 * Sums the last twelve months in the user's own zone for each currency: what they were charged as a client minus
 * refunds, and what was released to them as a creator, after fees, minus reversals.
 */
export async function sumMoneyByMonth(db: Db, userId: string, now: Instant): Promise<Dashboard['months']> {
  const creatorAccounts = [`creator_pending:${userId}`, `creator_available:${userId}`, `receivable:${userId}`]
  const { rows } = await sql<MonthRow>`
    with zone as (select time_zone as name from users where id = ${userId}),
    months as (
      select to_char(m, 'YYYY-MM') as month, m as local_start
      from zone, generate_series(
        date_trunc('month', ${new Date(now)}::timestamptz at time zone zone.name) - interval '11 months',
        date_trunc('month', ${new Date(now)}::timestamptz at time zone zone.name), interval '1 month'
      ) m
    ),
    moved as (
      select p.currency, to_char(x.at at time zone zone.name, 'YYYY-MM') as month,
        case when x.client_id is distinct from ${userId} then 0
          when x.kind = 'capture' and p.account = 'psp_clearing' then p.debit
          when x.kind in ('refund_requested', 'refund_after_release', 'dispute_resolve') and p.account = ${`refund_payable:${userId}`} then -p.credit
          else 0 end as spent,
        case when x.kind in ('release', 'refund_after_release', 'dispute_resolve') and p.account = any(${creatorAccounts}) then p.credit - p.debit else 0 end as earned
      from zone, ledger_transactions x join ledger_entries p on p.transaction_id = x.id
      where (x.client_id = ${userId} or x.creator_id = ${userId})
        and x.kind in ('capture', 'release', 'refund_requested', 'refund_after_release', 'dispute_resolve')
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

/** Counts a user's projects by state. */
export async function countProjects(db: Db, userId: string): Promise<Dashboard['projects']> {
  const { rows } = await sql<Dashboard['projects']>`
    select count(*) filter (where p.state in ('draft', 'open')) as open,
      count(*) filter (where p.state in ('active', 'paused')) as active,
      count(*) filter (where p.state = 'completed') as completed
    from project_members m join projects p on p.id = m.project_id
    where m.user_id = ${userId} and m.left_at is null`.execute(db)
  return rows[0] ?? { open: 0, active: 0, completed: 0 }
}
