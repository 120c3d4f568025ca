import { type BalanceKey } from '@veranda/contract/payments/schemas.ts'
import { balanceKeys } from './balance-keys.ts'

export type OpenBalance = { of: BalanceKey; currency: string }

/** Which balance the address holds open, if any. */
export function openBalanceOf(params: URLSearchParams): OpenBalance | undefined {
  const of = balanceKeys.find((known) => known === params.get('of'))
  const currency = params.get('currency')
  return of && currency ? { of, currency } : undefined
}

/** The address that opens the entries behind a balance. */
export function balanceAddress({ of, currency }: OpenBalance): string {
  return `/payment?${new URLSearchParams({ of, currency }).toString()}`
}
