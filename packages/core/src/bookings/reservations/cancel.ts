import { stepFrom } from '../../state-machine.ts'
import { type Minor, minor } from '../../money/money.ts'
import { type Result, ok, refuse } from '../../result.ts'
import { type Instant, day } from '../../time/instant.ts'
import {
  attemptOf,
  type Booking,
  type BookingParty,
  type CancelledBooking,
  type ConfirmedBooking,
  type Decision,
  eventDataOf,
  isConfirmed,
  isRequested,
  nextFieldsOf,
  paymentOf,
  priceOf,
  type RequestedBooking,
} from '../booking.ts'
import { bookingMachine } from '../booking-states.ts'
import { refundChangesAt, refundPercentAt, splitRefund } from '../services/cancellation-policy.ts'

/** Refund of cancelling now, in minor units with its share of the fee; null if nothing was paid. */
export type CancellationPreview = {
  readonly refundPercent: number
  readonly refund: Minor | null
  readonly paid: Minor | null
  /** Amount only authorised on the client's card, which would be released; null if none. */
  readonly authorised: Minor | null
  readonly changesAt: Instant | null
}

/**
 * Previews a cancellation. By the creator or an admin everything is refunded; by the client everything of an unanswered
 * request, otherwise what the booking's policy says. Nothing that the client's bank took back before.
 */
export function previewCancel(booking: Booking, by: BookingParty, now: Instant): CancellationPreview {
  const { policy } = booking.terms
  const payment = paymentOf(booking)
  // Money that the client's bank took back is not refunded again.
  if (payment?.frozen) return noRefund(booking)
  const fullRefund = by !== 'client' || isRequested(booking)
  const percent = fullRefund ? 100 : refundPercentAt(policy, booking.startsAt, now)
  const price = payment ? priceOf(booking) : undefined
  const authorised = attemptOf(booking)?.amount ?? null
  if (!price) return { refundPercent: percent, refund: null, paid: null, authorised, changesAt: null }
  const { toClient } = splitRefund(price, percent)
  return {
    refundPercent: percent,
    refund: minor(toClient.amount + toClient.clientFee),
    paid: price.clientPays,
    authorised,
    changesAt: fullRefund ? null : (refundChangesAt(policy, booking.startsAt, now) ?? null),
  }
}

function noRefund(booking: Booking): CancellationPreview {
  const paid = priceOf(booking)?.clientPays ?? null
  return { refundPercent: 0, refund: paid && minor(0), paid, authorised: null, changesAt: null }
}

function isCancellable(booking: Booking): booking is RequestedBooking | ConfirmedBooking {
  return isRequested(booking) || isConfirmed(booking)
}

/**
 * Decides whether `by` may cancel now. Refuses booking.already-started (conflict) from the start on, and
 * booking.request-expired (expired) for a request after its time.
 */
export function checkCancel(
  booking: Booking,
  by: BookingParty,
  now: Instant,
  expected?: number,
): Result<RequestedBooking | ConfirmedBooking> {
  const step = stepFrom(bookingMachine, booking, isCancellable, 'cancel', by, expected)
  if (!step.ok) return step
  if (now >= booking.startsAt) return refuse('booking.already-started', 'conflict')
  if (isRequested(step.value) && now >= step.value.expiresAt) return refuse('booking.request-expired', 'expired')
  return step
}

/**
 * Cancels. Refuses what `checkCancel` refuses, and booking.refund-changed (conflict, with the current amount) if the
 * refund differs from the one shown.
 */
export function cancel(
  booking: Booking,
  by: BookingParty,
  input: { readonly expected: number; readonly reason: string; readonly refund: number | null },
  now: Instant,
): Result<Decision<CancelledBooking>> {
  const step = checkCancel(booking, by, now, input.expected)
  if (!step.ok) return step
  const { refund } = previewCancel(booking, by, now)
  if ((refund ?? null) !== input.refund) {
    return refuse('booking.refund-changed', 'conflict', { field: 'refund', detail: { refund: refund ?? 0 } })
  }
  const next: CancelledBooking = {
    ...nextFieldsOf(booking),
    state: 'cancelled',
    // A request was in no calendar yet, so there is nothing to remove.
    sequence: isRequested(booking) ? booking.sequence : booking.sequence + 1,
    payment: step.value.payment,
    ended: { by, reason: input.reason },
  }
  const data = {
    ...eventDataOf(next),
    by,
    reason: input.reason,
    from: booking.state,
    late: booking.startsAt - now < day,
    refund: refund ?? minor(0),
    currency: booking.terms.price?.currency ?? null,
  }
  return ok({ next, events: [{ type: 'booking.cancelled', data }] })
}
