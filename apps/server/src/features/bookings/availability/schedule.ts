import { type Schedule as ScheduleView, type ScheduleBody } from '@veranda/contract/bookings/services/schemas.ts'
import { type Schedule, checkSchedule, emptySchedule } from '@veranda/core/bookings/availability/schedule.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { fromIso, instant, toIso } from '@veranda/core/time/instant.ts'
import { type Db } from '../../../platform/db/database.ts'
import { appendEvent } from '../../../platform/events/append-event.ts'
import { type CommandContext } from '../../../platform/access/command-context.ts'
import { lockUserCalendars } from '../booking-locks.ts'
import { toSchedule } from './read-availability.ts'

/** Reads the user's own availability; an empty one in their own zone until it is first saved. */
export async function readSchedule(db: Db, userId: string): Promise<ScheduleView> {
  const { schedule, version } = await findSchedule(db, userId)
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

/** Finds a user's schedule and its version; 0 if it was never saved. */
export async function findSchedule(db: Db, userId: string): Promise<{ schedule: Schedule; version: number }> {
  const row = await db
    .selectFrom('users as u')
    .leftJoin('schedules as c', 'c.user_id', 'u.id')
    .select([
      'u.time_zone as user_zone',
      'c.time_zone',
      'c.weekly',
      'c.overrides',
      'c.absences',
      'c.travels',
      'c.version',
    ])
    .where('u.id', '=', userId)
    .executeTakeFirstOrThrow()
  const { time_zone, weekly, overrides, absences, travels } = row
  const schedule =
    weekly && overrides && absences && travels
      ? toSchedule({ time_zone, weekly, overrides, absences, travels })
      : undefined
  return { schedule: schedule ?? emptySchedule(row.user_zone), version: row.version ?? 0 }
}

/** Replaces the whole schedule. Existing bookings stay, whatever the new week says. */
export async function changeSchedule(
  { tx, actor, clock }: CommandContext,
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
  await lockUserCalendars(tx, [actor.id])
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
    .values({ user_id: actor.id, ...columns })
    .onConflict((c) => c.column('user_id').doUpdateSet(columns))
    .execute()
  await appendEvent(tx, {
    type: 'schedule.changed',
    subject: { kind: 'user', id: actor.id },
    actor: actor.id,
    at: now,
    data: { creatorId: actor.id },
  })
  return ok(await readSchedule(tx, actor.id))
}
