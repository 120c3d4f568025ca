import { type Booking as BookingView } from '@veranda/contract/bookings/schemas.ts'
import { type Booking, type Decision } from '@veranda/core/bookings/booking.ts'
import { type Result } from '@veranda/core/result.ts'
import { type Cause, type CommandContext } from '../../platform/access/command-context.ts'
import { bookingNotFound, lockBookingById, type LockedBooking, lockBookingFor } from './booking-locks.ts'
import { readBooking, readBookingAsAdmin } from './read-booking.ts'
import { saveBooking } from './save-booking.ts'

/**
 * Locks a booking for one of its sides, decides, saves and returns the booking as that side sees it; `extraData` goes
 * into the events.
 */
export async function changeBooking(
  ctx: CommandContext,
  id: string,
  decide: (locked: LockedBooking) => Result<Decision> | Promise<Result<Decision>>,
  extraData?: object,
): Promise<Result<BookingView>> {
  const locked = await lockBookingFor(ctx, id)
  if (!locked.ok) return locked
  const decided = await decide(locked.value)
  if (!decided.ok) return decided
  await saveBooking(ctx.tx, locked.value.booking, decided.value, locked.value.cause, extraData)
  return readBooking(ctx, id)
}

/** Changes a booking for an admin, who has no side in it. */
export async function changeBookingAsAdmin(
  ctx: CommandContext,
  id: string,
  decide: (booking: Booking, cause: Cause) => Result<Decision>,
): Promise<Result<BookingView>> {
  const booking = await lockBookingById(ctx.tx, id)
  if (!booking) return bookingNotFound()
  const cause = { actor: ctx.actor.id, at: ctx.clock.now() }
  const decided = decide(booking, cause)
  if (!decided.ok) return decided
  await saveBooking(ctx.tx, booking, decided.value, cause)
  return readBookingAsAdmin(ctx, id)
}
