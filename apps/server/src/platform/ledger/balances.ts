import { type Db } from '../db/database.ts'

/** The sum of an account's entries in one currency, in minor units, positive on the account's normal side. */
export type Balance = { readonly account: string; readonly currency: string; readonly amount: number }

const debitNormalAccounts = new Set([
  'psp_clearing',
  'psp_available',
  'psp_connected',
  'receivable',
  'chargeback_receivable',
  'psp_fee',
  'dispute_fee',
])

/** Returns whether debits increase the account: true for assets and expenses. */
export function isDebitNormal(account: string): boolean {
  return debitNormalAccounts.has(account.split(':', 1)[0] ?? '')
}

/** Returns the balances of the accounts that have entries, one for each currency. Accounts without any are left out. */
export async function balancesOf(db: Db, accounts: readonly string[]): Promise<Balance[]> {
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
  return rows.map(({ account, currency, debit, credit }) => ({
    account,
    currency,
    amount: toSafeNumber(isDebitNormal(account) ? BigInt(debit) - BigInt(credit) : BigInt(credit) - BigInt(debit)),
  }))
}

/** Returns the balance of one account in one currency, in minor units; 0 without any entry. */
export async function balanceOf(db: Db, account: string, currency: string): Promise<number> {
  const all = await balancesOf(db, [account])
  return all.find((balance) => balance.currency === currency)?.amount ?? 0
}

function toSafeNumber(amount: bigint): number {
  const value = Number(amount)
  if (!Number.isSafeInteger(value)) throw new RangeError('balance is beyond a safe integer')
  return value
}
