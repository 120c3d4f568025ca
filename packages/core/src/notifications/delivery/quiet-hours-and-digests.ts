import { hour, type Instant, instant } from '../../time/instant.ts'
import { fromWallClock, toZonedDateTime } from '../../time/time-zone.ts'
import { type Preferences } from '../preferences/preferences.ts'
import { type Cadence } from '../types.ts'

/**
 * Returns the end of the quiet hours that include `at`; undefined if none do. A night belongs to the day on which it
 * begins.
 */
export function quietHoursEnd(quietHours: Preferences['quietHours'], at: Instant): Instant | undefined {
  if (!quietHours.enabled) return undefined
  const today = toZonedDateTime(at, quietHours.timeZone).toPlainDate()
  for (const date of [today.subtract({ days: 1 }), today]) {
    if (!quietHours.days.includes(date.dayOfWeek)) continue
    const start = fromWallClock(date, quietHours.start, quietHours.timeZone)
    const end = fromWallClock(
      quietHours.end <= quietHours.start ? date.add({ days: 1 }) : date,
      quietHours.end,
      quietHours.timeZone,
    )
    if (at >= start && at < end) return end
  }
  return undefined
}

/** Local time of daily and weekly digests in the user's zone; weekly ones on Monday. */
export const digestLocalTime = '08:00'

/** Returns the next digest time after `now`: the full hour, 08:00, or Monday 08:00 in the user's zone. */
export function nextDigestAt(cadence: Exclude<Cadence, 'instant' | 'never'>, now: Instant, timeZone: string): Instant {
  if (cadence === 'hourly') return instant((Math.floor(now / hour) + 1) * hour)
  const today = toZonedDateTime(now, timeZone).toPlainDate()
  const first = fromWallClock(today, digestLocalTime, timeZone) <= now ? today.add({ days: 1 }) : today
  const days = cadence === 'weekly' ? (8 - first.dayOfWeek) % 7 : 0
  return fromWallClock(first.add({ days }), digestLocalTime, timeZone)
}
