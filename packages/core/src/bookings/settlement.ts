import { type Minor, minor } from '../money/money.ts'
import { type Instant, after, instant } from '../time/instant.ts'
import { type Booking, type Decision, endOf, eventDataOf, priceOf } from './booking.ts'
import { previewCancel, type Canceller } from './reservations/cancel.ts'
import { type Settlement, splitRefund } from './services/cancellation-policy.ts'
import { payoutDelayMs } from './services/service-terms.ts'

/**
 * Returns the refund of a closed booking in percent; undefined while it is open. Nothing if the session took place or
 * the client did not come; everything if the creator did not come, declined or cancelled, or the request expired.
 */
function refundPercent(booking: Booking, now: Instant, before: Booking): number | undefined {
  switch (booking.state) {
    case 'completed':
    case 'no_show_client':
      return 0
    case 'no_show_creator':
    case 'no_show_both':
    case 'declined':
    case 'expired':
    case 'withdrawn':
      return 100
    case 'cancelled': {
      const by = booking.ended?.by
      return by === undefined || by === 'system'
        ? 100
        : previewCancel(before, by satisfies Canceller, now).refundPercent
    }
    case 'reserved':
    case 'requested':
    case 'confirmed':
    case 'in_session':
      return undefined
  }
}

/** Returns true if the payout waits until 48 hours after the end. */
function isPayoutDelayed(booking: Booking): boolean {
  return ['completed', 'no_show_client', 'no_show_creator', 'no_show_both'].includes(booking.state)
}

/**
 * Settles a closed booking once: when it is called off, or 48 hours after the end of a session or no-show. `before` is
 * the booking before the step that closed it. Undefined if there is nothing to settle (yet): free, unpaid, settled, or
 * frozen by the client's bank.
 */
export function settleBooking(
  booking: Booking,
  before: Booking,
  now: Instant,
): (Decision & { readonly settlement: Settlement }) | undefined {
  const price = booking.paidChargeId ? priceOf(booking) : undefined
  const percent = refundPercent(booking, now, before)
  if (!price || percent === undefined || booking.settled || booking.frozen) return undefined
  const payoutAt = instant(endOf(booking) + payoutDelayMs)
  if (isPayoutDelayed(booking) && now < payoutAt) return undefined
  const settlement = splitRefund(price, percent)
  const { toClient, toCreator } = settlement
  const refund: Minor = minor(toClient.amount + toClient.clientFee)
  const next: Booking = { ...booking, settled: true, refunded: refund === 0 ? booking.refunded : refund }
  const data = {
    ...eventDataOf(next),
    refund,
    currency: price.currency,
    creatorReceives: minor(toCreator.amount - toCreator.creatorFee),
    released: toCreator,
    availableAt: isPayoutDelayed(booking) ? now : after(now, payoutDelayMs),
  }
  return { next, events: [{ type: 'booking.settled', data }], settlement }
}
