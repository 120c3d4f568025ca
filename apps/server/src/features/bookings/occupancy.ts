import { type Booking, clientBlock, creatorBlock } from '@veranda/core/bookings/booking.ts'
import { occupies } from '@veranda/core/bookings/booking-states.ts'
import { type Interval } from '@veranda/core/bookings/schedule.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { type Tx } from '../../db/database.ts'

/** Makes the occupied time of both people what the booking says. Their locks are held, as everywhere here. */
export async function writeOccupancy(tx: Tx, booking: Booking, before: Booking | null): Promise<void> {
  const { id, state } = booking
  if (!occupies(state)) {
    if (before && occupies(before.state)) await sql`delete from occupancy where booking_id = ${id}`.execute(tx)
    return
  }
  const lapses = booking.expiresAt === null ? null : new Date(booking.expiresAt)
  if (before && occupies(before.state) && before.startsAt === booking.startsAt) {
    await sql`update occupancy set lapses_at = ${lapses} where booking_id = ${id}`.execute(tx)
    return
  }
  // The old and the new time are swapped in one statement, so that a booking never stands in its own way.
  if (before) await sql`delete from occupancy where booking_id = ${id}`.execute(tx)
  await sql`
    insert into occupancy (booking_id, person_id, blocked, lapses_at) values
      (${id}, ${booking.creatorId}, ${rangeOf(creatorBlock(booking))}, ${lapses}),
      (${id}, ${booking.clientId}, ${rangeOf(clientBlock(booking))}, ${lapses})`.execute(tx)
}

export function rangeOf({ from, to }: Interval) {
  return sql`tstzrange(${new Date(from)}, ${new Date(to)}, '[)')`
}

/** Time that was held by somebody who let the hold lapse is free again, even before its timer has run. */
export async function freeLapsed(tx: Tx, people: readonly string[], now: Instant): Promise<void> {
  await sql`
    delete from occupancy where person_id = any(${[...people]}::uuid[]) and lapses_at <= ${new Date(now)}`.execute(tx)
}

/** Whether the booking still has the time of both its people: somebody may have taken the place of a lapsed hold. */
export async function isStillHeld(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql<{ held: number }>`select count(*) as held from occupancy where booking_id = ${id}`.execute(
    tx,
  )
  return rows[0]?.held === 2
}
