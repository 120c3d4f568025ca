import {
  type Booking as BookingView,
  type BookingVersionBody,
  type OverturnNoShowBody,
} from '@veranda/contract/bookings/schemas.ts'
import { completeEarly, overturn } from '@veranda/core/bookings/attendance/attendance.ts'
import { type Result } from '@veranda/core/result.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { type Tx } from '../../../platform/db/database.ts'
import { type CommandContext } from '../../../platform/access/command-context.ts'
import { readPresence } from './read-presence.ts'
import { changeBooking, changeBookingAsAdmin } from '../change-booking.ts'

/** Completes a session early; it ends when the second side agrees. */
export async function completeBooking(
  ctx: CommandContext,
  id: string,
  { expected }: BookingVersionBody,
): Promise<Result<BookingView>> {
  return changeBooking(ctx, id, async ({ booking, side, cause }) => {
    const { presence } = await readPresence(ctx.tx, booking)
    return completeEarly(booking, side, expected, presence, cause.at)
  })
}

/** Overturns for an admin who came and who did not. */
export async function overturnNoShow(
  ctx: CommandContext,
  id: string,
  body: OverturnNoShowBody,
): Promise<Result<BookingView>> {
  return changeBookingAsAdmin(ctx, id, (booking, { at }) => overturn(booking, body, at))
}

/** Records that a user entered the booking's room; does nothing if they are already inside. */
export async function recordPresenceStart(tx: Tx, bookingId: string, userId: string, at: Instant): Promise<void> {
  const openPresence = await tx
    .selectFrom('booking_presence')
    .select('entered_at')
    .where('booking_id', '=', bookingId)
    .where('user_id', '=', userId)
    .where('left_at', 'is', null)
    .executeTakeFirst()
  if (openPresence) return
  await tx
    .insertInto('booking_presence')
    .values({ booking_id: bookingId, user_id: userId, entered_at: new Date(at) })
    .onConflict((c) => c.columns(['booking_id', 'user_id', 'entered_at']).doUpdateSet({ left_at: null }))
    .execute()
}

/** Records that a user left the booking's room. */
export async function recordPresenceEnd(tx: Tx, bookingId: string, userId: string, at: Instant): Promise<void> {
  await tx
    .updateTable('booking_presence')
    .set({ left_at: new Date(at) })
    .where('booking_id', '=', bookingId)
    .where('user_id', '=', userId)
    .where('left_at', 'is', null)
    .execute()
}

/** Records that our room failed during a booking, so that no one counts as absent. */
export async function recordRoomFault(tx: Tx, bookingId: string): Promise<void> {
  await tx.updateTable('bookings').set({ room_fault: true }).where('id', '=', bookingId).execute()
}
