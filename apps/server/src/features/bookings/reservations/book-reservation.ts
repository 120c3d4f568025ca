import {
  type Booking as BookingView,
  type BookingVersionBody,
  type PayBookingBody,
} from '@veranda/contract/bookings/schemas.ts'
import { asId, type ChargeId } from '@veranda/core/ids.ts'
import { book, pay, withdraw } from '@veranda/core/bookings/reservations/reservation.ts'
import { refuse, type Result } from '@veranda/core/result.ts'
import { type CommandContext } from '../../../platform/access/command-context.ts'
import { isStillOccupying } from '../availability/occupancy.repository.ts'
import { changeBooking } from '../change-booking.ts'

/** Books a free slot that the client reserved, or requests it if the creator confirms bookings manually. */
export async function bookReservation(
  ctx: CommandContext,
  id: string,
  { expected }: BookingVersionBody,
): Promise<Result<BookingView>> {
  return changeBooking(ctx, id, async ({ booking, side, cause }) => {
    const decided = book(booking, side, cause.at, expected)
    if (!decided.ok || (await isStillOccupying(ctx.tx, id))) return decided
    return refuse('booking.reservation-expired', 'expired')
  })
}

/** Withdraws the client's reservation; any payment that still arrives is refunded automatically. */
export async function withdrawReservation(
  ctx: CommandContext,
  id: string,
  { expected }: BookingVersionBody,
): Promise<Result<BookingView>> {
  return changeBooking(ctx, id, ({ booking, side, cause }) => withdraw(booking, side, expected, cause.at))
}

/** Starts one payment attempt for the client. Payments handles the event and charges the method. */
export async function payBooking(ctx: CommandContext, id: string, body: PayBookingBody): Promise<Result<BookingView>> {
  const chargeId = asId<ChargeId>(ctx.deps.ids.next())
  return changeBooking(
    ctx,
    id,
    ({ booking, side, cause }) => pay(booking, side, { chargeId, expected: body.expected }, cause.at),
    { method: body.method },
  )
}
