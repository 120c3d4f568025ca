import { takeStep } from '../machine.ts'
import { type Result, ok, refuse } from '../result.ts'
import { type Instant } from '../time/instant.ts'
import { type Booking, type Decided, factsOf } from './booking.ts'
import { bookingMachine } from './booking-states.ts'

type Party = 'client' | 'creator' | 'operator'

/** The creator takes a request. Refuses booking.request-over (expired) after its time. */
export function confirm(booking: Booking, by: Party, expected: number, now: Instant): Result<Decided> {
  const step = takeStep(bookingMachine, booking, 'confirm', by, expected)
  if (!step.ok) return step
  if (booking.expiresAt !== null && now >= booking.expiresAt) return refuse('booking.request-over', 'expired')
  const next: Booking = { ...booking, state: 'confirmed', version: booking.version + 1, expiresAt: null }
  return ok({ next, events: [{ type: 'booking.confirmed', data: { ...factsOf(next), by: 'creator' } }] })
}

/** The creator does not take it; whatever was paid goes back whole. */
export function decline(
  booking: Booking,
  by: Party,
  input: { readonly expected: number; readonly reason: string },
): Result<Decided> {
  const step = takeStep(bookingMachine, booking, 'decline', by, input.expected)
  if (!step.ok) return step
  const { reason } = input
  const next: Booking = {
    ...booking,
    state: 'declined',
    version: booking.version + 1,
    expiresAt: null,
    ended: { by: 'creator', reason },
  }
  return ok({ next, events: [{ type: 'booking.declined', data: { ...factsOf(next), reason } }] })
}
