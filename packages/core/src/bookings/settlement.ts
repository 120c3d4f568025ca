import { type ChargeId } from '../ids.ts'
import { minor } from '../money/money.ts'
import { type Instant, after } from '../time/instant.ts'
import {
  type Booking,
  type ClosedBooking,
  type Decision,
  endOf,
  eventDataOf,
  isClosed,
  isDecided,
  isPaid,
  type PaidBooking,
  type Payment,
  priceOf,
} from './booking.ts'
import { previewCancel } from './reservations/cancel.ts'
import { type Settlement, splitRefund } from './services/cancellation-policy.ts'
import { payoutDelayMs } from './services/hourly-service.ts'

/**
 * Returns the refund of a closed booking in percent. Nothing if the session took place or the client did not come;
 * everything if the creator did not come, declined or cancelled, or the request expired.
 */
function refundPercent(booking: ClosedBooking, now: Instant, before: Booking): number {
  switch (booking.state) {
    case 'completed':
    case 'no_show_client':
      return 0
    case 'no_show_creator':
    case 'no_show_both':
    case 'declined':
    case 'expired':
      return 100
    case 'cancelled':
      return previewCancel(before, booking.ended.by, now).refundPercent
  }
}

/**
 * Settles a closed booking once: when it is called off, or 48 hours after the end of a session or no-show. `before` is
 * the booking before the step that closed it, at `closedAt`. Undefined if there is nothing to settle (yet): free, unpaid,
 * settled, or frozen by the client's bank.
 */
export function settleBooking(
  booking: Booking,
  before: Booking,
  now: Instant,
  closedAt = now,
): (Decision<ClosedBooking> & { readonly settlement: Settlement }) | undefined {
  const price = priceOf(booking)
  if (!price || !isClosed(booking) || !isPaid(booking)) return undefined
  const { payment } = booking
  if (payment.settled || payment.frozen) return undefined
  // The payout waits until 48 hours after the end.
  const isPayoutDelayed = isDecided(booking)
  if (isPayoutDelayed && now < endOf(booking) + payoutDelayMs) return undefined
  const settlement = splitRefund(price, refundPercent(booking, closedAt, before))
  const { toClient, toCreator } = settlement
  const refunded = minor(toClient.amount + toClient.clientFee)
  const next: ClosedBooking = { ...booking, payment: { ...payment, settled: true, refunded } }
  const data = {
    ...eventDataOf(next),
    refund: refunded,
    currency: price.currency,
    creatorReceives: minor(toCreator.amount - toCreator.creatorFee),
    released: toCreator,
    availableAt: isPayoutDelayed ? now : after(now, payoutDelayMs),
  }
  return { next, events: [{ type: 'booking.settled', data }], settlement }
}

/**
 * Freezes the money that a client's bank took back, so that none of it is refunded or released. Undefined unless this
 * charge paid for the booking and its money is not settled yet.
 */
export function freezePayment(booking: Booking, chargeId: ChargeId): PaidBooking | undefined {
  return changePayment(booking, chargeId, { frozen: true })
}

/** Frees the money once the client's bank has decided for the creator. Undefined unless it is frozen by this charge. */
export function unfreezePayment(booking: Booking, chargeId: ChargeId): PaidBooking | undefined {
  return changePayment(booking, chargeId, { frozen: false })
}

/** Ends a payment that the client's bank took back for good: nothing is left to refund or to release. */
export function losePayment(booking: Booking, chargeId: ChargeId): PaidBooking | undefined {
  return changePayment(booking, chargeId, { frozen: true, settled: true })
}

function changePayment(
  booking: Booking,
  chargeId: ChargeId,
  change: Partial<Pick<Payment, 'frozen' | 'settled'>>,
): PaidBooking | undefined {
  if (!isPaid(booking)) return undefined
  const { payment } = booking
  return payment.settled || payment.chargeId !== chargeId
    ? undefined
    : { ...booking, payment: { ...payment, ...change } }
}
