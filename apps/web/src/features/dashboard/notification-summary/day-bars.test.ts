import { expect, test } from 'vitest'
import { fillDays, layoutDays } from './day-bars.ts'

test('every day of the window is there, also over the end of a month, and those without notifications have 0', () => {
  const days = fillDays([{ date: '2026-02-28', count: 3 }], '2026-03-01', 4)
  expect(days).toEqual([
    { date: '2026-02-26', count: 0 },
    { date: '2026-02-27', count: 0 },
    { date: '2026-02-28', count: 3 },
    { date: '2026-03-01', count: 0 },
  ])
})

test('the highest bar fills the chart, the others are in proportion on its lower edge, and all are inside', () => {
  const size = { width: 100, height: 50 }
  const counts = [0, 1, 2, 4, 1_000]
  const bars = layoutDays(
    counts.map((count, index) => ({ date: `2026-03-0${index + 1}`, count })),
    size,
  )
  expect(bars.map(({ height }) => height)).toEqual([0, 2, 2, 2, 50])
  for (const { x, y, width, height } of bars) {
    expect(y + height).toBe(50)
    expect(x >= 0 && x + width <= 100).toBe(true)
  }
})
