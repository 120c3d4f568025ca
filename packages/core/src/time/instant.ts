declare const brand: unique symbol

/** Milliseconds since 1970-01-01T00:00:00Z, a safe integer. On the wire it is an ISO 8601 string in UTC. */
export type Instant = number & { readonly [brand]: 'instant' }

/** A duration in milliseconds. */
export type Milliseconds = number

export const second: Milliseconds = 1_000
export const minute: Milliseconds = 60 * second
export const hour: Milliseconds = 60 * minute
export const day: Milliseconds = 24 * hour

/** Brands milliseconds since the epoch; throws a RangeError (a bug, not a refusal) on anything but a safe integer. */
export function instant(epochMilliseconds: number): Instant {
  if (!Number.isSafeInteger(epochMilliseconds)) throw new RangeError(`not an instant: ${epochMilliseconds}`)
  // The only place where the brand is given, after the check above.
  return epochMilliseconds as Instant
}

/** Returns the instant `durationMs` after (or, if negative, before) `from`. */
export function after(from: Instant, durationMs: Milliseconds): Instant {
  return instant(from + durationMs)
}

const twoDigits = Array.from({ length: 60 }, (_, value) => String(value).padStart(2, '0'))
/** The day of the last formatted time, in days since 1970, and its text up to the `T`. Times of one reply are close. */
let lastDay = Number.NaN
let lastDayText = ''
/** The last time that Date can hold, in the year 275760; the day that begins with it has no other. */
const maxDateMs = 8_640_000_000_000_000

/**
 * Formats as ISO 8601 in UTC with milliseconds, as sent over the wire. Throws a RangeError for a time that Date cannot
 * hold. Takes a third of the time of Date, which was a fiftieth of a list.
 */
export function toIso(at: Instant): string {
  const dayNumber = Math.floor(at / day)
  if (dayNumber !== lastDay || at > maxDateMs) {
    const text = new Date(at).toISOString()
    lastDayText = text.slice(0, text.indexOf('T') + 1)
    lastDay = dayNumber
  }
  const inDay = at - dayNumber * day
  const hours = twoDigits[Math.floor(inDay / hour)]
  const minutes = twoDigits[Math.floor(inDay / minute) % 60]
  const seconds = twoDigits[Math.floor(inDay / second) % 60]
  return `${lastDayText}${hours}:${minutes}:${seconds}.${String(inDay % second).padStart(3, '0')}Z`
}

/** Parses an ISO 8601 time; undefined if invalid. */
export function fromIso(text: string): Instant | undefined {
  const at = Date.parse(text)
  return Number.isNaN(at) ? undefined : instant(at)
}
