import { takeStep } from '../machine.ts'
import { type Result, ok, refuse } from '../result.ts'
import { type Instant } from '../time/instant.ts'
import { type Booking, type Decided, factsOf } from './booking.ts'
import { bookingMachine } from './booking-states.ts'

type Party = 'client' | 'creator' | 'operator'

/**
 * The creator takes a request. One that a card was authorised for is confirmed once that card was charged, which has
 * until the start. Refuses booking.request-over (expired) after its time and booking.paying (conflict) a second time.
 */
export function confirm(booking: Booking, by: Party, expected: number, now: Instant): Result<Decided> {
  const step = takeStep(bookingMachine, booking, 'confirm', by, expected)
  if (!step.ok) return step
  if (booking.expiresAt !== null && now >= booking.expiresAt) return refuse('booking.request-over', 'expired')
  const { attempt } = booking
  const version = booking.version + 1
  if (attempt) {
    const capture = takeStep(bookingMachine, booking, 'capture', by)
    if (!capture.ok) return capture
    if (attempt.stage === 'capturing') return refuse('booking.paying', 'conflict')
    const next: Booking = {
      ...booking,
      version,
      expiresAt: booking.startsAt,
      attempt: { ...attempt, stage: 'capturing' },
    }
    return ok({
      next,
      events: [{ type: 'booking.capture-started', data: { ...factsOf(next), chargeId: attempt.chargeId } }],
    })
  }
  const next: Booking = { ...booking, state: 'confirmed', version, expiresAt: null }
  return ok({ next, events: [{ type: 'booking.confirmed', data: { ...factsOf(next), by: 'creator' } }] })
}

/**
 * The creator does not take it; an authorised card is let go, whatever was paid goes back whole. Refuses booking.paying
 * (conflict) once the creator said yes.
 */
export function decline(
  booking: Booking,
  by: Party,
  input: { readonly expected: number; readonly reason: string },
): Result<Decided> {
  const step = takeStep(bookingMachine, booking, 'decline', by, input.expected)
  if (!step.ok) return step
  if (booking.attempt?.stage === 'capturing') return refuse('booking.paying', 'conflict')
  const { reason } = input
  const next: Booking = {
    ...booking,
    state: 'declined',
    version: booking.version + 1,
    expiresAt: null,
    attempt: null,
    ended: { by: 'creator', reason },
  }
  return ok({ next, events: [{ type: 'booking.declined', data: { ...factsOf(next), reason } }] })
}
