export type DayCount = { readonly date: string; readonly count: number }
export type DayBar = DayCount & {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

const dayMs = 86_400_000

/** Returns the days up to and with `today` (YYYY-MM-DD), those without notifications too, oldest first. */
export function fillDays(counts: readonly DayCount[], today: string, days: number): DayCount[] {
  const byDate = new Map(counts.map(({ date, count }) => [date, count]))
  const end = Date.parse(`${today}T00:00:00Z`)
  return Array.from({ length: days }, (_, index) => {
    const date = new Date(end - (days - 1 - index) * dayMs).toISOString().slice(0, 10)
    return { date, count: byDate.get(date) ?? 0 }
  })
}

/** Lays out one bar a day on the lower edge of a chart of this size; a day without notifications has none. */
export function layoutDays(days: readonly DayCount[], { width, height }: { width: number; height: number }): DayBar[] {
  const most = Math.max(1, ...days.map(({ count }) => count))
  const step = width / days.length
  const barWidth = step * 0.72
  return days.map((day, index) => {
    const barHeight = day.count === 0 ? 0 : Math.max(2, Math.round((day.count / most) * height))
    return {
      ...day,
      x: step * index + (step - barWidth) / 2,
      y: height - barHeight,
      width: barWidth,
      height: barHeight,
    }
  })
}
