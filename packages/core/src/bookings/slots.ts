import { type Instant, day, instant, minute } from '../time/instant.ts'
import { type Interval, type Schedule, dateOf, joined, openRanges } from './schedule.ts'
import { type SessionTerms } from './session-terms.ts'

type Terms = Pick<
  SessionTerms,
  | 'minutes'
  | 'bufferBefore'
  | 'bufferAfter'
  | 'noticeMinutes'
  | 'horizonDays'
  | 'incrementMinutes'
  | 'perDay'
  | 'perWeek'
>

/** All that decides whether a service can be booked at a moment. */
export type Availability = {
  readonly terms: Terms
  readonly schedule: Schedule
  /** What blocks the creator, with the buffers that were written. */
  readonly creatorBusy: readonly Interval[]
  /** What blocks who wants to book. */
  readonly clientBusy: readonly Interval[]
  /** Starts of the sessions of this service that count for the limits, from a week before to a week after. */
  readonly counted: readonly Instant[]
  /** When the booking that is to be moved starts now, which is no other time for it. */
  readonly present?: Instant
  readonly now: Instant
}

/** How much of the creator's time a session takes, with its buffers. */
export function blockedOf(terms: Pick<Terms, 'minutes' | 'bufferBefore' | 'bufferAfter'>, startsAt: Instant): Interval {
  return {
    from: instant(startsAt - terms.bufferBefore * minute),
    to: instant(startsAt + (terms.minutes + terms.bufferAfter) * minute),
  }
}

/** Nothing outside of this stretch can be booked now: notice and horizon. */
export function bookable({ terms, now }: Pick<Availability, 'terms' | 'now'>): Interval {
  return { from: instant(now + terms.noticeMinutes * minute), to: instant(now + terms.horizonDays * day + 1) }
}

/**
 * The starts between two moments (the second not included) at which the service can be booked, in order. The only
 * function that says so: listing asks for a stretch, booking for one moment. Starts lie on a grid from the beginning
 * of each range of the schedule; a session may run on into a range that touches.
 */
export function freeStarts(availability: Availability, within: Interval): Instant[] {
  const { terms } = availability
  const limits = bookable(availability)
  const from = Math.max(within.from, limits.from)
  const to = Math.min(within.to, limits.to)
  if (from >= to) return []
  const ranges = rangesFor(availability, { from: instant(from), to: instant(to) })
  const isOpen = openness(availability, ranges)
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

/** The ranges in which sessions that begin within a stretch lie; those that they may run on into are needed too. */
function rangesFor({ terms, schedule }: Availability, { from, to }: Interval): Interval[] {
  return openRanges(schedule, { from, to: instant(to + terms.minutes * minute) })
}

/** Whether a session at a moment lies in open hours, meets nothing else, and is not one too many. */
function openness(availability: Availability, ranges: readonly Interval[]): (at: Instant) => boolean {
  const { terms, schedule, present } = availability
  const covered = joined(ranges)
  const absent = joined(schedule.absences)
  const creatorBusy = joined(availability.creatorBusy)
  const clientBusy = joined(availability.clientBusy)
  const isFull = fullness(availability)
  return (at) => {
    const own = { from: at, to: instant(at + terms.minutes * minute) }
    return (
      at !== present &&
      covers(covered, own) &&
      !meets(absent, own) &&
      !meets(creatorBusy, blockedOf(terms, at)) &&
      !meets(clientBusy, own) &&
      !isFull(at)
    )
  }
}

/** Whether the service can be booked at exactly that moment. */
export function isFree(availability: Availability, at: Instant): boolean {
  return freeStarts(availability, { from: at, to: instant(at + 1) }).length === 1
}

/**
 * Whether a time that was free to book when one side asked for it can still be agreed on. Notice, horizon and grid are
 * for whoever comes unasked; hours, other sessions and limits hold for both.
 */
export function isStillOpen(availability: Availability, at: Instant): boolean {
  const ranges = rangesFor(availability, { from: at, to: instant(at + 1) })
  return at > availability.now && openness(availability, ranges)(at)
}

/** The first `count` free starts at or after a moment, in steps, so that no more is worked out than needed. */
export function nextFree(availability: Availability, from: Instant, count = 1): Instant[] {
  const limits = bookable(availability)
  const found: Instant[] = []
  let at = Math.max(from, limits.from)
  for (let days = 3; at < limits.to && found.length < count; days = 14) {
    const to = at + days * day
    found.push(...freeStarts(availability, { from: instant(at), to: instant(to) }))
    at = to
  }
  return found.slice(0, count)
}

/** Whether the day or the week of a start has as many sessions as it may have. Weeks begin on Monday. */
function fullness({ terms, schedule, counted }: Availability): (at: Instant) => boolean {
  const { perDay, perWeek } = terms
  if (perDay === null && perWeek === null) return () => false
  const dayOf = daysOf(schedule)
  const weekOf = remembered((date) => {
    const day = Temporal.PlainDate.from(date)
    return day.subtract({ days: day.dayOfWeek - 1 }).toString()
  })
  const days = new Map<string, number>()
  const weeks = new Map<string, number>()
  for (const at of counted.toSorted((one, other) => one - other)) {
    const date = dayOf(at)
    days.set(date, (days.get(date) ?? 0) + 1)
    if (perWeek !== null) weeks.set(weekOf(date), (weeks.get(weekOf(date)) ?? 0) + 1)
  }
  return (at) => {
    const date = dayOf(at)
    return (
      (perDay !== null && (days.get(date) ?? 0) >= perDay) ||
      (perWeek !== null && (weeks.get(weekOf(date)) ?? 0) >= perWeek)
    )
  }
}

/** The day of the creator's calendar of moments that come in order, looked up once a day. */
function daysOf(schedule: Schedule): (at: Instant) => string {
  if (schedule.travels.length > 0) return (at) => dateOf(schedule, at)
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

function remembered(work: (key: string) => string): (key: string) => string {
  const known = new Map<string, string>()
  return (key) => {
    const value = known.get(key) ?? work(key)
    known.set(key, value)
    return value
  }
}

/** Whether one of the joined stretches holds all of it. */
function covers(stretches: readonly Interval[], one: Interval): boolean {
  const stretch = stretches[firstEndingAfter(stretches, one.from)]
  return stretch !== undefined && stretch.from <= one.from && one.to <= stretch.to
}

/** Whether one of the joined stretches overlaps it. */
function meets(stretches: readonly Interval[], one: Interval): boolean {
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
