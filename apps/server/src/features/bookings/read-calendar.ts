import { type Calendar, type CalendarQuery } from '@veranda/contract/bookings/schemas.ts'
import { type Interval, joined, openRanges } from '@veranda/core/bookings/schedule.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { day, fromIso, toIso } from '@veranda/core/time/instant.ts'
import { type Actor } from '../../access/actor.ts'
import { type Db } from '../../db/database.ts'
import { readBetween } from './list-appointments.ts'
import { findSchedule } from './schedule.ts'

const longest = 100 * day

/** A stretch of one's calendar: what is booked, and for a creator when they are open and away. */
export async function readCalendar(
  { tx, actor }: { tx: Db; actor: Actor },
  query: CalendarQuery,
): Promise<Result<Calendar>> {
  const from = fromIso(query.from)
  const to = fromIso(query.to)
  if (from === undefined || to === undefined || to <= from || to - from > longest) {
    return refuse('calendar.bad-stretch', 'invalid', { field: 'to' })
  }
  const items = await readBetween(tx, actor.id, from, to)
  if (actor.role !== 'creator') return ok({ items, open: [], absences: [] })
  const { schedule } = await findSchedule(tx, actor.id)
  const shown = ({ from: begin, to: end }: Interval) => ({ from: toIso(begin), to: toIso(end) })
  return ok({
    items,
    open: joined(openRanges(schedule, { from, to })).map(shown),
    absences: schedule.absences
      .filter((absence) => absence.from < to && absence.to > from)
      .map((absence) => ({ ...shown(absence), note: absence.note })),
  })
}
