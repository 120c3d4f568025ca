import { type Format } from '../../../lib/i18n/format.ts'

type DayFormatters = { day: Intl.DateTimeFormat; weekday: Intl.DateTimeFormat; clock: Intl.DateTimeFormat }

const formattersByLocale = new WeakMap<Intl.Locale, DayFormatters>()

// A calendar day is not an instant: it is formatted as UTC.
function formattersFor({ locale }: Format): DayFormatters {
  let names = formattersByLocale.get(locale)
  if (!names) {
    const name = (options: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options })
    names = {
      day: name({ weekday: 'long', day: 'numeric', month: 'long' }),
      weekday: name({ weekday: 'short' }),
      clock: name({ timeStyle: 'short' }),
    }
    formattersByLocale.set(locale, names)
  }
  return names
}

/** Formats a calendar day (`YYYY-MM-DD`) like "Thursday 26 November". */
export function dayName(format: Format, date: string): string {
  return formattersFor(format).day.format(new Date(`${date}T12:00:00Z`))
}

/** Formats the weekday of a calendar day like "Thu". */
export function shortWeekdayName(format: Format, date: string): string {
  return formattersFor(format).weekday.format(new Date(`${date}T12:00:00Z`))
}

/** Formats hours since midnight like "08:30". */
export function formatClockHour(format: Format, hours: number): string {
  return formattersFor(format).clock.format(new Date(Math.round(hours * 60) * 60_000))
}
