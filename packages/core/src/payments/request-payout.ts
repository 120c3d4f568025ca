import { type Money, compare, parseMoney } from '../money/money.ts'
import { type Result, ok, refuse } from '../result.ts'

/**
 * A creator asks for a part of what is available to them. Refuses payout.not-positive (invalid), payout.too-much
 * (conflict, with `available` in minor units) and what `parseMoney` refuses.
 */
export function requestPayout(
  input: { readonly amount: number; readonly currency: string },
  available: Money,
): Result<Money> {
  const asked = parseMoney(input)
  if (!asked.ok) return asked
  if (asked.value.amount <= 0) return refuse('payout.not-positive', 'invalid', { field: 'amount' })
  if (asked.value.currency !== available.currency || compare(asked.value, available) > 0) {
    const { amount, currency } = available
    return refuse('payout.too-much', 'conflict', { field: 'amount', detail: { available: amount, currency } })
  }
  return ok(asked.value)
}
