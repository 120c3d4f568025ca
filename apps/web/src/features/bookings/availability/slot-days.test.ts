import { expect, test } from 'vitest'
import { sampleSlots } from '../testing/sample-bookings.ts'
import { groupByDayPart, selectedDay, stripFrom } from './slot-days.ts'

const slots = sampleSlots(['2026-11-24T09:00:00.000Z', '2026-11-24T13:00:00.000Z', '2026-11-26T20:00:00.000Z'])

test('a strip has seven days, with or without times', () => {
  const strip = stripFrom('2026-11-23', slots)
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

test('the wanted day is shown if it has times, otherwise the first that has', () => {
  const strip = stripFrom('2026-11-23', slots)
  expect(selectedDay(strip, '2026-11-26')?.date).toBe('2026-11-26')
  expect(selectedDay(strip, '2026-11-25')?.date).toBe('2026-11-24')
  expect(selectedDay(strip, undefined)?.date).toBe('2026-11-24')
  expect(selectedDay(stripFrom('2026-12-23', slots), undefined)).toBeUndefined()
})

test('times are grouped by part of day in the shown zone', () => {
  const day = stripFrom('2026-11-24', slots)[0]
  const parts = groupByDayPart(day?.slots ?? [], (iso) => new Date(iso).getUTCHours())
  expect(parts.map(({ part, slots: free }) => [part, free.length])).toEqual([
    ['morning', 1],
    ['afternoon', 1],
  ])
})

test('the hours before dawn are offered last', () => {
  const hours = ['01', '05', '06', '19'].map((hour) => `2026-11-24T${hour}:00:00.000Z`)
  const day = stripFrom('2026-11-24', sampleSlots(hours))[0]
  const parts = groupByDayPart(day?.slots ?? [], (iso) => new Date(iso).getUTCHours())
  expect(parts.map(({ part }) => part)).toEqual(['morning', 'evening', 'night'])
})
