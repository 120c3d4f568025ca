import { type BalanceKey } from '@veranda/contract/payments/schemas.ts'
import { balanceKeys } from './balance-keys.ts'

export type BalanceRef = { of: BalanceKey; currency: string }
/** Which ledger entries to list: those behind a balance, or those of one milestone. */
export type EntriesFilter = BalanceRef | { milestoneId: string }

/** Returns the entries that the URL opens, or undefined. */
export function entriesFilterFrom(params: URLSearchParams): EntriesFilter | undefined {
  const milestoneId = params.get('milestone')
  if (milestoneId) return { milestoneId }
  const of = balanceKeys.find((known) => known === params.get('of'))
  const currency = params.get('currency')
  return of && currency ? { of, currency } : undefined
}

/** Returns the URL that opens the entries behind a balance. */
export function balanceHref({ of, currency }: BalanceRef): string {
  return `/payment?${new URLSearchParams({ of, currency }).toString()}`
}

/** Returns the URL that opens the entries of one milestone. */
export function milestoneEntriesHref(milestoneId: string): string {
  return `/payment?${new URLSearchParams({ milestone: milestoneId }).toString()}`
}
