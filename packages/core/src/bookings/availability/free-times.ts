import { type Result, ok, refuse } from '../../result.ts'
import type { SearchHours } from '../../talent/search/search-hours.ts'
import { type Instant, day, instant, minute } from '../../time/instant.ts'
import { type Interval, type Schedule, emptySchedule, mergeIntervals, openRanges } from './schedule.ts'
import { type Availability, freeStarts } from './slots.ts'

/** A search can ask for hours on a day up to this many days ahead. */
export const maxSearchAheadDays = 28
/** Hours on weekdays are those of this many days. */
export const weekdaySearchDays = 14

/** Starts of sessions of one service, `stepMinutes` apart, from the first to the last. */
export type FreeRun = { readonly first: Instant; readonly last: Instant; readonly stepMinutes: number }

/**
 * Returns the starts at which a service could be booked within the days that a search can ask for and one day more,
 * as runs. Notice and horizon, which depend on the time of the search, are left out.
 */
export function freeRuns(availability: Availability): FreeRun[] {
  const { now, terms } = availability
  const ahead = maxSearchAheadDays + 1
  const starts = freeStarts(
    { ...availability, terms: { ...terms, noticeMinutes: 0, horizonDays: ahead } },
    { from: now, to: instant(now + ahead * day) },
  )
  const step = terms.incrementMinutes * minute
  const runs: { first: Instant; last: Instant; stepMinutes: number }[] = []
  for (const start of starts) {
    const run = runs.at(-1)
    if (run && start === run.last + step) run.last = start
    else runs.push({ first: start, last: start, stepMinutes: terms.incrementMinutes })
  }
  return runs
}

/**
 * Returns the time in which a session is wanted, as intervals in order: the hours on the searcher's wall clock, from now
 * on, without the time at which the searcher is busy. Refuses (invalid) a day that is too far ahead.
 */
export function wantedTimes(
  hours: readonly SearchHours[],
  { timeZone, now, busy }: { readonly timeZone: string; readonly now: Instant; readonly busy: readonly Interval[] },
): Result<Interval[]> {
  const ahead = (days: number): Interval => ({ from: now, to: instant(now + days * day) })
  const wanted: Interval[] = []
  for (const { weekdays, date, from, to } of hours) {
    const schedule: Schedule =
      date === undefined
        ? { ...emptySchedule(timeZone), weekly: weekdays.map((weekday) => ({ weekday, from, to })) }
        : { ...emptySchedule(timeZone), overrides: [{ date, ranges: [{ from, to }] }] }
    if (date !== undefined && isBeyond(date, timeZone, ahead(maxSearchAheadDays).to)) {
      return refuse('search.hours-too-far', 'invalid', { field: 'hours', detail: { days: maxSearchAheadDays } })
    }
    wanted.push(...openRanges(schedule, ahead(date === undefined ? weekdaySearchDays : maxSearchAheadDays)))
  }
  const future = mergeIntervals(wanted).flatMap(({ from, to }) =>
    to > now ? [{ from: instant(Math.max(from, now)), to }] : [],
  )
  return ok(withoutBusy(future, mergeIntervals(busy)))
}

function isBeyond(date: string, timeZone: string, end: Instant): boolean {
  return Temporal.PlainDate.from(date).toZonedDateTime(timeZone).epochMilliseconds > end
}

/** Cuts merged busy intervals out of merged intervals. */
function withoutBusy(intervals: readonly Interval[], busy: readonly Interval[]): Interval[] {
  return busy.reduce<Interval[]>(
    (left, taken) =>
      left.flatMap(({ from, to }) => {
        if (taken.to <= from || taken.from >= to) return [{ from, to }]
        return [
          { from, to: taken.from },
          { from: taken.to, to },
        ].filter((rest) => rest.from < rest.to)
      }),
    [...intervals],
  )
}
