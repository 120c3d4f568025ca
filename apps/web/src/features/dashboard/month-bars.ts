export type Side = 'spent' | 'earned'
export type Month = { readonly month: string; readonly spent: number; readonly earned: number }
export type Bar = {
  readonly month: string
  readonly side: Side
  readonly amount: number
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  /** The last month, which is still going on. */
  readonly now: boolean
}

/** What there is to draw: spending, earning, or both; spending when there is neither. */
export function shownSides(months: readonly Month[]): readonly Side[] {
  const sides = (['spent', 'earned'] as const).filter((side) => months.some((month) => month[side] > 0))
  return sides.length > 0 ? sides : ['spent']
}

/** The bars of a chart of this size, standing on its lower edge; a month without money is a hairline of 2. */
export function barsOf(
  months: readonly Month[],
  sides: readonly Side[],
  { width, height }: { width: number; height: number },
): { bars: Bar[]; highest: { month: string; amount: number } | undefined } {
  const all = months.flatMap((month) => sides.map((side) => ({ month: month.month, side, amount: month[side] })))
  const most = all.reduce((top, one) => (one.amount > top.amount ? one : top), { month: '', amount: 0 })
  if (most.amount === 0) return { bars: [], highest: undefined }
  const step = width / months.length
  const room = step * 0.72
  const each = room / sides.length
  const bars = all.map((one, index): Bar => {
    const place = Math.floor(index / sides.length)
    const tall = Math.max(2, Math.round((one.amount / most.amount) * height))
    return {
      ...one,
      x: step * place + (step - room) / 2 + each * (index % sides.length),
      y: height - tall,
      width: Math.max(1, each - 1),
      height: tall,
      now: place === months.length - 1,
    }
  })
  return { bars, highest: { month: most.month, amount: most.amount } }
}
