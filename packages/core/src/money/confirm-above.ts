import { decimalsOf, type Money } from './money.ts'

/**
 * Above so many whole units of its own currency, money leaves only after a fresh confirmation of the person. Units, not
 * worth: 500.00 EUR, 500 JPY and 500.000 KWD are the same limit, since rates change and a contract names one currency. A
 * cheap unit so asks more often than it must, never less.
 */
export const confirmAbove = 500

/** Whether this sum may leave only after a fresh confirmation: more than `confirmAbove`, compared in minor units. */
export function needsConfirmation({ amount, currency }: Money): boolean {
  return amount > confirmAbove * 10 ** decimalsOf(currency)
}
