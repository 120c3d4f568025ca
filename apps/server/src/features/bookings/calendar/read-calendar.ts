import { type Calendar, type CalendarQuery } from '@veranda/contract/bookings/schemas.ts'
import { type Interval, mergeIntervals, openRanges } from '@veranda/core/bookings/availability/schedule.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { day, fromIso, toIso } from '@veranda/core/time/instant.ts'
import { type QueryContext } from '../../../platform/access/command-context.ts'
import { findBookingsBetween } from '../list-bookings.ts'
import { findSchedule } from '../availability/schedule.ts'

const maxRangeMs = 100 * day

/** Reads a time range of the user's calendar: bookings, and the open hours and absences of their schedule. */
export async function readCalendar({ tx, actor }: QueryContext, query: CalendarQuery): Promise<Result<Calendar>> {
  const from = fromIso(query.from)
  const to = fromIso(query.to)
  if (from === undefined || to === undefined || to <= from || to - from > maxRangeMs) {
    return refuse('calendar.invalid-range', 'invalid', { field: 'to' })
  }
  const items = await findBookingsBetween(tx, actor.id, from, to)
  const { schedule } = await findSchedule(tx, actor.id)
  const toIsoRange = ({ from: begin, to: end }: Interval) => ({ from: toIso(begin), to: toIso(end) })
  return ok({
    items,
    open: mergeIntervals(openRanges(schedule, { from, to })).map(toIsoRange),
    absences: schedule.absences
      .filter((absence) => absence.from < to && absence.to > from)
      .map((absence) => ({ ...toIsoRange(absence), note: absence.note })),
  })
}
