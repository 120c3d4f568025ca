import { type Booking } from '@veranda/contract/bookings/schemas.ts'
import { isCalledOff, isNoShow } from '@veranda/core/bookings/booking-states.ts'

export type ProgressStepKind = 'reserved' | 'answer' | 'booked' | 'session' | 'done' | 'off' | 'no-show'
export type ProgressStep = { kind: ProgressStepKind; state: 'done' | 'now' | 'next' | 'failed' }

/** Maps a booking to progress steps: done, current and next. */
export function bookingProgress(
  booking: Pick<Booking, 'state' | 'history' | 'service'>,
): readonly [ProgressStep, ...ProgressStep[]] {
  const wasRequested = booking.history.some(({ type }) => type === 'requested')
  const byHand = booking.service.confirmation === 'manual' || wasRequested
  const confirmationStep: ProgressStepKind[] = byHand ? ['answer'] : []
  const kinds: ProgressStepKind[] = ['reserved', ...confirmationStep, 'booked', 'session', 'done']
  if (isCalledOff(booking.state)) {
    const confirmed = booking.history.some(({ type }) => type === 'confirmed')
    const reached: ProgressStepKind[] = confirmed ? [...confirmationStep, 'booked'] : wasRequested ? ['answer'] : []
    return [
      { kind: 'reserved', state: 'done' },
      ...reached.map((kind) => ({ kind, state: 'done' }) as const),
      { kind: 'off', state: 'failed' },
    ]
  }
  if (isNoShow(booking.state)) {
    return [
      { kind: 'reserved', state: 'done' },
      ...[...confirmationStep, 'booked' as const].map((kind) => ({ kind, state: 'done' }) as const),
      { kind: 'no-show', state: 'failed' },
    ]
  }
  const now = stepOfState[booking.state] ?? 'reserved'
  const currentIndex = kinds.indexOf(now)
  const stateOf = (index: number) =>
    index < currentIndex || now === 'done' ? 'done' : index === currentIndex ? 'now' : 'next'
  return [
    { kind: 'reserved', state: stateOf(0) },
    ...kinds.slice(1).map((kind, index) => ({ kind, state: stateOf(index + 1) }) as const),
  ]
}

const stepOfState: Partial<Record<Booking['state'], ProgressStepKind>> = {
  reserved: 'reserved',
  requested: 'answer',
  confirmed: 'booked',
  in_session: 'session',
  completed: 'done',
}
