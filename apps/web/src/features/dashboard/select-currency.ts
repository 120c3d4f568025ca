import { type Dashboard } from '@veranda/contract/dashboard/schemas.ts'

type Sums = Dashboard['money'][number]

/**
 * Returns the sums to show: those of the asked currency, else the first one that has money which is still to move, else
 * the first with any. `offered` are the currencies with money, `empty` those with none.
 */
export function selectCurrency(
  money: readonly Sums[],
  asked: string | null,
): { shown: Sums | undefined; offered: readonly string[]; empty: readonly string[] } {
  const moving = money.filter((sums) => [sums.protected, sums.pending, sums.available].some(({ amount }) => amount > 0))
  const filled = money.filter((sums) => moving.includes(sums) || sums.paid.amount !== 0)
  const shown = money.find(({ paid }) => paid.currency === asked) ?? moving[0] ?? filled[0] ?? money[0]
  const currencyOf = (sums: Sums) => sums.paid.currency
  // What is shown is offered, or it could not be left again.
  const offered = money.filter((sums) => filled.includes(sums) || sums === shown).map(currencyOf)
  return { shown, offered, empty: money.map(currencyOf).filter((currency) => !offered.includes(currency)) }
}
