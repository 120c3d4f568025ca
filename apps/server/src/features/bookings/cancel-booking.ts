import {
  type Booking as BookingView,
  type BookingReason,
  type CancelBody,
  type Cancellation,
} from '@veranda/contract/bookings/schemas.ts'
import { sideOf } from '@veranda/core/bookings/booking.ts'
import { cancel, previewCancel } from '@veranda/core/bookings/cancel.ts'
import { ok, type Result } from '@veranda/core/result.ts'
import { toIso } from '@veranda/core/time/instant.ts'
import { type At } from './at.ts'
import { absent, anyBooking, ownBooking } from './own-booking.ts'
import { readAsOperator, readBooking } from './read-booking.ts'
import { toBooking } from './rows.ts'
import { saveBooking } from './save-booking.ts'

/** What cancelling now would give back, shown before the button is pressed. */
export async function readCancellation({ tx, actor, clock }: At, id: string): Promise<Result<Cancellation>> {
  const row = await tx.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirst()
  const booking = row && toBooking(row)
  const side = booking && sideOf(booking, actor.id)
  if (!booking || !side) return absent()
  const { percent, refund, paid, reserved, changesAt } = previewCancel(booking, side, clock.now())
  const currency = booking.terms.price?.currency ?? ''
  return ok({
    version: booking.version,
    paid: paid === null ? null : { amount: paid, currency },
    refund: refund === null ? null : { amount: refund, currency },
    reserved: reserved === null ? null : { amount: reserved, currency },
    refundPercent: percent,
    changesAt: changesAt === null ? null : toIso(changesAt),
  })
}

/** Cancels with exactly the refund that was shown; the money is divided in the same transaction. */
export async function cancelBooking(at: At, id: string, body: CancelBody): Promise<Result<BookingView>> {
  const own = await ownBooking(at, id)
  if (!own.ok) return own
  const { booking, side, by } = own.value
  const decided = cancel(booking, side, body, by.at)
  if (!decided.ok) return decided
  await saveBooking(at.tx, booking, decided.value, by)
  return readBooking(at, id)
}

/** An operator cancels; everything that was paid goes back. */
export async function cancelAsOperator(at: At, id: string, body: BookingReason): Promise<Result<BookingView>> {
  const booking = await anyBooking(at.tx, id)
  if (!booking) return absent()
  const now = at.clock.now()
  const { refund } = previewCancel(booking, 'operator', now)
  const decided = cancel(booking, 'operator', { ...body, refund }, now)
  if (!decided.ok) return decided
  await saveBooking(at.tx, booking, decided.value, { actor: at.actor.id, at: now })
  return readAsOperator(at, id)
}
