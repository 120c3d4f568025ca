import { describe, expect, test } from 'vitest'
import { layoutBars, visibleSeries } from './month-bars.ts'

const months = [
  { month: '2026-10', spent: 100, earned: 0 },
  { month: '2026-11', spent: 400, earned: 0 },
]
const size = { width: 100, height: 80 }

describe('month bars', () => {
  test('show the series that have amounts, and spending if there are none', () => {
    expect(visibleSeries(months)).toEqual(['spent'])
    expect(visibleSeries([{ month: '2026-11', spent: 1, earned: 2 }])).toEqual(['spent', 'earned'])
    expect(visibleSeries([])).toEqual(['spent'])
  })

  test('the highest bar fills the height, the others are proportional, all on the baseline', () => {
    const { bars, highest } = layoutBars(months, ['spent'], size)
    expect(bars.map(({ y, height }) => [y, height])).toEqual([
      [60, 20],
      [0, 80],
    ])
    expect(bars.map(({ isCurrent }) => isCurrent)).toEqual([false, true])
    expect(highest).toEqual({ month: '2026-11', amount: 400 })
  })

  test('the bars of one month are next to each other within its width', () => {
    const { bars } = layoutBars([{ month: '2026-11', spent: 1, earned: 1 }], ['spent', 'earned'], size)
    const [first, second] = bars
    expect((first?.x ?? 0) + (first?.width ?? 0)).toBeLessThanOrEqual(second?.x ?? 0)
  })

  test('a year without money has no bars', () => {
    expect(layoutBars([{ month: '2026-11', spent: 0, earned: 0 }], ['spent'], size)).toEqual({
      bars: [],
      highest: undefined,
    })
  })
})
