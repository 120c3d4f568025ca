import { assert, integer, property } from 'fast-check'
import { expect, test } from 'vitest'
import { fromIso, instant, toIso } from './instant.ts'

const maxDateMs = 8_640_000_000_000_000

test('a time is formatted as Date does, also before 1970, in years of more than four digits, and right after another day', () => {
  const time = integer({ min: -maxDateMs, max: maxDateMs })
  const near = integer({ min: -90_000_000, max: 90_000_000 })
  assert(
    property(time, near, (at, distance) => {
      const other = Math.max(-maxDateMs, Math.min(maxDateMs, at + distance))
      for (const one of [at, other, distance]) expect(toIso(instant(one))).toBe(new Date(one).toISOString())
    }),
    {
      examples: [
        [0, -1],
        [maxDateMs, 1],
        [-maxDateMs, 1],
        [-62_198_755_200_000, 0],
      ],
    },
  )
})

test('a time that Date cannot hold is refused', () => {
  expect(toIso(instant(maxDateMs))).toBe('+275760-09-13T00:00:00.000Z')
  expect(() => toIso(instant(maxDateMs + 1))).toThrow(RangeError)
  expect(() => toIso(instant(-maxDateMs - 1))).toThrow(RangeError)
})

test('text that is no time is none', () => {
  expect(fromIso('2026-01-31T12:00:00.000Z')).toBe(Date.UTC(2026, 0, 31, 12))
  expect(fromIso('soon')).toBeUndefined()
})
