import { asId, type ChargeId } from '@veranda/core/ids.ts'
import { minor } from '@veranda/core/money/money.ts'
import { type ChargeBalance } from '@veranda/core/payments/charges/charges-of-milestone.ts'
import { sql } from 'kysely'
import { type Tx } from '../db/database.ts'

/**
 * Returns the charges that paid a milestone, the newest first, with what is left of each: without its parts of refunds,
 * requested or paid, and nothing once its chargeback was lost. The caller holds the milestone's lock.
 */
export async function readChargeBalances(tx: Tx, milestoneId: string): Promise<ChargeBalance[]> {
  const { rows } = await sql<{ id: string; left: number }>`
    select c.id, (c.amount - coalesce((
      select sum((part ->> 'amount')::bigint)
      from milestone_refunds f cross join jsonb_array_elements(f.parts) part
      where f.milestone_id = c.milestone_id and part ->> 'chargeId' = c.id::text
    ), 0))::bigint as left
    from charges c
    where c.milestone_id = ${milestoneId}
      and exists (select from ledger_transactions t where t.cause = 'fund:' || c.id)
      and not exists (select from chargebacks k where k.charge_id = c.id and k.state = 'lost')
    order by c.captured_at desc, c.id desc`.execute(tx)
  return rows.map(({ id, left }) => ({ chargeId: asId<ChargeId>(id), left: minor(left) }))
}
