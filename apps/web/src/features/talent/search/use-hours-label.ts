import { parseSearchHours } from '@veranda/core/talent/search/search-hours.ts'
import { formatFor, useFormat } from '../../../lib/i18n/format.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'

/** Returns a function that names the hours of the address: "Mon – Fri, 18:00 – 21:00". */
export function useHoursLabel(): (hours: string) => string {
  const t = useTranslations('talent')
  const { language, list } = useFormat()
  // Wall times and days are what they are in every zone.
  const format = formatFor(language, 'UTC')
  const weekdays = new Intl.DateTimeFormat(format.locale, { weekday: 'short', timeZone: 'UTC' })
  const weekday = (number: number) => weekdays.format(Date.UTC(2024, 0, number))
  const time = (text: string) => format.time(`2024-01-01T${text === '24:00' ? '00:00' : text}:00Z`)
  return (text) => {
    const hours = parseSearchHours(text)
    if (!hours) return text
    const days =
      hours.date === undefined
        ? list(
            runsOf(hours.weekdays).map(({ first, last }) =>
              last - first > 1
                ? t('hours.range', { from: weekday(first), to: weekday(last) })
                : list(first === last ? [weekday(first)] : [weekday(first), weekday(last)]),
            ),
          )
        : format.weekday(`${hours.date}T00:00:00Z`)
    return t('hours.label', { days, from: time(hours.from), to: time(hours.to) })
  }
}

/** Joins weekdays that follow each other. */
function runsOf(weekdays: readonly number[]): { first: number; last: number }[] {
  const runs: { first: number; last: number }[] = []
  for (const day of weekdays) {
    const run = runs.at(-1)
    if (run && run.last === day - 1) run.last = day
    else runs.push({ first: day, last: day })
  }
  return runs
}
