import { expect, test } from 'vitest'
import { sampleSlots } from './samples.ts'
import { byDayPart, shownDay, stripOf } from './slot-days.ts'

const slots = sampleSlots(['2026-11-24T09:00:00.000Z', '2026-11-24T13:00:00.000Z', '2026-11-26T20:00:00.000Z'])

test('a strip has seven days, with times or without', () => {
  const strip = stripOf('2026-11-23', slots)
  expect(strip.map(({ date, slots: free }) => [date.slice(8), free.length])).toEqual([
    ['23', 0],
    ['24', 2],
    ['25', 0],
    ['26', 1],
    ['27', 0],
    ['28', 0],
    ['29', 0],
  ])
})

test('the wanted day is shown if it has times, else the first that has', () => {
  const strip = stripOf('2026-11-23', slots)
  expect(shownDay(strip, '2026-11-26')?.date).toBe('2026-11-26')
  expect(shownDay(strip, '2026-11-25')?.date).toBe('2026-11-24')
  expect(shownDay(strip, undefined)?.date).toBe('2026-11-24')
  expect(shownDay(stripOf('2026-12-23', slots), undefined)).toBeUndefined()
})

test('times stand by the parts of the day, on the clock that shows them', () => {
  const day = stripOf('2026-11-24', slots)[0]
  const parts = byDayPart(day?.slots ?? [], (iso) => new Date(iso).getUTCHours())
  expect(parts.map(({ part, slots: free }) => [part, free.length])).toEqual([
    ['morning', 1],
    ['afternoon', 1],
  ])
})
