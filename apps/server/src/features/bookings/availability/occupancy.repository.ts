import { type Booking, clientBusyInterval, creatorBusyInterval, isWaiting } from '@veranda/core/bookings/booking.ts'
import { occupiesTime } from '@veranda/core/bookings/booking-states.ts'
import { type Interval } from '@veranda/core/bookings/availability/schedule.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { type Tx } from '../../../platform/db/database.ts'

/** Writes the occupied time of both users as the booking has it. The caller holds their calendar locks. */
export async function writeOccupancy(tx: Tx, booking: Booking, before: Booking | null): Promise<void> {
  const { id, state } = booking
  if (!occupiesTime(state)) {
    if (before && occupiesTime(before.state)) await sql`delete from occupancy where booking_id = ${id}`.execute(tx)
    return
  }
  const expiresAt = isWaiting(booking) ? new Date(booking.expiresAt) : null
  if (before && occupiesTime(before.state) && before.startsAt === booking.startsAt) {
    await sql`update occupancy set expires_at = ${expiresAt} where booking_id = ${id}`.execute(tx)
    return
  }
  // The old time is removed first, so that a booking never conflicts with itself.
  if (before) await sql`delete from occupancy where booking_id = ${id}`.execute(tx)
  await sql`
    insert into occupancy (booking_id, user_id, blocked, expires_at) values
      (${id}, ${booking.creatorId}, ${toTimeRange(creatorBusyInterval(booking))}, ${expiresAt}),
      (${id}, ${booking.clientId}, ${toTimeRange(clientBusyInterval(booking))}, ${expiresAt})`.execute(tx)
}

export function toTimeRange({ from, to }: Interval) {
  return sql`tstzrange(${new Date(from)}, ${new Date(to)}, '[)')`
}

/** Deletes the occupancy of expired reservations, even before their timers have run. */
export async function deleteExpiredOccupancy(tx: Tx, userIds: readonly string[], now: Instant): Promise<void> {
  await sql`
    delete from occupancy where user_id = any(${[...userIds]}::uuid[]) and expires_at <= ${new Date(now)}`.execute(tx)
}

/**
 * Returns true if the booking still occupies the time of both users: another booking may have replaced an expired
 * reservation.
 */
export async function isStillOccupying(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql<{
    count: number
  }>`select count(*) as count from occupancy where booking_id = ${id}`.execute(tx)
  return rows[0]?.count === 2
}
