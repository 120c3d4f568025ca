import { type Party, takeStep } from '../machine.ts'
import { type Minor, minor } from '../money/money.ts'
import { type Result, ok, refuse } from '../result.ts'
import { type Instant, day } from '../time/instant.ts'
import { type Booking, type Decided, factsOf, priceOf } from './booking.ts'
import { bookingMachine } from './booking-states.ts'
import { refundChangesAt, refundPercentAt, settle } from './policy.ts'

export type Canceller = Exclude<Party, 'system'>

/** What cancelling now gives back, in minor units with its share of the fee; null when nothing was paid. */
export type CancelPreview = {
  readonly percent: number
  readonly refund: Minor | null
  readonly paid: Minor | null
  /** What is only authorised on the client's card, which is let go; null when nothing is. */
  readonly reserved: Minor | null
  readonly changesAt: Instant | null
}

/**
 * By the creator or an operator always all; by the client all of a request that nobody answered yet, else what the
 * policy says that it was booked under. Nothing of what the client's bank took back before.
 */
export function previewCancel(booking: Booking, by: Canceller, now: Instant): CancelPreview {
  const { policy } = booking.terms
  // What the client's bank has taken back is not given back once more.
  if (booking.frozen && booking.paidBy) return nothingBack(booking)
  const whole = by !== 'client' || booking.state === 'requested'
  const percent = whole ? 100 : refundPercentAt(policy, booking.startsAt, now)
  const price = booking.paidBy ? priceOf(booking) : undefined
  const reserved = booking.attempt?.amount ?? null
  if (!price) return { percent, refund: null, paid: null, reserved, changesAt: null }
  const { toClient } = settle(price, percent)
  return {
    percent,
    refund: minor(toClient.amount + toClient.clientFee),
    paid: price.clientPays,
    reserved,
    changesAt: whole ? null : (refundChangesAt(policy, booking.startsAt, now) ?? null),
  }
}

function nothingBack(booking: Booking): CancelPreview {
  const paid = priceOf(booking)?.clientPays ?? null
  return { percent: 0, refund: paid && minor(0), paid, reserved: null, changesAt: null }
}

/**
 * Cancels. Refuses booking.already-started (conflict) from the start on, and booking.refund-changed (conflict, with the
 * amount now) when the refund is not the one that was shown.
 */
export function cancel(
  booking: Booking,
  by: Canceller,
  input: { readonly expected: number; readonly reason: string; readonly refund: number | null },
  now: Instant,
): Result<Decided> {
  const step = takeStep(bookingMachine, booking, 'cancel', by, input.expected)
  if (!step.ok) return step
  if (now >= booking.startsAt) return refuse('booking.already-started', 'conflict')
  const { refund } = previewCancel(booking, by, now)
  if ((refund ?? null) !== input.refund) {
    return refuse('booking.refund-changed', 'conflict', { field: 'refund', detail: { refund: refund ?? 0 } })
  }
  const next: Booking = {
    ...booking,
    state: 'cancelled',
    version: booking.version + 1,
    // A request was in nobody's calendar yet, so there is nothing to take out of it.
    sequence: booking.state === 'requested' ? booking.sequence : booking.sequence + 1,
    expiresAt: null,
    attempt: null,
    proposal: null,
    ended: { by, reason: input.reason },
  }
  const data = {
    ...factsOf(next),
    by,
    reason: input.reason,
    from: booking.state,
    late: booking.startsAt - now < day,
    refund: refund ?? minor(0),
    currency: booking.terms.price?.currency ?? null,
  }
  return ok({ next, events: [{ type: 'booking.cancelled', data }] })
}
