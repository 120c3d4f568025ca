import { type BalanceKey, type Balances, balanceKeys } from '@veranda/contract/payments/schemas.ts'
import { sql } from 'kysely'
import { type Db } from '../../db/database.ts'
import { linesOf } from './balance-lines.ts'

/** Where nobody has paid yet, the zeros need some currency. */
const currencyOfNothing = 'EUR'

/** Every number of the payment screen, summed from the ledger's postings alone, for each currency that occurs. */
export async function readBalances(db: Db, personId: string): Promise<Balances> {
  const each = balanceKeys.map(
    (key) => sql`
      select ${key} as key, currency, sum(effect)::bigint as amount
      from (${linesOf(key, personId)}) as lines group by currency`,
  )
  const { rows } = await sql<{ key: BalanceKey; currency: string; amount: number }>`
    ${sql.join(each, sql` union all `)}`.execute(db)
  const found = [...new Set(rows.map((row) => row.currency))].toSorted()
  const currencies = found.length > 0 ? found : [currencyOfNothing]
  return {
    items: currencies.flatMap((currency) =>
      balanceKeys.map((key) => {
        const row = rows.find((one) => one.key === key && one.currency === currency)
        return { key, amount: { amount: row?.amount ?? 0, currency } }
      }),
    ),
  }
}
