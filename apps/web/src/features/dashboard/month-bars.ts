export type Series = 'spent' | 'earned'
export type MonthSums = { readonly month: string; readonly spent: number; readonly earned: number }
export type Bar = {
  readonly month: string
  readonly series: Series
  readonly amount: number
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  /** The current month, which is not over. */
  readonly isCurrent: boolean
}

/** Returns the series to draw: spending, earnings or both; spending if there is neither. */
export function visibleSeries(months: readonly MonthSums[]): readonly Series[] {
  const seriesList = (['spent', 'earned'] as const).filter((series) => months.some((month) => month[series] > 0))
  return seriesList.length > 0 ? seriesList : ['spent']
}

/** Lays out the bars of a chart of this size on its lower edge; a month without money is a hairline of 2. */
export function layoutBars(
  months: readonly MonthSums[],
  seriesList: readonly Series[],
  { width, height }: { width: number; height: number },
): { bars: Bar[]; highest: { month: string; amount: number } | undefined } {
  const all = months.flatMap((month) =>
    seriesList.map((series) => ({ month: month.month, series, amount: month[series] })),
  )
  const highest = all.reduce((top, one) => (one.amount > top.amount ? one : top), { month: '', amount: 0 })
  if (highest.amount === 0) return { bars: [], highest: undefined }
  const monthWidth = width / months.length
  const groupWidth = monthWidth * 0.72
  const barWidth = groupWidth / seriesList.length
  const bars = all.map((one, index): Bar => {
    const monthIndex = Math.floor(index / seriesList.length)
    const barHeight = Math.max(2, Math.round((one.amount / highest.amount) * height))
    return {
      ...one,
      x: monthWidth * monthIndex + (monthWidth - groupWidth) / 2 + barWidth * (index % seriesList.length),
      y: height - barHeight,
      width: Math.max(1, barWidth - 1),
      height: barHeight,
      isCurrent: monthIndex === months.length - 1,
    }
  })
  return { bars, highest: { month: highest.month, amount: highest.amount } }
}
