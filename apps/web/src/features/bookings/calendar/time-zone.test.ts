import { expect, test } from 'vitest'
import { addDays, dateInZone, epochMsInZone, mondayOf, zoneOffsetMs, timeInZone, weekdayOf } from './time-zone.ts'

const at = (iso: string) => Date.parse(iso)

test('one instant has another day and another time in another zone', () => {
  const moment = at('2026-11-26T18:30:00Z')
  expect([dateInZone('Asia/Tokyo', moment), timeInZone('Asia/Tokyo', moment)]).toEqual(['2026-11-27', '03:30'])
  expect([dateInZone('America/New_York', moment), timeInZone('America/New_York', moment)]).toEqual([
    '2026-11-26',
    '13:30',
  ])
  expect(timeInZone('Asia/Kathmandu', moment)).toBe('00:15')
})

test('midnight is 00:00 of the day that begins', () => {
  expect(timeInZone('Europe/London', at('2026-12-01T00:00:00Z'))).toBe('00:00')
  expect(dateInZone('Europe/London', at('2026-12-01T00:00:00Z'))).toBe('2026-12-01')
})

test.each([
  ['America/New_York', '2027-03-13', '09:00', '2027-03-13T14:00:00Z'],
  ['America/New_York', '2027-03-14', '09:00', '2027-03-14T13:00:00Z'],
  ['Europe/London', '2026-10-25', '12:00', '2026-10-25T12:00:00Z'],
  ['Australia/Sydney', '2026-10-04', '09:00', '2026-10-03T22:00:00Z'],
  ['Asia/Kolkata', '2026-11-26', '09:00', '2026-11-26T03:30:00Z'],
])('the wall time of %s on %s at %s is one instant', (zone, date, time, iso) => {
  expect(new Date(epochMsInZone(zone, date, time)).toISOString()).toBe(iso.replace('Z', '.000Z'))
})

test('a time that the clocks skip moves on by the gap', () => {
  expect(timeInZone('America/New_York', epochMsInZone('America/New_York', '2027-03-14', '02:30'))).toBe('03:30')
})

test('every hour of a year converts back to the wall time it was made from', () => {
  const zone = 'Asia/Tokyo'
  for (let hour = 0; hour < 24 * 365; hour += 7) {
    const moment = at('2026-01-01T00:00:00Z') + hour * 3_600_000
    expect(epochMsInZone(zone, dateInZone(zone, moment), timeInZone(zone, moment))).toBe(moment)
  }
  expect(zoneOffsetMs('Asia/Tokyo', 0)).toBe(9 * 3_600_000)
})

test('days and weeks are counted on the calendar', () => {
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  expect(weekdayOf('2026-11-29')).toBe(7)
  expect(mondayOf('2026-11-29')).toBe('2026-11-23')
  expect(mondayOf('2026-11-23')).toBe('2026-11-23')
})
