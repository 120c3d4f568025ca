import { applyTransition, stepFrom } from '../../state-machine.ts'
import { type Result, ok, refuse } from '../../result.ts'
import { type Instant } from '../../time/instant.ts'
import {
  type Booking,
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

type RequestParty = 'client' | 'creator' | 'admin'

/**
 * Confirms a request for the creator. With an authorised card it is confirmed once that card is charged, at the latest
 * by the start. Refuses booking.request-expired (expired) after its time and booking.payment-in-progress (conflict) the
 * second time.
 */
export function confirm(
  booking: Booking,
  by: RequestParty,
  expected: number,
  now: Instant,
): Result<Decision<ConfirmedBooking | RequestedBooking>> {
  const step = stepFrom(bookingMachine, booking, isRequested, 'confirm', by, expected)
  if (!step.ok) return step
  const { attempt, expiresAt, payment } = step.value
  if (now >= expiresAt) return refuse('booking.request-expired', 'expired')
  if (attempt) {
    const capture = applyTransition(bookingMachine, booking, 'capture', by)
    if (!capture.ok) return capture
    if (attempt.stage === 'capturing') return refuse('booking.payment-in-progress', 'conflict')
    const next: RequestedBooking = {
      ...step.value,
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
 * Declines a request for the creator; an authorised card is released, any payment is refunded in full. Refuses
 * booking.payment-in-progress (conflict) once the creator has confirmed.
 */
export function decline(
  booking: Booking,
  by: RequestParty,
  input: { readonly expected: number; readonly reason: string },
): Result<Decision<DeclinedBooking>> {
  const step = stepFrom(bookingMachine, booking, isRequested, 'decline', by, input.expected)
  if (!step.ok) return step
  const { attempt, payment } = step.value
  if (attempt?.stage === 'capturing') return refuse('booking.payment-in-progress', 'conflict')
  const { reason } = input
  const next: DeclinedBooking = {
    ...nextFieldsOf(booking),
    state: 'declined',
    payment,
    ended: { by: 'creator', reason },
  }
  return ok({ next, events: [{ type: 'booking.declined', data: { ...eventDataOf(next), reason } }] })
}
