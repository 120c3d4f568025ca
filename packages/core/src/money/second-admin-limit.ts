import { type Currency, decimalsOf, isCurrency, type Money } from './money.ts'

/** The sum above which an act of an admin needs a second one, in whole units, and in whole units of some currencies. */
export type SecondAdminLimit = { readonly units: number; readonly byCurrency: ReadonlyMap<Currency, number> }

/**
 * Parses a limit such as `5000`, or `5000,JPY=800000` with other limits for some currencies. Returns undefined for anything
 * else.
 */
export function parseSecondAdminLimit(text: string): SecondAdminLimit | undefined {
  const [first = '', ...rest] = text.split(',').map((item) => item.trim())
  if (!isUnits(first)) return undefined
  const byCurrency = new Map<Currency, number>()
  for (const item of rest) {
    const [currency = '', units = ''] = item.split('=')
    if (!isCurrency(currency) || !isUnits(units)) return undefined
    byCurrency.set(currency, Number(units))
  }
  return { units: Number(first), byCurrency }
}

const isUnits = (text: string): boolean => /^\d{1,9}$/.test(text)

/** Returns whether an act that moves this sum needs a second admin: more than the limit, compared in minor units. */
export function needsSecondAdmin({ amount, currency }: Money, { units, byCurrency }: SecondAdminLimit): boolean {
  return amount > (byCurrency.get(currency) ?? units) * 10 ** decimalsOf(currency)
}
