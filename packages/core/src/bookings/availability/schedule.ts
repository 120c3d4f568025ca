import { type Result, ok, refuse } from '../../result.ts'
import { type Instant, day, instant } from '../../time/instant.ts'
import { isTimeZone } from '../../time/time-zone.ts'

/** A half-open time interval: `from` belongs to it, `to` does not. */
export type Interval = { readonly from: Instant; readonly to: Instant }

/** Wall clock range in `HH:MM`; `to` at or before `from` is on the next day; 23:59 or 24:00 is the end of the day. */
export type WallRange = { readonly from: string; readonly to: string }

/** When a user can be booked. Weekdays are 1 for Monday to 7 for Sunday, dates `YYYY-MM-DD`. */
export type Schedule = {
  readonly timeZone: string
  readonly weekly: readonly (WallRange & { readonly weekday: number })[]
  /** Replaces the week on that day; no ranges is a day off. */
  readonly overrides: readonly { readonly date: string; readonly ranges: readonly WallRange[] }[]
  readonly absences: readonly (Interval & { readonly note: string })[]
  /** From that day on the wall clock is in this zone. */
  readonly travels: readonly { readonly from: string; readonly timeZone: string }[]
}

/** Returns a schedule without open hours. */
export function emptySchedule(timeZone: string): Schedule {
  return { timeZone, weekly: [], overrides: [], absences: [], travels: [] }
}

/** Refuses (invalid) an unknown zone, a duplicate day, an invalid date, and an absence that ends before it begins. */
export function checkSchedule(schedule: Schedule): Result<true> {
  const zones = [schedule.timeZone, ...schedule.travels.map((travel) => travel.timeZone)]
  if (!zones.every(isTimeZone)) return refuse('schedule.unknown-zone', 'invalid', { field: 'timeZone' })
  for (const [field, days] of [
    ['overrides', schedule.overrides.map(({ date }) => date)],
    ['travels', schedule.travels.map(({ from }) => from)],
  ] as const) {
    if (new Set(days).size !== days.length) return refuse('schedule.duplicate-day', 'invalid', { field })
    if (!days.every(isCalendarDate)) return refuse('schedule.invalid-date', 'invalid', { field })
  }
  const lasting = schedule.absences.every(({ from, to }) => from < to)
  return lasting ? ok(true) : refuse('schedule.absence-order', 'invalid', { field: 'absences' })
}

function isCalendarDate(text: string): boolean {
  try {
    return Temporal.PlainDate.from(text).toString() === text
  } catch {
    return false
  }
}

/** Returns the zone in which a day of the schedule is meant. */
export function zoneOnDate({ timeZone, travels }: Pick<Schedule, 'timeZone' | 'travels'>, date: string): string {
  return sortTravels(travels).findLast(({ from }) => from <= date)?.timeZone ?? timeZone
}

/**
 * Returns the user's zone at an instant: that of the open range around it, because a day of the old zone may continue
 * after the first day of the new zone has begun; outside all ranges the new zone's, as soon as its day has begun there.
 */
export function zoneAt(schedule: Schedule, at: Instant): string {
  const zones = new Set(
    [-2, -1, 0, 1, 2].map((days) => zoneOnDate(schedule, dateInZone('UTC', instant(at + days * day)))),
  )
  if (zones.size > 1) {
    const range = openRanges(schedule, { from: at, to: instant(at + 1) })[0]
    if (range) return range.timeZone
  }
  const there = sortTravels(schedule.travels).findLast((travel) => dateInZone(travel.timeZone, at) >= travel.from)
  return there?.timeZone ?? schedule.timeZone
}

/** Returns the day in the user's own calendar at an instant. */
export function scheduleDateAt(schedule: Schedule, at: Instant): string {
  return dateInZone(zoneAt(schedule, at), at)
}

/** Returns the day in a zone's calendar at an instant. */
export function dateInZone(timeZone: string, at: Instant): string {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).toPlainDate().toString()
}

function sortTravels(travels: Schedule['travels']): Schedule['travels'] {
  return travels.length < 2 ? travels : travels.toSorted((a, b) => (a.from < b.from ? -1 : 1))
}

/** Open hours of one day, with the zone in which that day is meant. */
export type OpenRange = Interval & { readonly timeZone: string }

/**
 * Returns the open ranges that overlap an interval, sorted by start, neither merged nor cut: a range is the same for
 * whatever interval is asked. Absences are not subtracted.
 *
 * A wall time that a clock change skips becomes the instant of the change, so that nothing is offered outside the
 * range; of a wall time that occurs twice the first is meant. A day off is off completely: a range continuing from the
 * evening before ends at midnight.
 */
export function openRanges(schedule: Schedule, { from, to }: Interval): OpenRange[] {
  const overrides = new Map(schedule.overrides.map(({ date, ranges }) => [date, ranges]))
  const first = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO('UTC').toPlainDate()
  const last = Temporal.Instant.fromEpochMilliseconds(to).toZonedDateTimeISO('UTC').toPlainDate()
  const ranges: OpenRange[] = []
  // A day's ranges reach at most two days from its date in UTC: zones are up to 14 hours off, ranges up to 24 hours long.
  const end = last.add({ days: 1 })
  for (let on = first.subtract({ days: 2 }); Temporal.PlainDate.compare(on, end) <= 0; on = on.add({ days: 1 })) {
    const date = on.toString()
    const dayRanges = overrides.get(date) ?? schedule.weekly.filter(({ weekday }) => weekday === on.dayOfWeek)
    if (dayRanges.length === 0) continue
    const timeZone = zoneOnDate(schedule, date)
    const next = on.add({ days: 1 })
    const closes = overrides.get(next.toString())?.length === 0 ? instantOf(next, '00:00', timeZone) : Infinity
    for (const range of dayRanges) {
      const until = instant(Math.min(rangeEnd(on, range, timeZone), closes))
      const open = { from: instantOf(on, range.from, timeZone), to: until, timeZone }
      if (open.from < open.to && open.from < to && open.to > from) ranges.push(open)
    }
  }
  return ranges.sort((a, b) => a.from - b.from || a.to - b.to)
}

function rangeEnd(day: Temporal.PlainDate, { from, to }: WallRange, zone: string): Instant {
  if (to === '24:00' || to === '23:59') return instantOf(day.add({ days: 1 }), '00:00', zone)
  return instantOf(to <= from ? day.add({ days: 1 }) : day, to, zone)
}

function instantOf(day: Temporal.PlainDate, time: string, zone: string): Instant {
  const wallDateTime = day.toPlainDateTime(Temporal.PlainTime.from(time === '24:00' ? '00:00' : time))
  const date = time === '24:00' ? wallDateTime.add({ days: 1 }) : wallDateTime
  const there = date.toZonedDateTime(zone)
  if (there.hour === date.hour && there.minute === date.minute) return instant(there.epochMilliseconds)
  const change = there.add({ nanoseconds: 1 }).getTimeZoneTransition('previous')
  return instant((change ?? there).epochMilliseconds)
}

/** Merges ranges that touch or overlap, in order. */
export function mergeIntervals(ranges: readonly Interval[]): Interval[] {
  const merged: { from: Instant; to: Instant }[] = []
  for (const range of ranges.toSorted((a, b) => a.from - b.from)) {
    const previous = merged.at(-1)
    if (previous && range.from <= previous.to) previous.to = instant(Math.max(previous.to, range.to))
    else merged.push({ ...range })
  }
  return merged
}
