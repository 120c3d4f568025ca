import {
  type Booking as BookingView,
  type BookingVersionBody,
  type BookingReasonBody,
} from '@veranda/contract/bookings/schemas.ts'
import { confirm, decline } from '@veranda/core/bookings/reservations/answer-request.ts'
import { refuse, type Result } from '@veranda/core/result.ts'
import { type CommandContext } from '../../../platform/access/command-context.ts'
import { isStillOccupying } from '../availability/occupancy.repository.ts'
import { changeBooking } from '../change-booking.ts'

/**
 * Confirms a request for the creator. Charges an authorised card first, and checks again under the locks that the
 * booking still occupies its time.
 */
export async function confirmBooking(
  ctx: CommandContext,
  id: string,
  { expected }: BookingVersionBody,
): Promise<Result<BookingView>> {
  return changeBooking(ctx, id, async ({ booking, side, cause }) => {
    const decided = confirm(booking, side, expected, cause.at)
    if (!decided.ok || (await isStillOccupying(ctx.tx, id))) return decided
    return refuse('booking.request-expired', 'expired')
  })
}

/**
 * Declines a request for the creator; releases an authorised card, or refunds what was paid in the same transaction.
 */
export async function declineBooking(
  ctx: CommandContext,
  id: string,
  body: BookingReasonBody,
): Promise<Result<BookingView>> {
  return changeBooking(ctx, id, ({ booking, side, cause }) => decline(booking, side, body, cause.at))
}
