import { expect, test } from 'vitest'
import { formatBadgeCount } from './badge.tsx'

test('a badge shows numbers up to 99 and then 99+', () => {
  expect([1, 3, 99, 100, 5000].map(formatBadgeCount)).toEqual(['1', '3', '99', '99+', '99+'])
})

test('a badge is hidden for zero and for invalid numbers', () => {
  expect([0, -2, NaN, Infinity].map(formatBadgeCount)).toEqual([undefined, undefined, undefined, undefined])
})
