import { type Instant, instant } from './instant.ts'

/** Whether the runtime knows the IANA zone of that name. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** A moment on the wall clock of an IANA zone. */
export function inZone(at: Instant, timeZone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone)
}

/** The moment at which that zone's wall clock shows `time` (`HH:MM`) on that date; a skipped time is moved on by the gap. */
export function wallClock(date: Temporal.PlainDate, time: string, timeZone: string): Instant {
  return instant(date.toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from(time) }).epochMilliseconds)
}
