import { type Booking } from '@veranda/contract/bookings/schemas.ts'
import { isMissedState, isOff } from './booking-sides.ts'

export type BookingStepKind = 'held' | 'answer' | 'booked' | 'session' | 'done' | 'off' | 'missed'
export type BookingStep = { kind: BookingStepKind; state: 'done' | 'now' | 'next' | 'failed' }

/** The course of a booking as steps: what is behind, where it stands, what comes. */
export function bookingCourse(
  booking: Pick<Booking, 'state' | 'history' | 'service'>,
): readonly [BookingStep, ...BookingStep[]] {
  const asked = booking.history.some(({ what }) => what === 'requested')
  const byHand = booking.service.confirmation === 'by-hand' || asked
  const answer: BookingStepKind[] = byHand ? ['answer'] : []
  const ways: BookingStepKind[] = ['held', ...answer, 'booked', 'session', 'done']
  if (isOff(booking)) {
    const confirmed = booking.history.some(({ what }) => what === 'confirmed')
    const reached: BookingStepKind[] = confirmed ? [...answer, 'booked'] : asked ? ['answer'] : []
    return [
      { kind: 'held', state: 'done' },
      ...reached.map((kind) => ({ kind, state: 'done' }) as const),
      { kind: 'off', state: 'failed' },
    ]
  }
  if (isMissedState(booking.state)) {
    return [
      { kind: 'held', state: 'done' },
      ...[...answer, 'booked' as const].map((kind) => ({ kind, state: 'done' }) as const),
      { kind: 'missed', state: 'failed' },
    ]
  }
  const now = standing[booking.state] ?? 'held'
  const at = ways.indexOf(now)
  const stateOf = (index: number) => (index < at || now === 'done' ? 'done' : index === at ? 'now' : 'next')
  return [
    { kind: 'held', state: stateOf(0) },
    ...ways.slice(1).map((kind, index) => ({ kind, state: stateOf(index + 1) }) as const),
  ]
}

const standing: Partial<Record<Booking['state'], BookingStepKind>> = {
  held: 'held',
  requested: 'answer',
  confirmed: 'booked',
  in_session: 'session',
  completed: 'done',
}
