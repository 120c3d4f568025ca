import { describe, expect, test } from 'vitest'
import { barsOf, shownSides } from './month-bars.ts'

const months = [
  { month: '2026-10', spent: 100, earned: 0 },
  { month: '2026-11', spent: 400, earned: 0 },
]
const size = { width: 100, height: 80 }

describe('the bars of a year', () => {
  test('show the sides that there are, and spending when there is none', () => {
    expect(shownSides(months)).toEqual(['spent'])
    expect(shownSides([{ month: '2026-11', spent: 1, earned: 2 }])).toEqual(['spent', 'earned'])
    expect(shownSides([])).toEqual(['spent'])
  })

  test('the highest fills the height, the others their share, all standing on the ground', () => {
    const { bars, highest } = barsOf(months, ['spent'], size)
    expect(bars.map(({ y, height }) => [y, height])).toEqual([
      [60, 20],
      [0, 80],
    ])
    expect(bars.map(({ now }) => now)).toEqual([false, true])
    expect(highest).toEqual({ month: '2026-11', amount: 400 })
  })

  test('bars of one month stand beside each other within its place', () => {
    const { bars } = barsOf([{ month: '2026-11', spent: 1, earned: 1 }], ['spent', 'earned'], size)
    const [first, second] = bars
    expect((first?.x ?? 0) + (first?.width ?? 0)).toBeLessThanOrEqual(second?.x ?? 0)
  })

  test('a year without money has no bars', () => {
    expect(barsOf([{ month: '2026-11', spent: 0, earned: 0 }], ['spent'], size)).toEqual({
      bars: [],
      highest: undefined,
    })
  })
})
