import { type Instant, hour, instant } from '../time/instant.ts'
import { inZone, wallClock } from '../time/zone.ts'
import { type Cadence } from './types.ts'

/** When digests of a day and of a week are sent, on the person's wall clock; a week's on Monday. */
export const digestHour = '08:00'

/** The next sending of a digest after `now`: the full hour, 08:00, or Monday 08:00 in the person's zone. */
export function nextDigest(cadence: Exclude<Cadence, 'instant' | 'never'>, now: Instant, timeZone: string): Instant {
  if (cadence === 'hourly') return instant((Math.floor(now / hour) + 1) * hour)
  const today = inZone(now, timeZone).toPlainDate()
  const first = wallClock(today, digestHour, timeZone) <= now ? today.add({ days: 1 }) : today
  const days = cadence === 'weekly' ? (8 - first.dayOfWeek) % 7 : 0
  return wallClock(first.add({ days }), digestHour, timeZone)
}
