import { type Booking, endOf, sideOf } from '@veranda/core/bookings/booking.ts'
import { countsAsThere } from '@veranda/core/bookings/meet.ts'
import { type Presence, presenceCounts } from '@veranda/core/bookings/presence.ts'
import { type Instant, instant } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { type Db } from '../../db/database.ts'

type Word = { type: 'room.entered' | 'room.left'; personId: string; at: number }

/**
 * When each side was there, and whether that says nothing: our room failed under its people, or the whole server was
 * away while they could have come. Read from the log itself, which knows it in the moment it happens; the reactions
 * that keep the rows for the page may be behind, and nobody is judged by that.
 */
export async function knownPresence(db: Db, booking: Booking): Promise<{ presence: Presence[]; roomFault: boolean }> {
  const { from, to } = presenceCounts({ startsAt: booking.startsAt, endsAt: endOf(booking) })
  const { rows } = await sql<{ fault: boolean; words: Word[] }>`
    select (
        b.room_fault
        or exists (select from outages o where o.ended_at > ${new Date(from)} and o.began_at < ${new Date(to)})
        or exists (select from events where subject_kind = 'room' and subject_id = b.id::text
          and type = 'room.failed' and at >= ${new Date(from)})
      ) as fault,
      (select coalesce(json_agg(json_build_object('type', type, 'personId', data ->> 'personId',
          'at', (data ->> 'at')::float8) order by position), '[]')
        from events where subject_kind = 'room' and subject_id = b.id::text
          and type in ('room.entered', 'room.left')) as words
    from bookings b where b.id = ${booking.id}`.execute(db)
  const [row] = rows
  return { presence: stretches(booking, row?.words ?? []), roomFault: row?.fault ?? false }
}

/** Comings and goings, in their order, as the stretches that count for this time. */
function stretches(booking: Booking, words: readonly Word[]): Presence[] {
  const told: { side: Presence['side']; from: Instant; to: Instant | null }[] = []
  for (const { type, personId, at } of words) {
    const side = sideOf(booking, personId)
    const open = told.find((one) => one.side === side && one.to === null)
    if (type === 'room.left') {
      if (open) open.to = instant(at)
    } else if (side && !open && countsAsThere(booking, instant(at))) {
      told.push({ side, from: instant(at), to: null })
    }
  }
  return told
}

/** Whether a transaction of this database runs that was begun more than so many milliseconds ago: its words are not in the log yet. */
export async function isAnyOlder(db: Db, ago: number): Promise<boolean> {
  const { rows } = await sql<{ some: boolean }>`
    select exists (
      select from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
        and xact_start < clock_timestamp() - ${ago} * interval '1 millisecond'
    ) as some`.execute(db)
  return rows[0]?.some ?? false
}
