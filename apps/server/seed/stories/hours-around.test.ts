import { instant } from '@veranda/core/time/instant.ts'
import { expect, test } from 'vitest'
import { hoursAround } from './hours-around.ts'

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

test.each(Array.from({ length: 24 }, (_, hour) => hour))(
  'a seed at %i o’clock opens the next hours without ranges that overlap',
  (hour) => {
    const at = Date.parse(`2026-11-25T${String(hour).padStart(2, '0')}:30:00Z`)
    const { date, ranges } = hoursAround(instant(at), 'UTC')
    expect(date).toBe('2026-11-25')
    const spans = ranges
      .map(({ from, to }) => ({ start: minutesOf(from), end: minutesOf(to) + (to <= from ? 1440 : 0) }))
      .toSorted((a, b) => a.start - b.start)
    for (const [index, { start }] of spans.entries()) expect(start).toBeGreaterThan(spans[index - 1]?.end ?? -1)
    const next = hour * 60 + 90
    expect(spans.some(({ start, end }) => start <= hour * 60 + 30 && next <= end)).toBe(true)
  },
)
