import { expect, test } from 'vitest'
import { badgeText } from './badge-text.ts'

test('a badge shows numbers up to 99 and then 99+', () => {
  expect([1, 3, 99, 100, 5000].map(badgeText)).toEqual(['1', '3', '99', '99+', '99+'])
})

test('a badge for nothing, or for nonsense, is not there', () => {
  expect([0, -2, NaN, Infinity].map(badgeText)).toEqual([undefined, undefined, undefined, undefined])
})
