import { expect, test, vi } from 'vitest'
import { zonedTime } from './zoned-time.ts'

const [at, until] = ['2026-11-26T22:42:00Z', '2026-11-26T23:12:00Z']
const inPlace = (place: string) => `in ${place}`

test('a time has the city of its zone, or the name of a zone without a city', () => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['en-US'])
  const shown = (zone: string, end?: string) =>
    zonedTime({ language: 'en', zone, at, ...(end === undefined ? {} : { until: end }) }, inPlace).replace(/\s/gu, ' ')
  expect(shown('Europe/Lisbon')).toBe('in Lisbon')
  expect(shown('UTC')).toBe('10:42 PM UTC')
  expect(shown('Etc/GMT-2')).toBe('12:42 AM GMT+2')
  expect(shown('UTC', until)).toBe('10:42 – 11:12 PM UTC')
})
