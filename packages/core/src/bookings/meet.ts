import { takeStep } from '../machine.ts'
import { type Result, ok, refuse } from '../result.ts'
import { type Instant } from '../time/instant.ts'
import { type Booking, type Decided, type Side, endOf, factsOf } from './booking.ts'
import { type BookingStep, type Outcome, bookingMachine, isMissed } from './booking-states.ts'
import { type BookingEvent } from './events.ts'
import { type Presence, areBothThere, joinOpens, minutesThere, missedAt, whoMissed } from './presence.ts'
import { overturnWithin } from './session-terms.ts'

/**
 * Whether coming in at `at` is kept as having been there: between the opening of Join and the end of what was agreed,
 * also where the word of it arrives after the session was judged or over.
 */
export function countsAsThere(booking: Booking, at: Instant): boolean {
  const { state } = booking
  const agreed = state === 'confirmed' || state === 'in_session' || state === 'completed' || isMissed(state)
  return agreed && at >= joinOpens(booking) && at < endOf(booking)
}

/** They meet: both are there, or the start has come. Refuses booking.too-early (conflict) before either. */
export function start(booking: Booking, presence: readonly Presence[], now: Instant): Result<Decided> {
  const step = takeStep(bookingMachine, booking, 'start', 'system')
  if (!step.ok) return step
  if (now < booking.startsAt && !areBothThere(presence, now)) return refuse('booking.too-early', 'conflict')
  const next: Booking = { ...booking, state: 'in_session', version: booking.version + 1, proposal: null }
  return ok({ next, events: [{ type: 'booking.started', data: factsOf(next) }] })
}

/** Ten minutes after the start: whoever was not there did not come. Undefined when there is nothing to say. */
export function judge(
  booking: Booking,
  presence: readonly Presence[],
  roomFault: boolean,
  now: Instant,
): Result<Decided> | undefined {
  const meeting = { startsAt: booking.startsAt, endsAt: endOf(booking) }
  if (now < missedAt(meeting)) return refuse('booking.too-early', 'conflict')
  const who = whoMissed(meeting, presence, roomFault)
  if (!who) return undefined
  const to = `no_show_${who}` as const
  const step = takeStep(bookingMachine, booking, `miss-${who}`, 'system')
  if (!step.ok) return step
  const next: Booking = { ...booking, state: to, version: booking.version + 1, proposal: null }
  return ok({ next, events: [{ type: 'booking.no-show', data: { ...factsOf(next), who } }] })
}

/**
 * The end has come. Refuses booking.too-early (conflict) before it. Where a fault of ours kept us from saying who did
 * not come, and one of them was there for less than half of it, an operator decides what it was before its money moves.
 */
export function endAt(
  booking: Booking,
  presence: readonly Presence[],
  roomFault: boolean,
  now: Instant,
): Result<Decided> {
  if (now < endOf(booking)) return refuse('booking.too-early', 'conflict')
  const meeting = { startsAt: booking.startsAt, endsAt: endOf(booking) }
  const least = Math.min(...(['client', 'creator'] as const).map((side) => minutesThere(meeting, presence, side)))
  return complete({ ...booking, faulted: roomFault && least * 2 < booking.terms.minutes }, presence)
}

/** A side says that it is over before its time; the second of the two ends it. Refuses booking.not-started (conflict). */
export function agreeEnd(
  booking: Booking,
  side: Side,
  expected: number,
  presence: readonly Presence[],
  now: Instant,
): Result<Decided> {
  const step = takeStep(bookingMachine, booking, 'agree-end', side, expected)
  if (!step.ok) return step
  if (booking.state === 'confirmed' && now < booking.startsAt) return refuse('booking.not-started', 'conflict')
  if (booking.endAgreedBy !== null && booking.endAgreedBy !== side) return complete(booking, presence)
  return ok({ next: { ...booking, version: booking.version + 1, endAgreedBy: side }, events: [] })
}

function complete(booking: Booking, presence: readonly Presence[]): Result<Decided> {
  const step = takeStep(bookingMachine, booking, 'complete', 'system')
  if (!step.ok) return step
  const meeting = { startsAt: booking.startsAt, endsAt: endOf(booking) }
  const next: Booking = { ...booking, state: 'completed', version: booking.version + 1, proposal: null }
  const event: BookingEvent = {
    type: 'booking.completed',
    data: {
      ...factsOf(next),
      clientMinutes: minutesThere(meeting, presence, 'client'),
      creatorMinutes: minutesThere(meeting, presence, 'creator'),
    },
  }
  return ok({ next, events: [event] })
}

/** Whether it is open to an operator to say how it was: somebody was missed, or a fault of ours was in it. */
export function isForOperator({ state, faulted }: Pick<Booking, 'state' | 'faulted'>): boolean {
  return isMissed(state) || (state === 'completed' && faulted)
}

const overturnSteps = {
  completed: 'overturn-completed',
  no_show_client: 'overturn-client',
  no_show_provider: 'overturn-provider',
  no_show_both: 'overturn-both',
} as const satisfies Record<Outcome, BookingStep>

/**
 * An operator says who came and who did not, or, of what ended with a fault of ours in it, what it was. Refuses
 * booking.overturn-over (expired) after 48 hours or once the money moved.
 */
export function overturn(
  booking: Booking,
  input: { readonly outcome: Outcome; readonly reason: string; readonly expected: number },
  now: Instant,
): Result<Decided> {
  const step = takeStep(bookingMachine, booking, overturnSteps[input.outcome], 'operator', input.expected)
  if (!step.ok) return step
  if (!isForOperator(booking)) return refuse('booking.nobody-missed', 'conflict')
  const decidedAt = missedAt({ startsAt: booking.startsAt, endsAt: endOf(booking) })
  const settled = booking.settled && booking.terms.price !== null
  if (now > decidedAt + overturnWithin || settled) {
    return refuse('booking.overturn-over', 'expired')
  }
  const { outcome, reason } = input
  const ended = { by: 'operator', reason } as const
  const next: Booking = { ...booking, state: outcome, version: booking.version + 1, ended }
  return ok({ next, events: [{ type: 'booking.overturned', data: { ...factsOf(next), to: outcome, reason } }] })
}
