import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { minor } from '../money/money.ts'
import { after, instant } from '../time/instant.ts'
import { bookingDelayMs, findMovementDifferences, type Movement, movementKinds } from './provider-report.ts'

const now = instant(1_800_000_000_000)
const long = after(now, -bookingDelayMs)
const charge: Movement = { kind: 'charge', reference: 'a', amount: minor(10_500), currency: 'EUR' }

const movements = fc.array(
  fc.record({
    kind: fc.constantFrom(...movementKinds),
    reference: fc.constantFrom('a', 'b', 'c'),
    amount: fc.integer({ min: -100_000, max: 100_000 }).map(minor),
    currency: fc.constantFrom('EUR', 'JPY', 'KWD'),
  }),
)

test('the same movements in any order differ in nothing', () => {
  fc.assert(
    fc.property(movements, (booked) => {
      const reported = booked.map((movement) => ({ ...movement, at: long })).toReversed()
      expect(findMovementDifferences(booked, reported, now)).toEqual([])
    }),
  )
})

test('a cent more or less in any one movement is found and named, with both sums', () => {
  fc.assert(
    fc.property(movements, fc.nat(), fc.constantFrom(1, -1), (booked, at, cent) => {
      const one = booked[at % Math.max(1, booked.length)]
      if (!one) return
      const reported = [...booked, { ...one, amount: minor(cent) }].map((movement) => ({ ...movement, at: long }))
      const found = findMovementDifferences(booked, reported, now)
      const { kind, reference, currency } = one
      expect(found).toMatchObject([{ kind, reference, currency }])
      expect((found[0]?.reported ?? 0) - (found[0]?.booked ?? 0)).toBe(cent)
    }),
  )
})

test('a movement may be in the report alone for an hour, and in the books alone never', () => {
  const reported = (at: number) => findMovementDifferences([], [{ ...charge, at: instant(at) }], now)
  expect(reported(now)).toEqual([])
  expect(reported(long + 1)).toEqual([])
  expect(reported(long)).toEqual([{ kind: 'charge', reference: 'a', currency: 'EUR', booked: 0, reported: 10_500 }])
  expect(findMovementDifferences([charge], [], now)).toMatchObject([{ booked: 10_500, reported: 0 }])
})

test('a recent movement does not hide that an earlier one with the same reference differs', () => {
  const earlier = { ...charge, amount: minor(10_499), at: long }
  const recent = { ...charge, amount: minor(500), at: now }
  expect(findMovementDifferences([charge], [earlier, recent], now)).toMatchObject([
    { booked: 10_500, reported: 10_999 },
  ])
})
