import { afterEach, expect, test } from 'vitest'
import { setUserTimeZone, userTimeZone } from '../../../lib/i18n/format.ts'
import { endOfDay, toDateInputValue } from './due-date.ts'

const deviceZone = userTimeZone()
afterEach(() => setUserTimeZone(deviceZone))

test.each([
  ['Europe/Stockholm', '2026-12-17', '2026-12-17T22:59:00.000Z'],
  ['Pacific/Honolulu', '2026-12-17', '2026-12-18T09:59:00.000Z'],
  ['Asia/Kathmandu', '2026-12-31', '2026-12-31T18:14:00.000Z'],
  // The clocks go forward and back on these days.
  ['Europe/Stockholm', '2027-03-28', '2027-03-28T21:59:00.000Z'],
  ['Europe/Stockholm', '2027-10-31', '2027-10-31T22:59:00.000Z'],
])('a due day ends by the clock of the account, whatever that of the device: %s, %s', (zone, day, end) => {
  setUserTimeZone(zone)
  expect(new Date(endOfDay(day) ?? 0).toISOString()).toBe(end)
  expect(toDateInputValue(end)).toBe(day)
})

test.each(['', '17.12.2026', '2026-02-30', '2026-13-01'])('%j is no day', (text) => {
  expect(endOfDay(text)).toBeUndefined()
})
