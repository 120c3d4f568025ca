import type { WallRange } from '../../bookings/availability/schedule.ts'

/**
 * Hours in which a session is wanted, on the searcher's wall clock: on weekdays (1 for Monday to 7 for Sunday) or on one
 * day (`YYYY-MM-DD`). `to` at or before `from` is on the next day.
 */
export type SearchHours = WallRange &
  (
    | { readonly weekdays: readonly number[]; readonly date?: never }
    | { readonly date: string; readonly weekdays?: never }
  )

/** Most hours in one search. */
export const maxSearchHours = 5

const pattern = /^(?:([1-7]{1,7})|(\d{4}-\d{2}-\d{2}))\.(\d{2})(\d{2})-(\d{2})(\d{2})$/

/**
 * Parses hours as they are in the address: `12345.1800-2100` on weekdays, `2026-12-05.1400-1800` on a day. Undefined for
 * any other text, and for hours without length.
 */
export function parseSearchHours(text: string): SearchHours | undefined {
  const [, days, date, fromHour = '', fromMinute = '', toHour = '', toMinute = ''] = pattern.exec(text) ?? []
  const [from, to] = [`${fromHour}:${fromMinute}`, `${toHour}:${toMinute}`]
  if (![from, to].every(isWallTime) || from === to) return undefined
  if (date !== undefined) return isDate(date) ? { date, from, to } : undefined
  if (days === undefined) return undefined
  return { weekdays: [...new Set(days)].map(Number).toSorted((a, b) => a - b), from, to }
}

/** Returns hours as they are in the address. */
export function formatSearchHours({ weekdays, date, from, to }: SearchHours): string {
  return `${date ?? weekdays.join('')}.${from.replace(':', '')}-${to.replace(':', '')}`
}

function isWallTime(text: string): boolean {
  return /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text) || text === '24:00'
}

function isDate(text: string): boolean {
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}
