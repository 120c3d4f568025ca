import {
  type Booking as BookingView,
  type BookingVersionBody,
  type BookingReasonBody,
} from '@veranda/contract/bookings/schemas.ts'
import { confirm, decline } from '@veranda/core/bookings/reservations/answer-request.ts'
import { refuse, type Result } from '@veranda/core/result.ts'
import { type CommandContext } from '../../../platform/access/command-context.ts'
import { isStillOccupying } from '../availability/occupancy.repository.ts'
import { lockBookingFor } from '../booking-locks.ts'
import { readBooking } from '../read-booking.ts'
import { saveBooking } from '../save-booking.ts'

/**
 * Confirms a request for the creator. Charges an authorised card first, and checks again under the locks that the
 * booking still occupies its time.
 */
export async function confirmBooking(
  ctx: CommandContext,
  id: string,
  { expected }: BookingVersionBody,
): Promise<Result<BookingView>> {
  const locked = await lockBookingFor(ctx, id)
  if (!locked.ok) return locked
  const { booking, side, cause } = locked.value
  const decided = confirm(booking, side, expected, cause.at)
  if (!decided.ok) return decided
  if (!(await isStillOccupying(ctx.tx, id))) return refuse('booking.request-expired', 'expired')
  await saveBooking(ctx.tx, booking, decided.value, cause)
  return readBooking(ctx, id)
}

/**
 * Declines a request for the creator; releases an authorised card, or refunds what was paid in the same transaction.
 */
export async function declineBooking(
  ctx: CommandContext,
  id: string,
  body: BookingReasonBody,
): Promise<Result<BookingView>> {
  const locked = await lockBookingFor(ctx, id)
  if (!locked.ok) return locked
  const { booking, side, cause } = locked.value
  const decided = decline(booking, side, body)
  if (!decided.ok) return decided
  await saveBooking(ctx.tx, booking, decided.value, cause)
  return readBooking(ctx, id)
}
