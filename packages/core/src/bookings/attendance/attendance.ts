import { applyTransition } from '../../state-machine.ts'
import { type Result, ok, refuse } from '../../result.ts'
import { type Instant } from '../../time/instant.ts'
import { type Booking, type Decision, type Side, endOf, eventDataOf } from '../booking.ts'
import { type BookingStep, type AttendanceOutcome, bookingMachine, isNoShow } from '../booking-states.ts'
import { type BookingEvent } from '../events.ts'
import {
  type PresenceInterval,
  areBothPresent,
  joinOpensAt,
  presentMinutes,
  noShowDecidedAt,
  findNoShow,
} from './presence.ts'
import { overturnWindowMs } from '../services/service-terms.ts'

/**
 * Returns true if entering at `at` counts as attendance: from when Join opens to the agreed end, even if the event is
 * handled after the no-show check or the end.
 */
export function countsAsAttendance(booking: Booking, at: Instant): boolean {
  const { state } = booking
  const agreed = state === 'confirmed' || state === 'in_session' || state === 'completed' || isNoShow(state)
  return agreed && at >= joinOpensAt(booking) && at < endOf(booking)
}

/** Starts the session when both are present or at its start. Refuses booking.too-early (conflict) before either. */
export function start(booking: Booking, presence: readonly PresenceInterval[], now: Instant): Result<Decision> {
  const step = applyTransition(bookingMachine, booking, 'start', 'system')
  if (!step.ok) return step
  if (now < booking.startsAt && !areBothPresent(presence, now)) return refuse('booking.too-early', 'conflict')
  const next: Booking = { ...booking, state: 'in_session', version: booking.version + 1, proposal: null }
  return ok({ next, events: [{ type: 'booking.started', data: eventDataOf(next) }] })
}

/**
 * Marks sides that were not present ten minutes after the start as no-shows. Undefined if there is none. Refuses
 * booking.too-early (conflict).
 */
export function markNoShow(
  booking: Booking,
  presence: readonly PresenceInterval[],
  roomFault: boolean,
  now: Instant,
): Result<Decision> | undefined {
  const meeting = { startsAt: booking.startsAt, endsAt: endOf(booking) }
  if (now < noShowDecidedAt(meeting)) return refuse('booking.too-early', 'conflict')
  const missing = findNoShow(meeting, presence, roomFault)
  if (!missing) return undefined
  const to = `no_show_${missing}` as const
  const step = applyTransition(bookingMachine, booking, `no-show-${missing}`, 'system')
  if (!step.ok) return step
  const next: Booking = { ...booking, state: to, version: booking.version + 1, proposal: null }
  return ok({ next, events: [{ type: 'booking.no-show', data: { ...eventDataOf(next), who: missing } }] })
}

/**
 * Ends the session at its end. Refuses booking.too-early (conflict) before. If our failure prevented a no-show decision
 * and a side was present for less than half of it, the attendance is unclear and an admin decides before the money
 * moves.
 */
export function endSession(
  booking: Booking,
  presence: readonly PresenceInterval[],
  roomFault: boolean,
  now: Instant,
): Result<Decision> {
  if (now < endOf(booking)) return refuse('booking.too-early', 'conflict')
  const meeting = { startsAt: booking.startsAt, endsAt: endOf(booking) }
  const shortestMinutes = Math.min(
    ...(['client', 'creator'] as const).map((side) => presentMinutes(meeting, presence, side)),
  )
  return complete({ ...booking, attendanceUnclear: roomFault && shortestMinutes * 2 < booking.terms.minutes }, presence)
}

/** Agrees to end early; the second side's agreement completes the session. Refuses booking.not-started (conflict). */
export function completeEarly(
  booking: Booking,
  side: Side,
  expected: number,
  presence: readonly PresenceInterval[],
  now: Instant,
): Result<Decision> {
  const step = applyTransition(bookingMachine, booking, 'agree-end', side, expected)
  if (!step.ok) return step
  if (booking.state === 'confirmed' && now < booking.startsAt) return refuse('booking.not-started', 'conflict')
  if (booking.endAgreedBy !== null && booking.endAgreedBy !== side) return complete(booking, presence)
  return ok({ next: { ...booking, version: booking.version + 1, endAgreedBy: side }, events: [] })
}

function complete(booking: Booking, presence: readonly PresenceInterval[]): Result<Decision> {
  const step = applyTransition(bookingMachine, booking, 'complete', 'system')
  if (!step.ok) return step
  const meeting = { startsAt: booking.startsAt, endsAt: endOf(booking) }
  const next: Booking = { ...booking, state: 'completed', version: booking.version + 1, proposal: null }
  const event: BookingEvent = {
    type: 'booking.completed',
    data: {
      ...eventDataOf(next),
      clientMinutes: presentMinutes(meeting, presence, 'client'),
      creatorMinutes: presentMinutes(meeting, presence, 'creator'),
    },
  }
  return ok({ next, events: [event] })
}

/** Returns true if an admin may overturn the outcome: a side was marked absent, or our failure left it unclear. */
export function isOverturnable({ state, attendanceUnclear }: Pick<Booking, 'state' | 'attendanceUnclear'>): boolean {
  return isNoShow(state) || (state === 'completed' && attendanceUnclear)
}

const overturnStepOf = {
  completed: 'overturn-completed',
  no_show_client: 'overturn-client',
  no_show_creator: 'overturn-creator',
  no_show_both: 'overturn-both',
} as const satisfies Record<AttendanceOutcome, BookingStep>

/**
 * Decides whether an admin may overturn the outcome now. Refuses booking.not-overturnable (conflict), and
 * booking.overturn-expired (expired) after 48 hours or once the money moved.
 */
export function checkOverturnable(booking: Booking, now: Instant): Result<void> {
  if (!isOverturnable(booking)) return refuse('booking.not-overturnable', 'conflict')
  const decidedAt = noShowDecidedAt({ startsAt: booking.startsAt, endsAt: endOf(booking) })
  const settled = booking.settled && booking.terms.price !== null
  if (now > decidedAt + overturnWindowMs || settled) return refuse('booking.overturn-expired', 'expired')
  return ok(undefined)
}

/**
 * Overturns the outcome for an admin: who came and who did not, or what an unclear session was. Refuses what
 * `checkOverturnable` refuses.
 */
export function overturn(
  booking: Booking,
  input: { readonly outcome: AttendanceOutcome; readonly reason: string; readonly expected: number },
  now: Instant,
): Result<Decision> {
  const step = applyTransition(bookingMachine, booking, overturnStepOf[input.outcome], 'admin', input.expected)
  if (!step.ok) return step
  const overturnable = checkOverturnable(booking, now)
  if (!overturnable.ok) return overturnable
  const { outcome, reason } = input
  const ended = { by: 'admin', reason } as const
  const next: Booking = { ...booking, state: outcome, version: booking.version + 1, ended }
  return ok({ next, events: [{ type: 'booking.overturned', data: { ...eventDataOf(next), to: outcome, reason } }] })
}
