import {
  type Booking as BookingView,
  type BookingExpected,
  type BookingReason,
} from '@veranda/contract/bookings/schemas.ts'
import { confirm, decline } from '@veranda/core/bookings/answer.ts'
import { refuse, type Result } from '@veranda/core/result.ts'
import { type At } from './at.ts'
import { isStillHeld } from './occupancy.ts'
import { ownBooking } from './own-booking.ts'
import { readBooking } from './read-booking.ts'
import { saveBooking } from './save-booking.ts'

/** The creator takes a request, an authorised card being charged first; that its time is still its own is looked at once more, under the locks. */
export async function confirmBooking(at: At, id: string, { expected }: BookingExpected): Promise<Result<BookingView>> {
  const own = await ownBooking(at, id)
  if (!own.ok) return own
  const { booking, side, by } = own.value
  const decided = confirm(booking, side, expected, by.at)
  if (!decided.ok) return decided
  if (!(await isStillHeld(at.tx, id))) return refuse('booking.request-over', 'expired')
  await saveBooking(at.tx, booking, decided.value, by)
  return readBooking(at, id)
}

/** The creator does not take it; an authorised card is let go, what was paid goes back in the same step. */
export async function declineBooking(at: At, id: string, body: BookingReason): Promise<Result<BookingView>> {
  const own = await ownBooking(at, id)
  if (!own.ok) return own
  const { booking, side, by } = own.value
  const decided = decline(booking, side, body)
  if (!decided.ok) return decided
  await saveBooking(at.tx, booking, decided.value, by)
  return readBooking(at, id)
}
