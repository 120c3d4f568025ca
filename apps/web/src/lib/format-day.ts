import { type Format } from './format.ts'

type Names = { day: Intl.DateTimeFormat; weekday: Intl.DateTimeFormat; clock: Intl.DateTimeFormat }

const made = new WeakMap<Intl.Locale, Names>()

// A day of the calendar is no moment: it is named as if all the world lived by UTC.
function namesIn({ locale }: Format): Names {
  let names = made.get(locale)
  if (!names) {
    const name = (options: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options })
    names = {
      day: name({ weekday: 'long', day: 'numeric', month: 'long' }),
      weekday: name({ weekday: 'short' }),
      clock: name({ hour: '2-digit', minute: '2-digit' }),
    }
    made.set(locale, names)
  }
  return names
}

/** Thursday 26 November, of a day of the calendar (`YYYY-MM-DD`). */
export function dayName(format: Format, date: string): string {
  return namesIn(format).day.format(new Date(`${date}T12:00:00Z`))
}

/** Thu, of the same. */
export function weekdayName(format: Format, date: string): string {
  return namesIn(format).weekday.format(new Date(`${date}T12:00:00Z`))
}

/** 08:30, of hours since midnight on any clock. */
export function clockHour(format: Format, hours: number): string {
  return namesIn(format).clock.format(new Date(Math.round(hours * 60) * 60_000))
}
