import { type WallRange } from '@veranda/contract/bookings/services/schemas.ts'
import { type Instant } from '@veranda/core/time/instant.ts'

export const usualHours: WallRange = { from: '10:00', to: '18:00' }

/**
 * Returns the usual hours plus the three hours from `at`, for the local date at that moment: as one range where the two
 * meet, because the availability screen accepts no ranges that overlap.
 */
export function hoursAround(at: Instant, timeZone: string): { date: string; ranges: WallRange[] } {
  const localTime = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone)
  const usual = { from: 10, to: 18 }
  const current = { from: localTime.hour, to: localTime.hour + 3 }
  const meet = current.from <= usual.to && current.to >= usual.from
  const hours = meet
    ? [{ from: Math.min(current.from, usual.from), to: Math.max(current.to, usual.to) }]
    : [usual, current]
  const ranges = hours.map(({ from, to }) => ({ from: wallClock(from), to: wallClock(to) }))
  return { date: localTime.toPlainDate().toString(), ranges }
}

/** Formats an hour of a day, or of the night after it, as wall clock time. */
function wallClock(hour: number): string {
  return `${String(hour % 24).padStart(2, '0')}:00`
}
