import { type Db } from '../db/database.ts'

/** The sum of an account's postings in one currency, in minor units, positive on the account's natural side. */
export type Balance = { readonly account: string; readonly currency: string; readonly amount: number }

const debitNatured = new Set([
  'psp_clearing',
  'psp_available',
  'psp_connected',
  'receivable',
  'chargeback_receivable',
  'psp_fee',
  'dispute_fee',
])

/** Assets and expenses grow by debits, everything else by credits. */
export function isDebitNatured(account: string): boolean {
  return debitNatured.has(account.split(':', 1)[0] ?? '')
}

/** The balances of the accounts that have postings, one for each currency. Accounts without any are left out. */
export async function balancesOf(db: Db, accounts: readonly string[]): Promise<Balance[]> {
  if (accounts.length === 0) return []
  const rows = await db
    .selectFrom('ledger_postings')
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
    amount: safe(isDebitNatured(account) ? BigInt(debit) - BigInt(credit) : BigInt(credit) - BigInt(debit)),
  }))
}

/** The balance of one account in one currency; 0 when nothing was ever posted to it. */
export async function balanceOf(db: Db, account: string, currency: string): Promise<number> {
  const all = await balancesOf(db, [account])
  return all.find((balance) => balance.currency === currency)?.amount ?? 0
}

function safe(amount: bigint): number {
  const value = Number(amount)
  if (!Number.isSafeInteger(value)) throw new RangeError('a balance beyond a safe integer')
  return value
}
