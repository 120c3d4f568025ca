import { type Booking as BookingView, type PayBookingBody } from '@veranda/contract/bookings/schemas.ts'
import { asId } from '@veranda/core/ids.ts'
import { pay } from '@veranda/core/bookings/reservations/reservation.ts'
import { refuse, type Result } from '@veranda/core/result.ts'
import { type CommandContext } from '../../../platform/access/command-context.ts'
import { lockBookingFor } from '../booking-locks.ts'
import { readBooking } from '../read-booking.ts'
import { saveBooking } from '../save-booking.ts'

/** Starts one payment attempt for the client. Payments handles the event and charges the method. */
export async function payBooking(ctx: CommandContext, id: string, body: PayBookingBody): Promise<Result<BookingView>> {
  const locked = await lockBookingFor(ctx, id)
  if (!locked.ok) return locked
  const { booking, side, cause } = locked.value
  if (side !== 'client') return refuse('booking.not-your-step', 'not-allowed')
  const chargeId = asId<NonNullable<typeof booking.attempt>['chargeId']>(ctx.deps.ids.next())
  const decided = pay(booking, { chargeId, expected: body.expected }, cause.at)
  if (!decided.ok) return decided
  await saveBooking(ctx.tx, booking, decided.value, cause, { method: body.method })
  return readBooking(ctx, id)
}
