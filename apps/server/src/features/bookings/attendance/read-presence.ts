import { type Booking, endOf, sideOf } from '@veranda/core/bookings/booking.ts'
import { countsAsAttendance } from '@veranda/core/bookings/attendance/attendance.ts'
import { type PresenceInterval, attendanceWindow } from '@veranda/core/bookings/attendance/presence.ts'
import { type Instant, instant } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { type Db } from '../../../platform/db/database.ts'

type RoomEventRow = { type: 'room.entered' | 'room.left'; userId: string; at: number }

/**
 * Reads when each side was present, and whether presence proves nothing because our room failed or the whole server was
 * down when they could have joined. Reads the outbox itself, which is complete in the moment it is written; the event
 * handlers that fill `booking_presence` may lag behind, and no one may be judged by that.
 */
export async function readPresence(
  db: Db,
  booking: Booking,
): Promise<{ presence: PresenceInterval[]; roomFault: boolean }> {
  const { from, to } = attendanceWindow({ startsAt: booking.startsAt, endsAt: endOf(booking) })
  const { rows } = await sql<{ fault: boolean; transitions: RoomEventRow[] }>`
    select (
        b.room_fault
        or exists (select from outages o where o.ended_at > ${new Date(from)} and o.began_at < ${new Date(to)})
        or exists (select from events where subject_kind = 'room' and subject_id = b.id::text
          and type = 'room.failed' and at >= ${new Date(from)})
      ) as fault,
      (select coalesce(json_agg(json_build_object('type', type, 'userId', data ->> 'userId',
          'at', (data ->> 'at')::float8) order by position), '[]')
        from events where subject_kind = 'room' and subject_id = b.id::text
          and type in ('room.entered', 'room.left')) as transitions
    from bookings b where b.id = ${booking.id}`.execute(db)
  const [row] = rows
  return { presence: toPresenceIntervals(booking, row?.transitions ?? []), roomFault: row?.fault ?? false }
}

/** Converts enter and leave events, in order, to presence intervals that count for this session. */
function toPresenceIntervals(booking: Booking, transitions: readonly RoomEventRow[]): PresenceInterval[] {
  const intervals: { side: PresenceInterval['side']; from: Instant; to: Instant | null }[] = []
  for (const { type, userId, at } of transitions) {
    const side = sideOf(booking, userId)
    const openInterval = intervals.find((one) => one.side === side && one.to === null)
    if (type === 'room.left') {
      if (openInterval) openInterval.to = instant(at)
    } else if (side && !openInterval && countsAsAttendance(booking, instant(at))) {
      intervals.push({ side, from: instant(at), to: null })
    }
  }
  return intervals
}

/**
 * Returns true if a transaction of this database started more than `ago` milliseconds ago and is still open: its events
 * are not in the outbox yet.
 */
export async function hasTransactionOlderThan(db: Db, ageMs: number): Promise<boolean> {
  const { rows } = await sql<{ some: boolean }>`
    select exists (
      select from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
        and xact_start < clock_timestamp() - ${ageMs} * interval '1 millisecond'
    ) as some`.execute(db)
  return rows[0]?.some ?? false
}
