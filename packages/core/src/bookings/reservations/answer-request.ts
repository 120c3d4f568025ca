import { applyTransition } from '../../state-machine.ts'
import { type Result, ok, refuse } from '../../result.ts'
import { type Instant } from '../../time/instant.ts'
import { type Booking, type Decision, eventDataOf } from '../booking.ts'
import { bookingMachine } from '../booking-states.ts'

type RequestParty = 'client' | 'creator' | 'admin'

/**
 * Confirms a request for the creator. With an authorised card it is confirmed once that card is charged, at the latest
 * by the start. Refuses booking.request-expired (expired) after its time and booking.payment-in-progress (conflict) the
 * second time.
 */
export function confirm(booking: Booking, by: RequestParty, expected: number, now: Instant): Result<Decision> {
  const step = applyTransition(bookingMachine, booking, 'confirm', by, expected)
  if (!step.ok) return step
  if (booking.expiresAt !== null && now >= booking.expiresAt) return refuse('booking.request-expired', 'expired')
  const { attempt } = booking
  const version = booking.version + 1
  if (attempt) {
    const capture = applyTransition(bookingMachine, booking, 'capture', by)
    if (!capture.ok) return capture
    if (attempt.stage === 'capturing') return refuse('booking.payment-in-progress', 'conflict')
    const next: Booking = {
      ...booking,
      version,
      expiresAt: booking.startsAt,
      attempt: { ...attempt, stage: 'capturing' },
    }
    return ok({
      next,
      events: [{ type: 'booking.capture-started', data: { ...eventDataOf(next), chargeId: attempt.chargeId } }],
    })
  }
  const next: Booking = { ...booking, state: 'confirmed', version, expiresAt: null }
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
): Result<Decision> {
  const step = applyTransition(bookingMachine, booking, 'decline', by, input.expected)
  if (!step.ok) return step
  if (booking.attempt?.stage === 'capturing') return refuse('booking.payment-in-progress', 'conflict')
  const { reason } = input
  const next: Booking = {
    ...booking,
    state: 'declined',
    version: booking.version + 1,
    expiresAt: null,
    attempt: null,
    ended: { by: 'creator', reason },
  }
  return ok({ next, events: [{ type: 'booking.declined', data: { ...eventDataOf(next), reason } }] })
}
