import { type Instant, day, instant, minute } from '../../time/instant.ts'
import { type Interval, type Schedule, scheduleDateAt, mergeIntervals, openRanges } from './schedule.ts'
import { type HourlyService } from '../services/hourly-service.ts'

type SlotTerms = Pick<
  HourlyService,
  | 'minutes'
  | 'bufferBeforeMinutes'
  | 'bufferAfterMinutes'
  | 'noticeMinutes'
  | 'horizonDays'
  | 'incrementMinutes'
  | 'maxPerDay'
  | 'maxPerWeek'
>

/** Everything that decides whether a service can be booked at a time. */
export type Availability = {
  readonly terms: SlotTerms
  readonly schedule: Schedule
  /** The creator's busy time, with the buffers of each booking. */
  readonly creatorBusy: readonly Interval[]
  /** The client's busy time. */
  readonly clientBusy: readonly Interval[]
  /** Starts of this service's sessions that count for the limits, from a week before to a week after. */
  readonly quotaStarts: readonly Instant[]
  /** Current start of the booking to be moved, which is not offered. */
  readonly currentStart?: Instant
  readonly now: Instant
}

/** Returns the creator's time that a session takes, with its buffers. */
export function blockedInterval(
  terms: Pick<SlotTerms, 'minutes' | 'bufferBeforeMinutes' | 'bufferAfterMinutes'>,
  startsAt: Instant,
): Interval {
  return {
    from: instant(startsAt - terms.bufferBeforeMinutes * minute),
    to: instant(startsAt + (terms.minutes + terms.bufferAfterMinutes) * minute),
  }
}

/** Returns the interval that can be booked now, by notice and horizon. */
export function bookableWindow({ terms, now }: Pick<Availability, 'terms' | 'now'>): Interval {
  return { from: instant(now + terms.noticeMinutes * minute), to: instant(now + terms.horizonDays * day + 1) }
}

/**
 * Returns the starts within an interval (its end excluded) at which the service can be booked, in order. The only
 * function that decides this: listing passes an interval, booking a single instant. Starts lie on a grid from the
 * beginning of each schedule range; a session may continue into a touching range.
 */
export function freeStarts(availability: Availability, within: Interval): Instant[] {
  const { terms } = availability
  const limits = bookableWindow(availability)
  const from = Math.max(within.from, limits.from)
  const to = Math.min(within.to, limits.to)
  if (from >= to) return []
  const ranges = openRangesWithin(availability, { from: instant(from), to: instant(to) })
  const isOpen = slotChecker(availability, ranges)
  const starts = new Set<Instant>()
  for (const range of ranges) {
    const step = terms.incrementMinutes * minute
    const skipped = Math.max(0, Math.ceil((from - range.from) / step))
    for (let at = instant(range.from + skipped * step); at < to && at < range.to; at = instant(at + step)) {
      if (isOpen(at)) starts.add(at)
    }
  }
  return [...starts].sort((a, b) => a - b)
}

/** Returns the open ranges of sessions that begin within an interval, including those that they may continue into. */
function openRangesWithin({ terms, schedule }: Availability, { from, to }: Interval): Interval[] {
  return openRanges(schedule, { from, to: instant(to + terms.minutes * minute) })
}

/** Returns a check whether a session at a time lies in open hours, overlaps nothing, and exceeds no limit. */
function slotChecker(availability: Availability, ranges: readonly Interval[]): (at: Instant) => boolean {
  const { terms, schedule, currentStart } = availability
  const covered = mergeIntervals(ranges)
  const absences = mergeIntervals(schedule.absences)
  const creatorBusy = mergeIntervals(availability.creatorBusy)
  const clientBusy = mergeIntervals(availability.clientBusy)
  const isFull = quotaChecker(availability)
  return (at) => {
    const candidate = { from: at, to: instant(at + terms.minutes * minute) }
    return (
      at !== currentStart &&
      isCovered(covered, candidate) &&
      !overlapsAny(absences, candidate) &&
      !overlapsAny(creatorBusy, blockedInterval(terms, at)) &&
      !overlapsAny(clientBusy, candidate) &&
      !isFull(at)
    )
  }
}

/** Returns true if the service can be booked at exactly that time. */
export function isSlotFree(availability: Availability, at: Instant): boolean {
  return freeStarts(availability, { from: at, to: instant(at + 1) }).length === 1
}

/**
 * Returns true if a time that was free when one side proposed it can still be accepted. Notice, horizon and grid only
 * apply to new bookings; hours, other sessions and limits apply to both.
 */
export function isSlotStillOpen(availability: Availability, at: Instant): boolean {
  const ranges = openRangesWithin(availability, { from: at, to: instant(at + 1) })
  return at > availability.now && slotChecker(availability, ranges)(at)
}

/**
 * Returns the first `count` free starts at or after a time, computed in steps, so that no more is computed than needed.
 */
export function nextFreeStarts(availability: Availability, from: Instant, count = 1): Instant[] {
  const limits = bookableWindow(availability)
  const starts: Instant[] = []
  let at = Math.max(from, limits.from)
  for (let days = 3; at < limits.to && starts.length < count; days = 14) {
    const to = at + days * day
    starts.push(...freeStarts(availability, { from: instant(at), to: instant(to) }))
    at = to
  }
  return starts.slice(0, count)
}

/** Returns a check whether the day or week of a start has reached its limit. Weeks begin on Monday. */
function quotaChecker({ terms, schedule, quotaStarts }: Availability): (at: Instant) => boolean {
  const { maxPerDay, maxPerWeek } = terms
  if (maxPerDay === null && maxPerWeek === null) return () => false
  const dayOf = calendarDayLookup(schedule)
  const weekOf = memoize((date) => {
    const day = Temporal.PlainDate.from(date)
    return day.subtract({ days: day.dayOfWeek - 1 }).toString()
  })
  const days = new Map<string, number>()
  const weeks = new Map<string, number>()
  for (const at of quotaStarts.toSorted((one, other) => one - other)) {
    const date = dayOf(at)
    days.set(date, (days.get(date) ?? 0) + 1)
    if (maxPerWeek !== null) weeks.set(weekOf(date), (weeks.get(weekOf(date)) ?? 0) + 1)
  }
  return (at) => {
    const date = dayOf(at)
    return (
      (maxPerDay !== null && (days.get(date) ?? 0) >= maxPerDay) ||
      (maxPerWeek !== null && (weeks.get(weekOf(date)) ?? 0) >= maxPerWeek)
    )
  }
}

/** Returns a lookup of the creator's calendar day for ascending times, computed once per day. */
function calendarDayLookup(schedule: Schedule): (at: Instant) => string {
  if (schedule.travels.length > 0) return (at) => scheduleDateAt(schedule, at)
  let day = { from: 0, to: 0, date: '' }
  return (at) => {
    if (at < day.from || at >= day.to) {
      const begins = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(schedule.timeZone).startOfDay()
      const to = begins.add({ days: 1 }).startOfDay().epochMilliseconds
      day = { from: begins.epochMilliseconds, to, date: begins.toPlainDate().toString() }
    }
    return day.date
  }
}

function memoize(work: (key: string) => string): (key: string) => string {
  const known = new Map<string, string>()
  return (key) => {
    const value = known.get(key) ?? work(key)
    known.set(key, value)
    return value
  }
}

/** Returns true if one of the merged intervals contains it. */
function isCovered(stretches: readonly Interval[], one: Interval): boolean {
  const stretch = stretches[firstEndingAfter(stretches, one.from)]
  return stretch !== undefined && stretch.from <= one.from && one.to <= stretch.to
}

/** Returns true if one of the merged intervals overlaps it. */
function overlapsAny(stretches: readonly Interval[], one: Interval): boolean {
  const stretch = stretches[firstEndingAfter(stretches, one.from)]
  return stretch !== undefined && stretch.from < one.to
}

function firstEndingAfter(stretches: readonly Interval[], at: Instant): number {
  let low = 0
  let high = stretches.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((stretches[middle]?.to ?? 0) > at) high = middle
    else low = middle + 1
  }
  return low
}
