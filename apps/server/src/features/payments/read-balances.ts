import { type Balances } from '@veranda/contract/payments/schemas.ts'
import { type BalanceKey, balanceKeys } from '@veranda/core/payments/balances.ts'
import { balanceActionsFor, payableOf } from '@veranda/core/payments/payouts/payout.ts'
import { sql } from 'kysely'
import { type Db } from '../../platform/db/database.ts'
import { sumEntries } from './balance-entries.ts'
import { arePayoutsStopped } from './payouts/payout-stop.repository.ts'

/** Currency of the zeros shown to a user without any payment. */
const fallbackCurrency = 'EUR'

/** Returns every balance of the payment screen, summed from ledger entries alone, for each currency that occurs. */
export async function readBalances(db: Db, userId: string): Promise<Balances> {
  const queries = balanceKeys.map(
    (key) => sql`
      select ${key} as key, currency, sum(effect)::bigint as amount
      from (${sumEntries(key, userId)}) as lines group by currency`,
  )
  const isStopped = await arePayoutsStopped(db, userId)
  const { rows } = await sql<{ key: BalanceKey; currency: string; amount: number }>`
    ${sql.join(queries, sql` union all `)}`.execute(db)
  const found = [...new Set(rows.map((row) => row.currency))].toSorted()
  const currencies = found.length > 0 ? found : [fallbackCurrency]
  const amountOf = (key: BalanceKey, currency: string) =>
    rows.find((row) => row.key === key && row.currency === currency)?.amount ?? 0
  return {
    items: currencies.flatMap((currency) =>
      balanceKeys.map((key) => {
        const amount = amountOf(key, currency)
        const usable =
          key === 'creator.available'
            ? payableOf({ available: amount, owed: amountOf('creator.owed', currency) })
            : amount
        return { key, amount: { amount, currency }, actions: balanceActionsFor(key, usable, isStopped) }
      }),
    ),
  }
}
