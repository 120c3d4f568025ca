import { type Booking as BookingView, type PayBody } from '@veranda/contract/bookings/schemas.ts'
import { pay } from '@veranda/core/bookings/hold.ts'
import { refuse, type Result } from '@veranda/core/result.ts'
import { type At } from './at.ts'
import { branded } from './branded.ts'
import { ownBooking } from './own-booking.ts'
import { readBooking } from './read-booking.ts'
import { saveBooking } from './save-booking.ts'

/** The client starts one attempt to pay. Payments hears of it by the log and charges the method. */
export async function payBooking(at: At, id: string, body: PayBody): Promise<Result<BookingView>> {
  const own = await ownBooking(at, id)
  if (!own.ok) return own
  const { booking, side, by } = own.value
  if (side !== 'client') return refuse('booking.not-your-step', 'not-allowed')
  const chargeId = branded<NonNullable<typeof booking.attempt>['chargeId']>(at.deps.ids.next())
  const decided = pay(booking, { chargeId, expected: body.expected }, by.at)
  if (!decided.ok) return decided
  await saveBooking(at.tx, booking, decided.value, by, { method: body.method })
  return readBooking(at, id)
}
