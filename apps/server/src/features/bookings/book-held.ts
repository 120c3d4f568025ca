import { type Booking as BookingView, type BookingExpected } from '@veranda/contract/bookings/schemas.ts'
import { finishHold, giveBack } from '@veranda/core/bookings/hold.ts'
import { refuse, type Result } from '@veranda/core/result.ts'
import { type At } from './at.ts'
import { isStillHeld } from './occupancy.ts'
import { ownBooking } from './own-booking.ts'
import { readBooking } from './read-booking.ts'
import { saveBooking } from './save-booking.ts'

/** The client takes a free slot that they hold: booked, or asked for where the creator confirms by hand. */
export async function bookHeld(at: At, id: string, { expected }: BookingExpected): Promise<Result<BookingView>> {
  const own = await ownBooking(at, id)
  if (!own.ok) return own
  const { booking, side, by } = own.value
  if (side !== 'client') return refuse('booking.not-your-step', 'not-allowed')
  const decided = finishHold(booking, 'client', by.at, expected)
  if (!decided.ok) return decided
  if (!(await isStillHeld(at.tx, id))) return refuse('booking.hold-over', 'expired')
  await saveBooking(at.tx, booking, decided.value, by)
  return readBooking(at, id)
}

/** The client lets the slot go; whatever is still paid for it comes back by itself. */
export async function giveBackHold(at: At, id: string, { expected }: BookingExpected): Promise<Result<BookingView>> {
  const own = await ownBooking(at, id)
  if (!own.ok) return own
  const { booking, side, by } = own.value
  if (side !== 'client') return refuse('booking.not-your-step', 'not-allowed')
  const decided = giveBack(booking, expected)
  if (!decided.ok) return decided
  await saveBooking(at.tx, booking, decided.value, by)
  return readBooking(at, id)
}
