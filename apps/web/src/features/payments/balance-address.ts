import { type BalanceKey } from '@veranda/contract/payments/schemas.ts'
import { balanceKeys } from './balance-keys.ts'

export type OpenBalance = { of: BalanceKey; currency: string }
/** What entries are asked for: those behind a number, or those of one milestone. */
export type OpenEntries = OpenBalance | { milestoneId: string }

/** Which entries the address holds open, if any. */
export function openEntriesOf(params: URLSearchParams): OpenEntries | undefined {
  const milestoneId = params.get('milestone')
  if (milestoneId) return { milestoneId }
  const of = balanceKeys.find((known) => known === params.get('of'))
  const currency = params.get('currency')
  return of && currency ? { of, currency } : undefined
}

/** The address that opens the entries behind a balance. */
export function balanceAddress({ of, currency }: OpenBalance): string {
  return `/payment?${new URLSearchParams({ of, currency }).toString()}`
}

/** The address that opens the entries of one milestone. */
export function milestoneEntriesAddress(milestoneId: string): string {
  return `/payment?${new URLSearchParams({ milestone: milestoneId }).toString()}`
}
