import { type Instant } from '../time/instant.ts'
import { inZone, wallClock } from '../time/zone.ts'
import { type Preferences } from './preferences.ts'

/** The end of the quiet hours that `at` falls into; undefined when it falls into none. A night belongs to the day it begins on. */
export function quietUntil(quiet: Preferences['quietHours'], at: Instant): Instant | undefined {
  if (!quiet.enabled) return undefined
  const today = inZone(at, quiet.timeZone).toPlainDate()
  for (const date of [today.subtract({ days: 1 }), today]) {
    if (!quiet.days.includes(date.dayOfWeek)) continue
    const start = wallClock(date, quiet.start, quiet.timeZone)
    const end = wallClock(quiet.end <= quiet.start ? date.add({ days: 1 }) : date, quiet.end, quiet.timeZone)
    if (at >= start && at < end) return end
  }
  return undefined
}
