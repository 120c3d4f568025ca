import { type Dashboard } from '@veranda/contract/dashboard/schemas.ts'
import { sql } from 'kysely'
import { type Db } from '../../db/database.ts'

type Row = { currency: string; protected: number; pending: number; available: number; paid: number }

/**
 * Four numbers for each currency, all sums of postings: what is protected in one's milestones and
 * sessions, on either side; what one
 * has earned and waits out its hold; what can be paid out; and what is paid for good, out to oneself as a creator or to
 * creators, fee included, as a client.
 */
export async function sumMoney(db: Db, personId: string): Promise<Dashboard['money']> {
  const { rows } = await sql<Row>`
    with mine as (
      select 'protected' as place, p.currency, p.credit - p.debit as amount
      from ledger_postings p
      where p.account = any(array(
        select place || ':' || own.id
        from unnest(array['held', 'held_disputed', 'held_frozen']) as place, (
          select id from milestones where client_id = ${personId}
          union select id from milestones where creator_id = ${personId}
          union select id from bookings where (client_id = ${personId} or creator_id = ${personId}) and paid_by is not null
        ) as own
      ))
      union all
      select case when p.account like 'provider_pending:%' then 'pending' else 'available' end, p.currency, p.credit - p.debit
      from ledger_postings p
      where p.account in (${`provider_pending:${personId}`}, ${`provider_available:${personId}`})
      union all
      select 'paid', p.currency, p.debit
      from ledger_postings p join ledger_transactions x on x.id = p.transaction_id
      where p.account = ${`payout_transit:${personId}`} and x.kind = 'T5p'
      union all
      select 'paid', p.currency, -p.debit
      from ledger_postings p join ledger_transactions x on x.id = p.transaction_id
      where p.account = ${`psp_connected:${personId}`} and x.kind = 'T5xp'
      union all
      select 'paid', p.currency, p.debit
      from ledger_transactions x join ledger_postings p on p.transaction_id = x.id
      where x.client_id = ${personId} and x.kind = 'T3' and p.debit > 0
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
