import { expect, test } from 'vitest'
import { addDays, dateIn, momentIn, mondayOf, offsetOf, timeIn, weekdayOf } from './zoned.ts'

const at = (iso: string) => Date.parse(iso)

test('one moment is another day and another time in another zone', () => {
  const moment = at('2026-11-26T18:30:00Z')
  expect([dateIn('Asia/Tokyo', moment), timeIn('Asia/Tokyo', moment)]).toEqual(['2026-11-27', '03:30'])
  expect([dateIn('America/New_York', moment), timeIn('America/New_York', moment)]).toEqual(['2026-11-26', '13:30'])
  expect(timeIn('Asia/Kathmandu', moment)).toBe('00:15')
})

test('midnight is 00:00 of the day that begins', () => {
  expect(timeIn('Europe/London', at('2026-12-01T00:00:00Z'))).toBe('00:00')
  expect(dateIn('Europe/London', at('2026-12-01T00:00:00Z'))).toBe('2026-12-01')
})

test.each([
  ['America/New_York', '2027-03-13', '09:00', '2027-03-13T14:00:00Z'],
  ['America/New_York', '2027-03-14', '09:00', '2027-03-14T13:00:00Z'],
  ['Europe/London', '2026-10-25', '12:00', '2026-10-25T12:00:00Z'],
  ['Australia/Sydney', '2026-10-04', '09:00', '2026-10-03T22:00:00Z'],
  ['Asia/Kolkata', '2026-11-26', '09:00', '2026-11-26T03:30:00Z'],
])('the wall clock of %s on %s at %s is one moment', (zone, date, time, iso) => {
  expect(new Date(momentIn(zone, date, time)).toISOString()).toBe(iso.replace('Z', '.000Z'))
})

test('a time that the clocks skip is moved on by the gap', () => {
  expect(timeIn('America/New_York', momentIn('America/New_York', '2027-03-14', '02:30'))).toBe('03:30')
})

test('every hour of a year comes back as the wall time it was made of', () => {
  const zone = 'Asia/Tokyo'
  for (let hour = 0; hour < 24 * 365; hour += 7) {
    const moment = at('2026-01-01T00:00:00Z') + hour * 3_600_000
    expect(momentIn(zone, dateIn(zone, moment), timeIn(zone, moment))).toBe(moment)
  }
  expect(offsetOf('Asia/Tokyo', 0)).toBe(9 * 3_600_000)
})

test('days and weeks are counted on the calendar', () => {
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  expect(weekdayOf('2026-11-29')).toBe(7)
  expect(mondayOf('2026-11-29')).toBe('2026-11-23')
  expect(mondayOf('2026-11-23')).toBe('2026-11-23')
})
