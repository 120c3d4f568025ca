import { expect, test } from 'vitest'
import { selectCurrency } from './select-currency.ts'

function sums(currency: string, [held = 0, pending = 0, available = 0, paid = 0]: readonly number[] = []) {
  const of = (amount: number) => ({ amount, currency })
  return { protected: of(held), pending: of(pending), available: of(available), paid: of(paid) }
}

test('the currency with money that is still to move comes first, and those at zero are folded', () => {
  const money = [sums('EUR', [0, 0, 0, 900]), sums('JPY'), sums('USD', [500])]
  const { shown, offered, empty } = selectCurrency(money, null)
  expect(shown?.paid.currency).toBe('USD')
  expect(offered).toEqual(['EUR', 'USD'])
  expect(empty).toEqual(['JPY'])
})

test('the address decides, and an unknown currency in it is ignored', () => {
  const money = [sums('EUR', [0, 0, 0, 900]), sums('USD', [500])]
  expect(selectCurrency(money, 'EUR').shown?.paid.currency).toBe('EUR')
  expect(selectCurrency(money, 'XXX').shown?.paid.currency).toBe('USD')
})

test('with nothing but zeros the first is shown, and without money none', () => {
  expect(selectCurrency([sums('EUR'), sums('USD')], null)).toMatchObject({ offered: ['EUR'], empty: ['USD'] })
  expect(selectCurrency([], null)).toEqual({ shown: undefined, offered: [], empty: [] })
})
