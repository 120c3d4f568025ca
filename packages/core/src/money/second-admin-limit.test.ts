import { expect, test } from 'vitest'
import { minor } from './money.ts'
import { needsSecondAdmin, parseSecondAdminLimit } from './second-admin-limit.ts'

test('a limit is whole units of each currency, with others for some, and compared to the smallest unit', () => {
  const limit = parseSecondAdminLimit('5000, JPY=800000')
  if (!limit) throw new Error('it is a limit')
  expect(needsSecondAdmin({ amount: minor(500_000), currency: 'EUR' }, limit)).toBe(false)
  expect(needsSecondAdmin({ amount: minor(500_001), currency: 'EUR' }, limit)).toBe(true)
  expect(needsSecondAdmin({ amount: minor(5_000_000), currency: 'KWD' }, limit)).toBe(false)
  expect(needsSecondAdmin({ amount: minor(5_000_001), currency: 'KWD' }, limit)).toBe(true)
  expect(needsSecondAdmin({ amount: minor(800_000), currency: 'JPY' }, limit)).toBe(false)
  expect(needsSecondAdmin({ amount: minor(800_001), currency: 'JPY' }, limit)).toBe(true)
})

test.each(['', 'many', '5000,', '5000,JPY', '5000,XXX=1', '-1', '1.5', 'EUR=5000'])('%j is no limit', (text) => {
  expect(parseSecondAdminLimit(text)).toBeUndefined()
})
