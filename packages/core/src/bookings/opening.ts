import { type Instant, day, instant, minute } from '../time/instant.ts'
import { type Interval } from './schedule.ts'
import { type Availability, freeStarts, nextFree } from './slots.ts'

/** How far ahead somebody must be free to be found. */
const week = 7 * day

/**
 * The stretch of time in which it can be said, whenever one asks, that a start within the next seven days can be booked:
 * until the last of the coming week lapses, or, when the week is full, from a week before the next one on. Undefined
 * when nothing is free within the horizon. True as long as nothing is booked or changed.
 */
export function openingOf(availability: Availability): Interval | undefined {
  const { now, terms } = availability
  const last = freeStarts(availability, { from: now, to: instant(now + week) }).at(-1)
  const start = last ?? nextFree(availability, now)[0]
  if (start === undefined) return undefined
  const until = instant(start - terms.noticeMinutes * minute + 1)
  return { from: last === undefined ? instant(start - week) : now, to: until }
}

/** Of several services the one that holds now and the longest, else the one that comes first. */
export function bestOpening(openings: readonly Interval[], now: Instant): Interval | undefined {
  const open = openings.filter(({ from }) => from <= now)
  if (open.length > 0) return open.reduce((best, one) => (one.to > best.to ? one : best))
  return openings.length === 0 ? undefined : openings.reduce((best, one) => (one.from < best.from ? one : best))
}
