import {
  type Booking as BookingView,
  type BookingExpected,
  type OverturnBody,
} from '@veranda/contract/bookings/schemas.ts'
import { agreeEnd, overturn } from '@veranda/core/bookings/meet.ts'
import { type Result } from '@veranda/core/result.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { type Tx } from '../../db/database.ts'
import { type At } from './at.ts'
import { knownPresence } from './known-presence.ts'
import { absent, anyBooking, ownBooking } from './own-booking.ts'
import { readAsOperator, readBooking } from './read-booking.ts'
import { saveBooking } from './save-booking.ts'

/** A side says that it is over before its time; the second of the two ends it. */
export async function completeBooking(at: At, id: string, { expected }: BookingExpected): Promise<Result<BookingView>> {
  const { tx } = at
  const own = await ownBooking(at, id)
  if (!own.ok) return own
  const { booking, side, by } = own.value
  const { presence } = await knownPresence(tx, booking)
  const decided = agreeEnd(booking, side, expected, presence, by.at)
  if (!decided.ok) return decided
  await saveBooking(tx, booking, decided.value, by)
  return readBooking(at, id)
}

/** An operator says who came and who did not. */
export async function overturnNoShow(at: At, id: string, body: OverturnBody): Promise<Result<BookingView>> {
  const booking = await anyBooking(at.tx, id)
  if (!booking) return absent()
  const by = { actor: at.actor.id, at: at.clock.now() }
  const decided = overturn(booking, body, by.at)
  if (!decided.ok) return decided
  await saveBooking(at.tx, booking, decided.value, by)
  return readAsOperator(at, id)
}

/** Somebody came into the room of a booking; nothing changes when they are there already. */
export async function noteCame(tx: Tx, bookingId: string, personId: string, at: Instant): Promise<void> {
  const there = await tx
    .selectFrom('booking_presence')
    .select('came_at')
    .where('booking_id', '=', bookingId)
    .where('person_id', '=', personId)
    .where('left_at', 'is', null)
    .executeTakeFirst()
  if (there) return
  await tx
    .insertInto('booking_presence')
    .values({ booking_id: bookingId, person_id: personId, came_at: new Date(at) })
    .onConflict((c) => c.columns(['booking_id', 'person_id', 'came_at']).doUpdateSet({ left_at: null }))
    .execute()
}

/** Somebody left the room of a booking. */
export async function noteLeft(tx: Tx, bookingId: string, personId: string, at: Instant): Promise<void> {
  await tx
    .updateTable('booking_presence')
    .set({ left_at: new Date(at) })
    .where('booking_id', '=', bookingId)
    .where('person_id', '=', personId)
    .where('left_at', 'is', null)
    .execute()
}

/** Our room failed during a booking: nobody can be said not to have come. */
export async function noteRoomFault(tx: Tx, bookingId: string): Promise<void> {
  await tx.updateTable('bookings').set({ room_fault: true }).where('id', '=', bookingId).execute()
}
