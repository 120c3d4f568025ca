import { type Result, ok, refuse } from '../result.ts'
import { type Instant, day, instant } from '../time/instant.ts'
import { isTimeZone } from '../time/zone.ts'

/** A stretch of time, half open: `from` belongs to it, `to` does not. */
export type Interval = { readonly from: Instant; readonly to: Instant }

/** `HH:MM` on the wall clock; `to` at or before `from` is on the next day; a `to` of 23:59 or 24:00 is the end of the day. */
export type WallRange = { readonly from: string; readonly to: string }

/** When a person can be booked. Weekdays are 1 for Monday to 7 for Sunday, dates `YYYY-MM-DD`. */
export type Schedule = {
  readonly timeZone: string
  readonly weekly: readonly (WallRange & { readonly weekday: number })[]
  /** Instead of the week on that day; no ranges is a day off. */
  readonly overrides: readonly { readonly date: string; readonly ranges: readonly WallRange[] }[]
  readonly absences: readonly (Interval & { readonly note: string })[]
  /** From that day on the wall clock is this zone's. */
  readonly travels: readonly { readonly from: string; readonly timeZone: string }[]
}

/** A schedule without a single open hour. */
export function emptySchedule(timeZone: string): Schedule {
  return { timeZone, weekly: [], overrides: [], absences: [], travels: [] }
}

/** Refuses (invalid) a zone that does not exist, a day named twice, an absence that ends before it begins. */
export function checkSchedule(schedule: Schedule): Result<true> {
  const zones = [schedule.timeZone, ...schedule.travels.map((travel) => travel.timeZone)]
  if (!zones.every(isTimeZone)) return refuse('schedule.unknown-zone', 'invalid', { field: 'timeZone' })
  for (const [field, days] of [
    ['overrides', schedule.overrides.map(({ date }) => date)],
    ['travels', schedule.travels.map(({ from }) => from)],
  ] as const) {
    if (new Set(days).size !== days.length) return refuse('schedule.day-twice', 'invalid', { field })
    if (!days.every(isDate)) return refuse('schedule.no-such-day', 'invalid', { field })
  }
  const lasting = schedule.absences.every(({ from, to }) => from < to)
  return lasting ? ok(true) : refuse('schedule.absence-order', 'invalid', { field: 'absences' })
}

function isDate(text: string): boolean {
  try {
    return Temporal.PlainDate.from(text).toString() === text
  } catch {
    return false
  }
}

/** The zone in which a day of the schedule is meant. */
export function zoneOn(schedule: Schedule, date: string): string {
  let zone = schedule.timeZone
  for (const travel of inOrder(schedule.travels)) if (travel.from <= date) zone = travel.timeZone
  return zone
}

/**
 * The zone whose wall clock the person goes by at a moment: that of the open range in which it lies, because a day of the
 * old zone may last on when the first of the new one has begun; outside of all the new zone's, as soon as its day has come.
 */
export function zoneAt(schedule: Schedule, at: Instant): string {
  const zones = new Set([-2, -1, 0, 1, 2].map((days) => zoneOn(schedule, dateIn('UTC', instant(at + days * day)))))
  if (zones.size > 1) {
    const range = openRanges(schedule, { from: at, to: instant(at + 1) })[0]
    if (range) return range.timeZone
  }
  const there = inOrder(schedule.travels).findLast((travel) => dateIn(travel.timeZone, at) >= travel.from)
  return there?.timeZone ?? schedule.timeZone
}

/** The day that the person's own calendar shows at a moment. */
export function dateOf(schedule: Schedule, at: Instant): string {
  return dateIn(zoneAt(schedule, at), at)
}

/** The day that a zone's calendar shows at a moment. */
export function dateIn(timeZone: string, at: Instant): string {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).toPlainDate().toString()
}

function inOrder(travels: Schedule['travels']): Schedule['travels'] {
  return travels.length < 2 ? travels : travels.toSorted((a, b) => (a.from < b.from ? -1 : 1))
}

/** Open hours of one day, with the zone in which that day is meant. */
export type OpenRange = Interval & { readonly timeZone: string }

/**
 * The open ranges that may hold something between two moments, in order of their beginnings, not joined and not cut:
 * a range is the same whatever stretch is asked for. Absences are not taken out.
 *
 * Wall times that a clock change skips are the moment of the change, so that nothing is offered at an hour outside the
 * range; of wall times that come twice the first is meant. A day off is off wholly: what the evening before would run on
 * into it ends at midnight.
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
    const wanted = overrides.get(date) ?? schedule.weekly.filter(({ weekday }) => weekday === on.dayOfWeek)
    if (wanted.length === 0) continue
    const timeZone = zoneOn(schedule, date)
    const next = on.add({ days: 1 })
    const closes = overrides.get(next.toString())?.length === 0 ? momentOf(next, '00:00', timeZone) : Infinity
    for (const range of wanted) {
      const until = instant(Math.min(endOf(on, range, timeZone), closes))
      const open = { from: momentOf(on, range.from, timeZone), to: until, timeZone }
      if (open.from < open.to && open.from < to && open.to > from) ranges.push(open)
    }
  }
  return ranges.sort((a, b) => a.from - b.from || a.to - b.to)
}

function endOf(day: Temporal.PlainDate, { from, to }: WallRange, zone: string): Instant {
  if (to === '24:00' || to === '23:59') return momentOf(day.add({ days: 1 }), '00:00', zone)
  return momentOf(to <= from ? day.add({ days: 1 }) : day, to, zone)
}

function momentOf(day: Temporal.PlainDate, time: string, zone: string): Instant {
  const asked = day.toPlainDateTime(Temporal.PlainTime.from(time === '24:00' ? '00:00' : time))
  const date = time === '24:00' ? asked.add({ days: 1 }) : asked
  const there = date.toZonedDateTime(zone)
  if (there.hour === date.hour && there.minute === date.minute) return instant(there.epochMilliseconds)
  const change = there.add({ nanoseconds: 1 }).getTimeZoneTransition('previous')
  return instant((change ?? there).epochMilliseconds)
}

/** Ranges joined where they touch or overlap, in order. */
export function joined(ranges: readonly Interval[]): Interval[] {
  const whole: { from: Instant; to: Instant }[] = []
  for (const range of ranges.toSorted((a, b) => a.from - b.from)) {
    const former = whole.at(-1)
    if (former && range.from <= former.to) former.to = instant(Math.max(former.to, range.to))
    else whole.push({ ...range })
  }
  return whole
}
