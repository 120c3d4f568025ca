import { type Currency, decimalsOf, minor, type Money } from './money.ts'

/**
 * Money above this many whole units of its own currency leaves only after a step-up. Units, not value: 500.00 EUR, 500
 * JPY and 500.000 KWD are the same threshold, since rates change and a contract names one currency. A low-value
 * currency asks more often than it must, never less.
 */
export const stepUpThresholdUnits = 500

/** Returns the largest sum of a currency that needs no step-up. */
export function stepUpThresholdIn(currency: Currency): Money {
  return { amount: minor(stepUpThresholdUnits * 10 ** decimalsOf(currency)), currency }
}

/** Returns whether this sum needs a step-up: more than `stepUpThresholdUnits`, compared in minor units. */
export function needsStepUp({ amount, currency }: Money): boolean {
  return amount > stepUpThresholdIn(currency).amount
}
