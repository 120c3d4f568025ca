import { formatFor, useFormat } from '../../lib/format.ts'
import { useLanguage } from '../../lib/language.ts'
import { useWords } from '../../lib/words.ts'
import { dateIn, placeOf, timeIn } from '../../lib/zoned.ts'

export type ClockTime = { day: string; times: string; start: string; place: string }

/** Says from when to when something is, on the clock of any zone. */
export function useSessionClock(): (startsAt: string, endsAt: string, zone?: string) => ClockTime {
  const t = useWords('bookings')
  const language = useLanguage()
  const own = useFormat().zone
  return (startsAt, endsAt, zone = own) => {
    const format = formatFor(language, zone)
    const start = format.time(startsAt)
    return {
      day: format.day(startsAt),
      start,
      times: t('time.range', { from: start, to: format.time(endsAt) }),
      place: placeOf(zone),
    }
  }
}

/** Whether two zones show the same day and time at a moment; then one of them is enough. */
export function sameClock(one: string, other: string, iso: string): boolean {
  const at = Date.parse(iso)
  return dateIn(one, at) === dateIn(other, at) && timeIn(one, at) === timeIn(other, at)
}
