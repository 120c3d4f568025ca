import { type Instant, instant } from './instant.ts'

/** Returns true if the runtime knows this IANA time zone. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** Converts an instant to the wall clock of an IANA time zone. */
export function toZonedDateTime(at: Instant, timeZone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone)
}

/**
 * Returns the instant at which the zone's wall clock shows `time` (`HH:MM`) on that date; a skipped time moves forward
 * by the gap.
 */
export function fromWallClock(date: Temporal.PlainDate, time: string, timeZone: string): Instant {
  return instant(date.toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from(time) }).epochMilliseconds)
}
