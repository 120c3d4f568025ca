import { expect, test } from 'vitest'
import { stepUpThresholdUnits, needsStepUp } from './step-up-threshold.ts'
import { currencies, type Currency, money } from './money.ts'

test('the threshold is five hundred whole units, inclusive', () => {
  expect(stepUpThresholdUnits).toBe(500)
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
])('%s %i minor units: a step-up is needed: %s', (currency, amount, needed) => {
  expect(needsStepUp(money(amount, currency))).toBe(needed)
})

test('every currency has its threshold at 500 of its own units', () => {
  for (const [code, decimals] of Object.entries(currencies)) {
    // The keys of the table of currencies.
    const currency = code as Currency
    const limit = Number(`500${'0'.repeat(decimals)}`)
    expect([currency, needsStepUp(money(limit, currency))]).toEqual([currency, false])
    expect([currency, needsStepUp(money(limit + 1, currency))]).toEqual([currency, true])
  }
})
