import { type Account } from '@veranda/core/ledger/chart-of-accounts.ts'
import { isCurrency } from '@veranda/core/money/money.ts'
import { sql } from 'kysely'
import { type AccountObstacleQuery } from '../../platform/access/account-erasure.ts'
import { balancesOf } from '../../platform/ledger/balances.ts'
import { sumEntries } from './balance-entries.ts'

/** Lists money that is protected or on the user's balance, and payments that are under way. */
export const moneyInTheWay: AccountObstacleQuery = async ({ db }, userId) => {
  const owned: Account[] = [
    `creator_pending:${userId}`,
    `creator_available:${userId}`,
    `creator_frozen:${userId}`,
    `payout_transit:${userId}`,
    `receivable:${userId}`,
    `refund_payable:${userId}`,
    `unapplied:${userId}`,
  ]
  const balance = toAmounts(await balancesOf(db, owned))
  const { rows: escrowed } = await sql<{ currency: string; amount: number }>`
    select currency, sum(effect)::bigint as amount
    from (${sumEntries('client.protected', userId)} union all ${sumEntries('creator.protected', userId)}) as lines
    group by currency`.execute(db)
  const escrow = toAmounts(escrowed)
  const { rows: running } = await sql<{ count: number }>`
    select (select count(*) from charges
        where client_id = ${userId} and state in ('created', 'needs_confirmation', 'authorised'))
      + (select count(*) from payouts where creator_id = ${userId} and state in ('requested', 'in_transit')) as count`.execute(
    db,
  )
  return [
    { kind: 'escrow', count: escrow.length, amounts: escrow },
    { kind: 'payments', count: running[0]?.count ?? 0, amounts: [] },
    { kind: 'balance', count: balance.length, amounts: balance },
  ]
}

/** Returns one sum for each currency, without those that are 0. */
function toAmounts(rows: readonly { currency: string; amount: number }[]) {
  return [...new Set(rows.map(({ currency }) => currency))].filter(isCurrency).flatMap((currency) => {
    const amount = rows.reduce((sum, row) => (row.currency === currency ? sum + row.amount : sum), 0)
    return amount === 0 ? [] : [{ amount, currency }]
  })
}
