import { split } from '@veranda/core/money/fees.ts'
import { minor } from '@veranda/core/money/money.ts'
import { currentRates } from '@veranda/core/money/rates.ts'
import { type MoneyAmount, useFormat } from '../../lib/i18n/format.ts'

/** Returns, as texts, the fees of what is agreed today, and what becomes of a price by them. */
export function useFees() {
  const format = useFormat()
  const percent = (basisPoints: number) => format.percent(basisPoints / 10_000)
  const rates = { clientRate: percent(currentRates.clientFee), creatorRate: percent(currentRates.creatorFee) }
  return {
    rates,
    /** Returns a price with what the client pays and the creator gets for it. */
    of({ amount, currency }: MoneyAmount) {
      const { clientPays, creatorReceives } = split(minor(amount), currentRates)
      const text = (value: number) => format.money({ amount: value, currency })
      return { ...rates, price: text(amount), total: text(clientPays), earned: text(creatorReceives) }
    },
  }
}
