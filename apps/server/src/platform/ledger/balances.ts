import { type Account, normalSideOf } from '@veranda/core/ledger/chart-of-accounts.ts'
import { type Db } from '../db/database.ts'

/** The sum of an account's entries in one currency, in minor units, positive on the account's normal side. */
export type Balance = { readonly account: Account; readonly currency: string; readonly amount: number }

/** Returns the balances of the accounts that have entries, one for each currency. Accounts without any are left out. */
export async function balancesOf(db: Db, accounts: readonly Account[]): Promise<Balance[]> {
  if (accounts.length === 0) return []
  const rows = await db
    .selectFrom('ledger_entries')
    .select(({ fn }) => [
      'account',
      'currency',
      fn.sum<string>('debit').as('debit'),
      fn.sum<string>('credit').as('credit'),
    ])
    .where('account', 'in', accounts)
    .groupBy(['account', 'currency'])
    .orderBy('account')
    .orderBy('currency')
    .execute()
  return rows.map(({ currency, debit, credit, ...row }) => {
    // One of the accounts asked for.
    const account = row.account as Account
    const net = BigInt(debit) - BigInt(credit)
    return { account, currency, amount: toSafeNumber(normalSideOf(account) === 'debit' ? net : -net) }
  })
}

/** Returns the balance of one account in one currency, in minor units; 0 without any entry. */
export async function balanceOf(db: Db, account: Account, currency: string): Promise<number> {
  const all = await balancesOf(db, [account])
  return all.find((balance) => balance.currency === currency)?.amount ?? 0
}

function toSafeNumber(amount: bigint): number {
  const value = Number(amount)
  if (!Number.isSafeInteger(value)) throw new RangeError('balance is beyond a safe integer')
  return value
}
