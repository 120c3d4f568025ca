import { type Minor, minor } from '../money/money.ts'
import { type Instant, after, instant } from '../time/instant.ts'
import { type Booking, type Decided, endOf, factsOf, priceOf } from './booking.ts'
import { previewCancel, type Canceller } from './cancel.ts'
import { type Settlement, settle } from './policy.ts'
import { payoutAfter } from './session-terms.ts'

/**
 * How much of what was paid goes back, in percent, for a booking that is over; undefined while it is not. Nothing when
 * they met or the client did not come; all when the creator did not, declined or cancelled, or the request lapsed.
 */
function refundPercent(booking: Booking, now: Instant, before: Booking): number | undefined {
  switch (booking.state) {
    case 'completed':
    case 'no_show_client':
      return 0
    case 'no_show_provider':
    case 'no_show_both':
    case 'declined':
    case 'expired':
    case 'given_back':
      return 100
    case 'cancelled': {
      const by = booking.ended?.by
      return by === undefined || by === 'system' ? 100 : previewCancel(before, by satisfies Canceller, now).percent
    }
    case 'held':
    case 'requested':
    case 'confirmed':
    case 'in_session':
      return undefined
  }
}

/** Whether the money waits for 48 hours after the end, rather than moving at once. */
function waits(booking: Booking): boolean {
  return ['completed', 'no_show_client', 'no_show_provider', 'no_show_both'].includes(booking.state)
}

/**
 * Divides what was paid for a booking that is over, once: at the end of what it was, or 48 hours after the end of a
 * session that took place or was missed. `before` is the booking before the step that ended it. Undefined when there is
 * nothing to divide (yet): free, not paid, settled, or frozen by the client's bank.
 */
export function divide(
  booking: Booking,
  before: Booking,
  now: Instant,
): (Decided & { readonly settlement: Settlement }) | undefined {
  const price = booking.paidBy ? priceOf(booking) : undefined
  const percent = refundPercent(booking, now, before)
  if (!price || percent === undefined || booking.settled || booking.frozen) return undefined
  const due = instant(endOf(booking) + payoutAfter)
  if (waits(booking) && now < due) return undefined
  const settlement = settle(price, percent)
  const { toClient, toCreator } = settlement
  const refund: Minor = minor(toClient.amount + toClient.clientFee)
  const next: Booking = { ...booking, settled: true, refunded: refund === 0 ? booking.refunded : refund }
  const data = {
    ...factsOf(next),
    refund,
    currency: price.currency,
    creatorReceives: minor(toCreator.amount - toCreator.creatorFee),
    released: toCreator,
    availableAt: waits(booking) ? now : after(now, payoutAfter),
  }
  return { next, events: [{ type: 'booking.settled', data }], settlement }
}
