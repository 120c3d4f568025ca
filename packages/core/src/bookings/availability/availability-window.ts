import { type Instant, day, instant, minute } from '../../time/instant.ts'
import { type Interval } from './schedule.ts'
import { type Availability, freeStarts, nextFreeStarts } from './slots.ts'

/** The window in which a creator must be free for search to find them. */
const searchAheadMs = 7 * day

/**
 * Returns the interval during which it holds, at any moment, that a start within the next seven days can be booked:
 * until the last start of the coming week passes, or, if the week is full, from a week before the next free start.
 * Undefined if nothing is free within the horizon. Valid until something is booked or changed.
 */
export function availabilityWindow(availability: Availability): Interval | undefined {
  const { now, terms } = availability
  const last = freeStarts(availability, { from: now, to: instant(now + searchAheadMs) }).at(-1)
  const start = last ?? nextFreeStarts(availability, now)[0]
  if (start === undefined) return undefined
  const until = instant(start - terms.noticeMinutes * minute + 1)
  return { from: last === undefined ? instant(start - searchAheadMs) : now, to: until }
}

/** Returns the window that is open now and longest, otherwise the one that opens first. */
export function bestAvailabilityWindow(windows: readonly Interval[], now: Instant): Interval | undefined {
  const openNow = windows.filter(({ from }) => from <= now)
  if (openNow.length > 0) return openNow.reduce((best, one) => (one.to > best.to ? one : best))
  return windows.length === 0 ? undefined : windows.reduce((best, one) => (one.from < best.from ? one : best))
}
