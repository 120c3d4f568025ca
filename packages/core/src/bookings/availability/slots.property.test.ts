import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Instant, day, hour, instant, minute } from '../../time/instant.ts'
import { type Interval, type Schedule, mergeIntervals } from './schedule.ts'
import { type Availability, blockedInterval, freeStarts, isSlotFree } from './slots.ts'
import { instantAt, freeTerms } from '../testing/booking-fixtures.ts'

const zones = [
  'America/New_York',
  'Europe/London',
  'Australia/Sydney',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'America/St_Johns',
  'UTC',
]
/** Shortly before the clocks change in most of the zones. */
const moments = [
  '2027-03-12T00:00:00Z',
  '2027-03-26T00:00:00Z',
  '2027-04-02T00:00:00Z',
  '2027-10-01T00:00:00Z',
  '2027-11-05T00:00:00Z',
]

const wall = fc.integer({ min: 0, max: 287 }).map((n) => `${two(Math.floor(n / 12))}:${two((n % 12) * 5)}`)
const range = fc.record({ from: wall, to: fc.oneof(wall, fc.constantFrom('23:59', '24:00')) })
const date = fc.integer({ min: 1, max: 28 }).map((n) => `2027-03-${two(n)}`)
const schedule: fc.Arbitrary<Schedule> = fc.record({
  timeZone: fc.constantFrom(...zones),
  weekly: fc.array(
    fc.tuple(fc.integer({ min: 1, max: 7 }), range).map(([weekday, one]) => ({ weekday, ...one })),
    { maxLength: 8 },
  ),
  overrides: fc.uniqueArray(fc.record({ date, ranges: fc.array(range, { maxLength: 2 }) }), {
    maxLength: 3,
    selector: (one) => one.date,
  }),
  absences: fc
    .array(fc.record({ from: soon(), length: fc.integer({ min: 1, max: 40 }) }), { maxLength: 2 })
    .map((all) => all.map(({ from, length }) => ({ from, to: instant(from + length * hour), note: '' }))),
  travels: fc.uniqueArray(fc.record({ from: date, timeZone: fc.constantFrom(...zones) }), {
    maxLength: 2,
    selector: (one) => one.from,
  }),
})
const terms = fc.record({
  minutes: fc.constantFrom(15, 20, 25, 30, 50, 60, 90),
  incrementMinutes: fc.constantFrom(5, 15, 20, 25, 30, 45, 60),
  bufferBeforeMinutes: fc.constantFrom(0, 10),
  bufferAfterMinutes: fc.constantFrom(0, 10, 25),
  noticeMinutes: fc.constantFrom(0, 120, 720),
  horizonDays: fc.constantFrom(3, 10),
  maxPerDay: fc.constantFrom(null, 1, 3),
  maxPerWeek: fc.constantFrom(null, 2, 6),
})

function soon(): fc.Arbitrary<Instant> {
  return fc
    .tuple(fc.constantFrom(...moments), fc.integer({ min: 0, max: 10 * 24 * 12 }))
    .map(([from, steps]) => instant(instantAt(from) + steps * 5 * minute))
}

function two(n: number): string {
  return String(n).padStart(2, '0')
}

const asked = fc
  .record({ schedule, terms, now: fc.constantFrom(...moments).map(instantAt) })
  .map((parts): Availability => ({
    ...parts,
    terms: { ...freeTerms, ...parts.terms },
    creatorBusy: [],
    clientBusy: [],
    quotaStarts: [],
  }))

test('every listed slot can be booked, and nothing else can, whatever interval it was listed in', () => {
  fc.assert(
    fc.property(asked, fc.integer({ min: 0, max: 2_000 }), (availability, offset) => {
      const { now } = availability
      const whole = freeStarts(availability, { from: now, to: instant(now + 10 * day) })
      for (const start of whole) expect(isSlotFree(availability, start)).toBe(true)
      const from = instant(now + offset * 5 * minute)
      const part = freeStarts(availability, { from, to: instant(from + 36 * hour) })
      const listed = whole.filter((one) => one >= from && one < from + 36 * hour)
      expect(part.filter((one) => one < now + 10 * day)).toEqual(listed)
      const guess = instant(now + offset * 5 * minute)
      if (guess < now + 10 * day) expect(isSlotFree(availability, guess)).toBe(whole.includes(guess))
    }),
    { numRuns: 120 },
  )
}, 60_000)

test('booking listed slots one after another never overlaps and never exceeds a limit', () => {
  fc.assert(
    fc.property(asked, fc.array(fc.nat(), { minLength: 1, maxLength: 12 }), (first, choices) => {
      let availability = first
      const blocked: Interval[] = []
      for (const choice of choices) {
        const open = freeStarts(availability, { from: first.now, to: instant(first.now + 10 * day) })
        const start = open[choice % Math.max(1, open.length)]
        if (start === undefined) break
        expect(isSlotFree(availability, start)).toBe(true)
        const block = blockedInterval(availability.terms, start)
        blocked.push(block)
        availability = {
          ...availability,
          creatorBusy: [...availability.creatorBusy, block],
          quotaStarts: [...availability.quotaStarts, start],
        }
        expect(isSlotFree(availability, start)).toBe(false)
      }
      const total = blocked.reduce((sum, one) => sum + one.to - one.from, 0)
      expect(mergeIntervals(blocked).reduce((sum, one) => sum + one.to - one.from, 0)).toBe(total)
      const { maxPerWeek } = availability.terms
      if (maxPerWeek !== null) expect(blocked.length).toBeLessThanOrEqual(maxPerWeek * 3)
    }),
    { numRuns: 80 },
  )
}, 60_000)
