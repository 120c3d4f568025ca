import { after, day, type Instant, toIso } from '../../time/instant.ts'

/** Returns whether a text is a day as holidays are written. */
export function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))
}

/** Returns whether the UTC day of an instant is Monday to Friday and no holiday; holidays are written `2026-12-25`. */
export function isBusinessDay(at: Instant, holidays: ReadonlySet<string>): boolean {
  const weekday = new Date(at).getUTCDay()
  return weekday !== 0 && weekday !== 6 && !holidays.has(toIso(at).slice(0, 10))
}

/**
 * Returns the same time of day on the last of the `count` business days that follow the day of `from`. Throws when the
 * holidays leave no business day within a year.
 */
export function addBusinessDays(from: Instant, count: number, holidays: ReadonlySet<string>): Instant {
  let at = from
  let left = count
  for (let days = 0; left > 0; days += 1) {
    if (days > 366) throw new RangeError('the holidays leave no business days')
    at = after(at, day)
    if (isBusinessDay(at, holidays)) left -= 1
  }
  return at
}
