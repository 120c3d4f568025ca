import { type Booking as BookingView, type CancelBody, type Cancellation } from '@veranda/contract/bookings/schemas.ts'
import { type Canceller, cancel, previewCancel } from '@veranda/core/bookings/cancel.ts'
import { type Booking, sideOf } from '@veranda/core/bookings/booking.ts'
import { ok, type Result } from '@veranda/core/result.ts'
import { toIso } from '@veranda/core/time/instant.ts'
import { type At, type By } from './at.ts'
import { absent, anyBooking } from './own-booking.ts'
import { readBooking } from './read-booking.ts'
import { saveBooking } from './save-booking.ts'
import { toBooking } from './rows.ts'

/** What cancelling now would give back, shown before the button is pressed. */
export async function readCancellation({ t, actor, clock }: At, id: string): Promise<Result<Cancellation>> {
  const row = await t.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirst()
  const booking = row && toBooking(row)
  const who = booking && cancellerOf(booking, actor)
  if (!booking || !who) return absent()
  const { percent, refund, paid, changesAt } = previewCancel(booking, who, clock.now())
  const currency = booking.terms.price?.currency ?? ''
  return ok({
    version: booking.version,
    paid: paid === null ? null : { amount: paid, currency },
    refund: refund === null ? null : { amount: refund, currency },
    refundPercent: percent,
    changesAt: changesAt === null ? null : toIso(changesAt),
  })
}

/** Cancels with exactly the refund that was shown; the money is divided in the same transaction. */
export async function cancelBooking(at: At, id: string, body: CancelBody): Promise<Result<BookingView>> {
  const { t, actor, clock } = at
  const booking = await anyBooking(t, id)
  const who = booking && cancellerOf(booking, actor)
  if (!booking || !who) return absent()
  const by: By = { actor: actor.id, at: clock.now() }
  const decided = cancel(booking, who, body, by.at)
  if (!decided.ok) return decided
  await saveBooking(t, booking, decided.value, by)
  return readBooking(at, id)
}

function cancellerOf(booking: Booking, actor: At['actor']): Canceller | undefined {
  return sideOf(booking, actor.id) ?? (actor.operator ? 'operator' : undefined)
}
