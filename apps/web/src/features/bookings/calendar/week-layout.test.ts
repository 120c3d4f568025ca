import { expect, test } from 'vitest'
import { visibleHours, placeOnDay, type TimeSpan, weekDays } from './week-layout.ts'

const zone = 'America/New_York'
const at = (iso: string) => Date.parse(iso)
const [monday, tuesday] = weekDays('2026-11-23', zone)
const place = (items: TimeSpan[], day = monday) => (day ? placeOnDay(items, (item) => item, day, zone) : [])

test('a week has the days of its zone, also across a clock change', () => {
  const days = weekDays('2027-03-08', zone)
  expect(days.map(({ from, to }) => (to - from) / 3_600_000)).toEqual([24, 24, 24, 24, 24, 24, 23])
})

test('items at the same time share the width, the next one has the full width again', () => {
  const placed = place([
    { from: at('2026-11-23T15:00:00Z'), to: at('2026-11-23T16:00:00Z') },
    { from: at('2026-11-23T15:30:00Z'), to: at('2026-11-23T16:30:00Z') },
    { from: at('2026-11-23T17:00:00Z'), to: at('2026-11-23T18:00:00Z') },
  ])
  expect(placed.map(({ from, to, lane, lanes }) => [from, to, lane, lanes])).toEqual([
    [10, 11, 0, 2],
    [10.5, 11.5, 1, 2],
    [12, 13, 0, 1],
  ])
})

test('an item that passes midnight is on both days, cut at midnight', () => {
  const night = [{ from: at('2026-11-24T03:00:00Z'), to: at('2026-11-24T07:00:00Z') }]
  expect(place(night).map(({ from, to }) => [from, to])).toEqual([[22, 24]])
  expect(place(night, tuesday).map(({ from, to }) => [from, to])).toEqual([[0, 2]])
})

test('the grid shows the working day, and more if items need it', () => {
  expect(visibleHours([])).toEqual({ first: 8, last: 19 })
  expect(visibleHours([{ from: 6.5, to: 22.25 }])).toEqual({ first: 6, last: 23 })
})
