import { type Minor, minor } from '../money/money.ts'
import { type Account } from './chart-of-accounts.ts'

/** One entry of a transaction, in minor units above zero, on exactly one side. */
export type Entry =
  | { readonly account: Account; readonly debit: Minor; readonly credit?: never }
  | { readonly account: Account; readonly credit: Minor; readonly debit?: never }

/** The transaction kinds of the domain's posting table; see `transaction-builders.ts`. */
export const transactionKinds = [
  'unapplied',
  'unapplied_refund',
  'capture',
  'processor_fee',
  'settle_funds',
  'release',
  'mature',
  'transfer',
  'payout_requested',
  'payout_paid',
  'payout_failed',
  'payout_returned',
  'refund_requested',
  'refund_paid',
  'refund_after_release',
  'dispute_lock',
  'dispute_resolve',
  'chargeback_open',
  'chargeback_freeze',
  'chargeback_won',
  'chargeback_lost',
] as const
export type TransactionKind = (typeof transactionKinds)[number]

/** A balanced set of entries in one currency: debits equal credits, no entry is zero. */
export type Transaction = { readonly kind: TransactionKind; readonly entries: readonly Entry[] }

/** Creates a debit entry. */
export function debit(account: Account, amount: Minor): Entry {
  return { account, debit: amount }
}

/** Creates a credit entry. */
export function credit(account: Account, amount: Minor): Entry {
  return { account, credit: amount }
}

/** Returns debit − credit of one entry, in minor units. */
export function signedAmount(entry: Entry): number {
  return (entry.debit ?? 0) - (entry.credit ?? 0)
}

/**
 * Creates a transaction, leaving out entries of zero. Throws (a bug) when it does not balance or an entry is negative.
 */
export function makeTransaction(kind: TransactionKind, candidates: readonly Entry[]): Transaction {
  const entries = candidates.filter((entry) => signedAmount(entry) !== 0)
  let balance = 0n
  for (const entry of entries) {
    if (minor(entry.debit ?? entry.credit ?? 0) < 0) throw new RangeError(`${kind}: negative line on ${entry.account}`)
    balance += BigInt(signedAmount(entry))
  }
  if (balance !== 0n) throw new RangeError(`${kind}: out of balance by ${balance}`)
  return { kind, entries }
}
