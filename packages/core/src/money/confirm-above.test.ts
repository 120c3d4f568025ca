import { expect, test } from 'vitest'
import { confirmAbove, needsConfirmation } from './confirm-above.ts'
import { currencies, type Currency, money } from './money.ts'

test('five hundred whole units are the limit, and itself below it', () => {
  expect(confirmAbove).toBe(500)
})

test.each<[Currency, number, boolean]>([
  ['EUR', 0, false],
  ['EUR', 49_999, false],
  ['EUR', 50_000, false],
  ['EUR', 50_001, true],
  ['USD', 100_000, true],
  ['JPY', 500, false],
  ['JPY', 501, true],
  ['KRW', 50_000, true],
  ['KWD', 50_001, false],
  ['KWD', 500_000, false],
  ['KWD', 500_001, true],
])('%s %i minor units: a confirmation is needed: %s', (currency, amount, needed) => {
  expect(needsConfirmation(money(amount, currency))).toBe(needed)
})

test('every currency has the limit at 500 of its own units', () => {
  for (const [code, decimals] of Object.entries(currencies)) {
    // The keys of the table of currencies.
    const currency = code as Currency
    const limit = Number(`500${'0'.repeat(decimals)}`)
    expect([currency, needsConfirmation(money(limit, currency))]).toEqual([currency, false])
    expect([currency, needsConfirmation(money(limit + 1, currency))]).toEqual([currency, true])
  }
})
