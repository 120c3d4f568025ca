import {
  type Booking as BookingView,
  type BookingReasonBody,
  type CancelBookingBody,
  type CancellationPreview,
} from '@veranda/contract/bookings/schemas.ts'
import { sideOf } from '@veranda/core/bookings/booking.ts'
import { cancel, previewCancel } from '@veranda/core/bookings/reservations/cancel.ts'
import { ok, type Result } from '@veranda/core/result.ts'
import { toIso } from '@veranda/core/time/instant.ts'
import { type CommandContext } from '../../../platform/access/command-context.ts'
import { bookingNotFound } from '../booking-locks.ts'
import { changeBooking, changeBookingAsAdmin } from '../change-booking.ts'
import { toBooking } from '../booking.repository.ts'

/** Previews the refund of cancelling now, for display before the user confirms. */
export async function previewCancellation(
  { tx, actor, clock }: CommandContext,
  id: string,
): Promise<Result<CancellationPreview>> {
  const row = await tx.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirst()
  const booking = row && toBooking(row)
  const side = booking && sideOf(booking, actor.id)
  if (!booking || !side) return bookingNotFound()
  const { refundPercent, refund, paid, authorised, changesAt } = previewCancel(booking, side, clock.now())
  const currency = booking.terms.price?.currency ?? ''
  return ok({
    version: booking.version,
    paid: paid === null ? null : { amount: paid, currency },
    refund: refund === null ? null : { amount: refund, currency },
    authorised: authorised === null ? null : { amount: authorised, currency },
    refundPercent,
    changesAt: changesAt === null ? null : toIso(changesAt),
  })
}

/** Cancels with exactly the refund that was shown; settles the money in the same transaction. */
export async function cancelBooking(
  ctx: CommandContext,
  id: string,
  body: CancelBookingBody,
): Promise<Result<BookingView>> {
  return changeBooking(ctx, id, ({ booking, side, cause }) => cancel(booking, side, body, cause.at))
}

/** Cancels for an admin; refunds everything that was paid. */
export async function cancelBookingAsAdmin(
  ctx: CommandContext,
  id: string,
  body: BookingReasonBody,
): Promise<Result<BookingView>> {
  return changeBookingAsAdmin(ctx, id, (booking, { at }) => {
    const { refund } = previewCancel(booking, 'admin', at)
    return cancel(booking, 'admin', { ...body, refund }, at)
  })
}
