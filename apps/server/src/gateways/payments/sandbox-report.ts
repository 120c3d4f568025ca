import { minor } from '@veranda/core/money/money.ts'
import { type MovementKind, type ReportedMovement } from '@veranda/core/payments/provider-report.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { type Db } from '../../platform/db/database.ts'

type MovementRow = { kind: MovementKind; reference: string; amount: number; currency: string; at: Instant }

/**
 * Returns every movement of money up to now, as the statement of a provider would: from the provider's own objects, and
 * from what it reports about them, delivered or not.
 */
export async function listSandboxMovements(db: Db, now: Instant): Promise<ReportedMovement[]> {
  const { rows } = await sql<MovementRow>`
    select case kind when 'transfer' then case state when 'reversed' then 'transfer-reversal' else 'transfer' end
        else kind end as kind,
      reference, currency, updated_at as at,
      case when kind = 'charge' or state = 'reversed' then amount else -amount end as amount
    from sandbox_payment_objects
    where (kind = 'charge' and state = 'captured') or (kind = 'refund' and state = 'paid') or kind = 'transfer'
    union all
    select reported.kind, data ->> 'reference', data ->> 'currency', at, reported.amount
    from sandbox_payment_webhooks
    cross join lateral (select payload -> 'data' as data, (payload ->> 'createdAt')::timestamptz as at) as parsed
    cross join lateral (select (data ->> 'amount')::bigint as whole, (data ->> 'fee')::bigint as fee) as sums
    cross join lateral (values
      ('charge.captured', 'processor-fee', -fee),
      ('charge.settled', 'settlement', whole),
      ('charge.disputed', 'chargeback', -whole - fee),
      ('charge.dispute-won', 'chargeback', whole),
      ('payout.paid', 'payout', -whole),
      ('payout.returned', 'payout-return', whole)) as reported (type, kind, amount)
    where reported.type = sandbox_payment_webhooks.type and at <= ${new Date(now)} and reported.amount <> 0`.execute(db)
  return rows.map((row) => ({ ...row, amount: minor(row.amount) }))
}
