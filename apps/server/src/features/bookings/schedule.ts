import { type Schedule as ScheduleView, type ScheduleBody } from '@veranda/contract/bookings/session-schemas.ts'
import { type Schedule, checkSchedule, emptySchedule } from '@veranda/core/bookings/schedule.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { fromIso, instant, toIso } from '@veranda/core/time/instant.ts'
import { type Db } from '../../db/database.ts'
import { append } from '../../log/append.ts'
import { type At } from './at.ts'
import { lockPeople } from './lock-people.ts'
import { scheduleOfRow } from './read-availability.ts'

/** One's own availability; an empty one in one's own zone until it is saved for the first time. */
export async function readSchedule(db: Db, personId: string): Promise<ScheduleView> {
  const { schedule, version } = await findSchedule(db, personId)
  const { timeZone, weekly, overrides, absences, travels } = schedule
  return {
    timeZone,
    weekly: weekly.map(({ weekday, from, to }) => ({ weekday, from, to })),
    overrides: overrides.map(({ date, ranges }) => ({ date, ranges: ranges.map(({ from, to }) => ({ from, to })) })),
    absences: absences.map(({ from, to, note }) => ({ from: toIso(from), to: toIso(to), note })),
    travels: travels.map(({ from, timeZone: zone }) => ({ from, timeZone: zone })),
    version,
  }
}

/** A person's schedule as the rules read it, with its number; 0 before it was ever saved. */
export async function findSchedule(db: Db, personId: string): Promise<{ schedule: Schedule; version: number }> {
  const row = await db
    .selectFrom('people as p')
    .leftJoin('schedules as c', 'c.person_id', 'p.id')
    .select([
      'p.time_zone as person_zone',
      'c.time_zone',
      'c.weekly',
      'c.overrides',
      'c.absences',
      'c.travels',
      'c.version',
    ])
    .where('p.id', '=', personId)
    .executeTakeFirstOrThrow()
  const { time_zone, weekly, overrides, absences, travels } = row
  const schedule =
    weekly && overrides && absences && travels
      ? scheduleOfRow({ time_zone, weekly, overrides, absences, travels })
      : undefined
  return { schedule: schedule ?? emptySchedule(row.person_zone), version: row.version ?? 0 }
}

/** Saves the whole of it. Bookings that were made stand, whatever the new week says. */
export async function changeSchedule(
  { tx, actor, clock }: At,
  { expected, ...body }: ScheduleBody,
): Promise<Result<ScheduleView>> {
  const schedule: Schedule = {
    ...body,
    absences: body.absences.map(({ from, to, note }) => ({
      from: fromIso(from) ?? instant(0),
      to: fromIso(to) ?? instant(0),
      note,
    })),
  }
  const checked = checkSchedule(schedule)
  if (!checked.ok) return checked
  const now = clock.now()
  await lockPeople(tx, [actor.id])
  const { version } = await findSchedule(tx, actor.id)
  if (version !== expected) return refuse('schedule.stale', 'conflict', { detail: { current: version } })
  const columns = {
    time_zone: schedule.timeZone,
    weekly: JSON.stringify(schedule.weekly),
    overrides: JSON.stringify(schedule.overrides),
    absences: JSON.stringify(schedule.absences),
    travels: JSON.stringify(schedule.travels),
    version: version + 1,
    updated_at: new Date(now),
  }
  await tx
    .insertInto('schedules')
    .values({ person_id: actor.id, ...columns })
    .onConflict((c) => c.column('person_id').doUpdateSet(columns))
    .execute()
  await append(tx, {
    type: 'schedule.changed',
    subject: { kind: 'person', id: actor.id },
    actor: actor.id,
    at: now,
    data: { creatorId: actor.id },
  })
  return ok(await readSchedule(tx, actor.id))
}
