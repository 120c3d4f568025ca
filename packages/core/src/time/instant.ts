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

/** Formats as ISO 8601 in UTC with milliseconds, as sent over the wire. */
export function toIso(at: Instant): string {
  return new Date(at).toISOString()
}

/** Parses an ISO 8601 time; undefined if invalid. */
export function fromIso(text: string): Instant | undefined {
  const at = Date.parse(text)
  return Number.isNaN(at) ? undefined : instant(at)
}
