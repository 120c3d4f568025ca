import { minute } from '@veranda/core/time/instant.ts'
import { userTimeZone } from '../../../lib/i18n/format.ts'

/** Returns the calendar day of a timestamp in the user's time zone as a date input value: 2026-12-03. */
export function toDateInputValue(iso: string): string {
  return new Date(Date.parse(iso) + zoneOffsetMs(Date.parse(iso))).toISOString().slice(0, 10)
}

/**
 * Returns the last minute of a calendar day in the user's time zone, which all screens write times in, in milliseconds;
 * undefined for invalid text.
 */
export function endOfDay(text: string): number | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (!match) return undefined
  const [year = 0, month = 0, date = 0] = match.slice(1).map(Number)
  const wallClock = Date.UTC(year, month - 1, date, 23, 59)
  if (new Date(wallClock).toISOString().slice(0, 10) !== text) return undefined
  // The offset may change between the two, so that of the result counts.
  return wallClock - zoneOffsetMs(wallClock - zoneOffsetMs(wallClock))
}

/** Returns how far the wall clock of the user's time zone is ahead of UTC at a time, in milliseconds. */
function zoneOffsetMs(at: number): number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: userTimeZone(),
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  })
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
  const [year = 0, month = 1, date, hour, minutes] = (['year', 'month', 'day', 'hour', 'minute'] as const).map((type) =>
    parts.get(type),
  )
  return Date.UTC(year, month - 1, date, hour, minutes) - Math.floor(at / minute) * minute
}
