import { zoneName } from '@veranda/core/time/zone-name.ts'
import { formatFor, useFormat } from '../../../lib/i18n/format.ts'
import { useLanguage } from '../../../lib/i18n/language.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { zonedTime } from '../../../lib/i18n/zoned-time.ts'
import { dateInZone, timeInZone } from './time-zone.ts'

/** `zoned` are the times with their zone. */
export type BookingTime = { day: string; times: string; zoned: string; start: string; city: string }

/** Returns a function that formats the time range of a session in any zone. */
export function useBookingTimeFormat(): (startsAt: string, endsAt: string, zone?: string) => BookingTime {
  const t = useTranslations('bookings')
  const language = useLanguage()
  const own = useFormat().timeZone
  return (startsAt, endsAt, zone = own) => {
    const format = formatFor(language, zone)
    const start = format.time(startsAt)
    const times = t('time.range', { from: start, to: format.time(endsAt) })
    return {
      day: format.day(startsAt),
      start,
      times,
      zoned: zonedTime({ language, zone, at: startsAt, until: endsAt }, (place) =>
        t('time.in-place', { times, place }),
      ),
      city: zoneName(zone),
    }
  }
}

/** Returns true if two zones show the same day and time at that instant, so that one of them is enough. */
export function isSameClockTime(one: string, other: string, iso: string): boolean {
  const at = Date.parse(iso)
  return dateInZone(one, at) === dateInZone(other, at) && timeInZone(one, at) === timeInZone(other, at)
}
