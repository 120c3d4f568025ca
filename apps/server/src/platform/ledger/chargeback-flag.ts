import { type ChargebackFlag } from '@veranda/contract/payments/charges/schemas.ts'
import { type Instant, toIso } from '@veranda/core/time/instant.ts'
import { type RawBuilder, sql } from 'kysely'

/** A chargeback as `chargebackJson` reads it; moments are epoch milliseconds. */
export type ChargebackJson = {
  state: ChargebackFlag['state']
  amount: number
  currency: string
  openedAt: Instant
  decidedAt: Instant | null
}

/**
 * Builds the chargeback of a milestone or booking as JSON: null without one, and once the bank has decided for the creator,
 * as nothing is stopped any more. One that took only a part of a milestone, which then goes on, is among its refunds. `id`
 * names the column of the other table.
 */
export function chargebackJson(subject: 'milestone_id' | 'booking_id', id: string): RawBuilder<unknown> {
  return sql`(
    select json_build_object('state', k.state, 'amount', k.amount, 'currency', k.currency,
      'openedAt', (extract(epoch from k.opened_at) * 1000)::bigint,
      'decidedAt', (extract(epoch from k.decided_at) * 1000)::bigint)
    from chargebacks k where k.${sql.ref(subject)} = ${sql.ref(id)} and k.state <> 'won'
      and (k.state = 'open' or coalesce((select frozen from milestones where id = k.milestone_id), true))
    order by k.opened_at desc limit 1
  )`
}

/** Maps a chargeback to the flag that both sides see. */
export function toChargebackFlag(row: ChargebackJson | null): ChargebackFlag | null {
  if (row === null) return null
  const { state, amount, currency, openedAt, decidedAt } = row
  return {
    state,
    amount: { amount, currency },
    openedAt: toIso(openedAt),
    decidedAt: decidedAt === null ? null : toIso(decidedAt),
  }
}
