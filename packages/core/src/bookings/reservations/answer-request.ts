import { applyTransition, stepFrom } from '../../state-machine.ts'
import { type Result, ok, refuse } from '../../result.ts'
import { type Instant } from '../../time/instant.ts'
import {
  type Booking,
  type BookingParty,
  type ConfirmedBooking,
  confirmedFrom,
  type Decision,
  type DeclinedBooking,
  eventDataOf,
  isRequested,
  nextFieldsOf,
  type RequestedBooking,
} from '../booking.ts'
import { bookingMachine } from '../booking-states.ts'

/**
 * Decides whether `by` may answer the request now. Refuses booking.request-expired (expired) after its time and
 * booking.payment-in-progress (conflict) once the creator has confirmed.
 */
export function checkAnswer(
  booking: Booking,
  step: 'confirm' | 'decline',
  by: BookingParty,
  now: Instant,
  expected?: number,
): Result<RequestedBooking> {
  const request = stepFrom(bookingMachine, booking, isRequested, step, by, expected)
  if (!request.ok) return request
  if (now >= request.value.expiresAt) return refuse('booking.request-expired', 'expired')
  if (request.value.attempt?.stage === 'capturing') return refuse('booking.payment-in-progress', 'conflict')
  return request
}

/**
 * Confirms a request for the creator. With an authorised card it is confirmed once that card is charged, at the latest
 * by the start. Refuses what `checkAnswer` refuses.
 */
export function confirm(
  booking: Booking,
  by: BookingParty,
  expected: number,
  now: Instant,
): Result<Decision<ConfirmedBooking | RequestedBooking>> {
  const request = checkAnswer(booking, 'confirm', by, now, expected)
  if (!request.ok) return request
  const { attempt, payment } = request.value
  if (attempt) {
    const capture = applyTransition(bookingMachine, booking, 'capture', by)
    if (!capture.ok) return capture
    const next: RequestedBooking = {
      ...request.value,
      version: booking.version + 1,
      expiresAt: booking.startsAt,
      attempt: { ...attempt, stage: 'capturing' },
    }
    return ok({
      next,
      events: [{ type: 'booking.capture-started', data: { ...eventDataOf(next), chargeId: attempt.chargeId } }],
    })
  }
  const next = confirmedFrom(booking, payment)
  return ok({ next, events: [{ type: 'booking.confirmed', data: { ...eventDataOf(next), by: 'creator' } }] })
}

/**
 * Declines a request for the creator; an authorised card is released, any payment is refunded in full. Refuses what
 * `checkAnswer` refuses.
 */
export function decline(
  booking: Booking,
  by: BookingParty,
  input: { readonly expected: number; readonly reason: string },
  now: Instant,
): Result<Decision<DeclinedBooking>> {
  const request = checkAnswer(booking, 'decline', by, now, input.expected)
  if (!request.ok) return request
  const { payment } = request.value
  const { reason } = input
  const next: DeclinedBooking = {
    ...nextFieldsOf(booking),
    state: 'declined',
    payment,
    ended: { by: 'creator', reason },
  }
  return ok({ next, events: [{ type: 'booking.declined', data: { ...eventDataOf(next), reason } }] })
}
