import { type LedgerSumKey, ledgerSumKeys } from '@veranda/core/payments/balances.ts'

/** A sum of ledger entries in one currency; with `month` (2026-11) only what moved in that month. */
export type LedgerSumRef = { of: LedgerSumKey; currency: string; month?: string }
/** Which ledger entries to list: those behind a sum, or those of one milestone. */
export type EntriesFilter = LedgerSumRef | { milestoneId: string }

/** Returns the URL that opens the entries behind a sum, or those of one milestone. */
export function entriesUrl(filter: EntriesFilter): string {
  const query = 'milestoneId' in filter ? { milestone: filter.milestoneId } : filter
  return `/payment?${new URLSearchParams(query).toString()}`
}

/** Returns the entries that the URL opens, or undefined. */
export function parseEntriesUrl(params: URLSearchParams): EntriesFilter | undefined {
  const milestoneId = params.get('milestone')
  if (milestoneId) return { milestoneId }
  const of = ledgerSumKeys.find((known) => known === params.get('of'))
  const currency = params.get('currency')
  const [month] = /^\d{4}-(0[1-9]|1[0-2])$/.exec(params.get('month') ?? '') ?? []
  return of && currency ? { of, currency, ...(month ? { month } : {}) } : undefined
}
