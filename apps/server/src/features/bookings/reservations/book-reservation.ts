import { type Booking as BookingView, type BookingVersionBody } from '@veranda/contract/bookings/schemas.ts'
import { book, withdraw } from '@veranda/core/bookings/reservations/reservation.ts'
import { refuse, type Result } from '@veranda/core/result.ts'
import { type CommandContext } from '../../../platform/access/command-context.ts'
import { isStillOccupying } from '../availability/occupancy.repository.ts'
import { lockBookingFor } from '../booking-locks.ts'
import { readBooking } from '../read-booking.ts'
import { saveBooking } from '../save-booking.ts'

/** Books a free slot that the client reserved, or requests it if the creator confirms bookings manually. */
export async function bookReservation(
  ctx: CommandContext,
  id: string,
  { expected }: BookingVersionBody,
): Promise<Result<BookingView>> {
  const locked = await lockBookingFor(ctx, id)
  if (!locked.ok) return locked
  const { booking, side, cause } = locked.value
  if (side !== 'client') return refuse('booking.not-your-step', 'not-allowed')
  const decided = book(booking, 'client', cause.at, expected)
  if (!decided.ok) return decided
  if (!(await isStillOccupying(ctx.tx, id))) return refuse('booking.reservation-expired', 'expired')
  await saveBooking(ctx.tx, booking, decided.value, cause)
  return readBooking(ctx, id)
}

/** Withdraws the client's reservation; any payment that still arrives is refunded automatically. */
export async function withdrawReservation(
  ctx: CommandContext,
  id: string,
  { expected }: BookingVersionBody,
): Promise<Result<BookingView>> {
  const locked = await lockBookingFor(ctx, id)
  if (!locked.ok) return locked
  const { booking, side, cause } = locked.value
  if (side !== 'client') return refuse('booking.not-your-step', 'not-allowed')
  const decided = withdraw(booking, expected)
  if (!decided.ok) return decided
  await saveBooking(ctx.tx, booking, decided.value, cause)
  return readBooking(ctx, id)
}
