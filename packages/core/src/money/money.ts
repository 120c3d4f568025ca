import { type Result, ok, refuse } from '../result.ts'

declare const brand: unique symbol

/** An amount in the smallest unit of its currency: a safe integer, negative only where a docstring says so. */
export type Minor = number & { readonly [brand]: 'minor' }

/** Supported currencies (ISO 4217) with the number of decimals of each. */
export const currencies = {
  AED: 2,
  AUD: 2,
  BHD: 3,
  BRL: 2,
  CAD: 2,
  CHF: 2,
  CLP: 0,
  CNY: 2,
  CZK: 2,
  DKK: 2,
  EUR: 2,
  GBP: 2,
  HKD: 2,
  INR: 2,
  JOD: 3,
  JPY: 0,
  KRW: 0,
  KWD: 3,
  MXN: 2,
  NOK: 2,
  NZD: 2,
  OMR: 3,
  PLN: 2,
  SAR: 2,
  SEK: 2,
  SGD: 2,
  TND: 3,
  USD: 2,
  VND: 0,
  ZAR: 2,
} as const satisfies Record<string, 0 | 2 | 3>
export type Currency = keyof typeof currencies

/** An amount with its currency. Amounts of two currencies are never added or compared. */
export type Money = { readonly amount: Minor; readonly currency: Currency }

export function isCurrency(code: string): code is Currency {
  return Object.hasOwn(currencies, code)
}

/** Returns the number of decimals of the currency: 0, 2 or 3. */
export function decimalsOf(currency: Currency): 0 | 2 | 3 {
  return currencies[currency]
}

/**
 * Brands minor units; throws (a bug, not a refusal) on anything but a safe integer. For untrusted input use
 * `parseMoney`.
 */
export function minor(amount: number): Minor {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`not a safe amount of minor units: ${amount}`)
  // The only place that gives the brand, after the check above; adding 0 turns -0 into 0.
  return (amount + 0) as Minor
}

/**
 * Upper limit of one agreement, in minor units of any currency. Balances are sums over many agreements; with this
 * limit, thousands of the largest stay below 2^53.
 */
export const maxAgreementAmount: Minor = minor(1_000_000_000_000)

/** Creates money from trusted parts; throws like `minor`. */
export function money(amount: number, currency: Currency): Money {
  return { amount: minor(amount), currency }
}

/**
 * Parses money from the wire. Refuses `money.unknown-currency`, and `money.too-large` beyond ±(2^53 − 1) or for
 * fractions.
 */
export function parseMoney(input: { amount: number; currency: string }, field = 'amount'): Result<Money> {
  if (!isCurrency(input.currency)) {
    return refuse('money.unknown-currency', 'invalid', { field: 'currency', detail: { currency: input.currency } })
  }
  if (!Number.isSafeInteger(input.amount)) return refuse('money.too-large', 'invalid', { field })
  return ok(money(input.amount, input.currency))
}

/**
 * Returns a negative number, zero or a positive number as a is less than, equal to or more than b. Throws on two
 * currencies.
 */
export function compare(a: Money, b: Money): number {
  sameCurrency(a, b)
  return Math.sign(a.amount - b.amount)
}

/** Sums amounts in one currency; refuses `money.too-large` beyond 2^53 − 1. */
export function sum(amounts: readonly number[], field = 'amount'): Result<Minor> {
  let total = 0n
  for (const amount of amounts) total += BigInt(amount)
  const asNumber = Number(total)
  return Number.isSafeInteger(asNumber) ? ok(minor(asNumber)) : refuse('money.too-large', 'invalid', { field })
}

function sameCurrency(a: Money, b: Money): Currency {
  if (a.currency !== b.currency) throw new TypeError(`two currencies: ${a.currency} and ${b.currency}`)
  return a.currency
}
