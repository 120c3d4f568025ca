import { stepFrom } from '../../state-machine.ts'
import { type Result, ok, refuse } from '../../result.ts'
import { type Instant } from '../../time/instant.ts'
import {
  type Booking,
  type BookingParty,
  type DecidedBooking,
  type Decision,
  endOf,
  eventDataOf,
  isConfirmed,
  isDecided,
  isMeeting,
  type MeetingBooking,
  nextFieldsOf,
  type Side,
  type StartedBooking,
} from '../booking.ts'
import {
  type BookingStep,
  type AttendanceOutcome,
  attendanceOutcomes,
  bookingMachine,
  isNoShow,
} from '../booking-states.ts'
import { type BookingEvent } from '../events.ts'
import {
  type PresenceInterval,
  areBothPresent,
  joinOpensAt,
  presentMinutes,
  noShowDecidedAt,
  findNoShow,
} from './presence.ts'
import { overturnWindowMs } from '../services/hourly-service.ts'

/**
 * Returns true if entering at `at` counts as attendance: from when Join opens to the agreed end, even if the event is
 * handled after the no-show check or the end.
 */
export function countsAsAttendance(booking: Booking, at: Instant): boolean {
  return (isMeeting(booking) || isDecided(booking)) && at >= joinOpensAt(booking) && at < endOf(booking)
}

/** Starts the session when both are present or at its start. Refuses booking.too-early (conflict) before either. */
export function start(
  booking: Booking,
  presence: readonly PresenceInterval[],
  now: Instant,
): Result<Decision<StartedBooking>> {
  const step = stepFrom(bookingMachine, booking, isConfirmed, 'start', 'system')
  if (!step.ok) return step
  if (now < booking.startsAt && !areBothPresent(presence, now)) return refuse('booking.too-early', 'conflict')
  const { payment, endAgreedBy } = step.value
  const next: StartedBooking = { ...nextFieldsOf(booking), state: 'in_session', payment, endAgreedBy }
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
): Result<Decision<DecidedBooking>> | undefined {
  const meeting = { startsAt: booking.startsAt, endsAt: endOf(booking) }
  if (now < noShowDecidedAt(meeting)) return refuse('booking.too-early', 'conflict')
  const missing = findNoShow(meeting, presence, roomFault)
  if (!missing) return undefined
  const step = stepFrom(bookingMachine, booking, isMeeting, `no-show-${missing}`, 'system')
  if (!step.ok) return step
  const next = decidedFrom(step.value, `no_show_${missing}`, false)
  return ok({ next, events: [{ type: 'booking.no-show', data: { ...eventDataOf(next), who: missing } }] })
}

/**
 * Ends the session at its end. Refuses booking.too-early (conflict) before. If our failure prevented a no-show decision
 * and a side was present for less than half of it, the attendance is unclear and an admin decides before the money
 * moves.
 */
export function completeAtEnd(
  booking: Booking,
  presence: readonly PresenceInterval[],
  roomFault: boolean,
  now: Instant,
): Result<Decision<DecidedBooking>> {
  if (now < endOf(booking)) return refuse('booking.too-early', 'conflict')
  const meeting = { startsAt: booking.startsAt, endsAt: endOf(booking) }
  const shortestMinutes = Math.min(
    ...(['client', 'creator'] as const).map((side) => presentMinutes(meeting, presence, side)),
  )
  return complete(booking, presence, roomFault && shortestMinutes * 2 < booking.terms.minutes)
}

/**
 * Decides whether `by` may agree to end the session now. Refuses booking.not-started (conflict) before its start and
 * booking.end-already-agreed (conflict) the second time.
 */
export function checkCompleteEarly(
  booking: Booking,
  by: BookingParty,
  now: Instant,
  expected?: number,
): Result<MeetingBooking> {
  const step = stepFrom(bookingMachine, booking, isMeeting, 'agree-end', by, expected)
  if (!step.ok) return step
  if (now < booking.startsAt) return refuse('booking.not-started', 'conflict')
  return step.value.endAgreedBy === by ? refuse('booking.end-already-agreed', 'conflict') : step
}

/**
 * Agrees to end early; the second side's agreement completes the session. Refuses what `checkCompleteEarly` refuses.
 */
export function completeEarly(
  booking: Booking,
  side: Side,
  expected: number,
  presence: readonly PresenceInterval[],
  now: Instant,
): Result<Decision<MeetingBooking | DecidedBooking>> {
  const step = checkCompleteEarly(booking, side, now, expected)
  if (!step.ok) return step
  const { endAgreedBy, version } = step.value
  if (endAgreedBy !== null) return complete(booking, presence, false)
  return ok({ next: { ...step.value, version: version + 1, endAgreedBy: side }, events: [] })
}

function complete(
  booking: Booking,
  presence: readonly PresenceInterval[],
  attendanceUnclear: boolean,
): Result<Decision<DecidedBooking>> {
  const step = stepFrom(bookingMachine, booking, isMeeting, 'complete', 'system')
  if (!step.ok) return step
  const meeting = { startsAt: booking.startsAt, endsAt: endOf(booking) }
  const next = decidedFrom(step.value, 'completed', attendanceUnclear)
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

function decidedFrom(
  booking: MeetingBooking,
  state: DecidedBooking['state'],
  attendanceUnclear: boolean,
): DecidedBooking {
  return { ...nextFieldsOf(booking), state, payment: booking.payment, attendanceUnclear, ended: null }
}

/** Returns true if an admin may overturn the outcome: a side was marked absent, or our failure left it unclear. */
export function isOverturnable({ state, attendanceUnclear }: DecidedBooking): boolean {
  return isNoShow(state) || attendanceUnclear
}

const overturnStepOf = {
  completed: 'overturn-completed',
  no_show_client: 'overturn-client',
  no_show_creator: 'overturn-creator',
  no_show_both: 'overturn-both',
} as const satisfies Record<AttendanceOutcome, BookingStep>

/**
 * Decides whether `by` may overturn the outcome now. Refuses booking.not-overturnable (conflict), booking.same-outcome
 * (conflict) for the outcome that it has already, unless our failure left it unclear, and booking.overturn-expired
 * (expired) after 48 hours or once the money moved.
 */
export function checkOverturn(
  booking: Booking,
  outcome: AttendanceOutcome,
  by: BookingParty,
  now: Instant,
  expected?: number,
): Result<DecidedBooking> {
  const step = stepFrom(bookingMachine, booking, isDecided, overturnStepOf[outcome], by, expected)
  if (!step.ok) return step
  if (!isOverturnable(step.value)) return refuse('booking.not-overturnable', 'conflict')
  if (outcome === booking.state && !step.value.attendanceUnclear) return refuse('booking.same-outcome', 'conflict')
  const decidedAt = noShowDecidedAt({ startsAt: booking.startsAt, endsAt: endOf(booking) })
  if (now > decidedAt + overturnWindowMs || step.value.payment?.settled)
    return refuse('booking.overturn-expired', 'expired')
  return step
}

/** Returns the outcomes that `by` may choose now: for an admin, those that `checkOverturn` allows. */
export function outcomesFor(booking: Booking, by: BookingParty, now: Instant): AttendanceOutcome[] {
  return attendanceOutcomes.filter((outcome) => checkOverturn(booking, outcome, by, now).ok)
}

/**
 * Overturns the outcome for an admin: who came and who did not, or what an unclear session was. Refuses what
 * `checkOverturn` refuses.
 */
export function overturn(
  booking: Booking,
  input: { readonly outcome: AttendanceOutcome; readonly reason: string; readonly expected: number },
  now: Instant,
): Result<Decision<DecidedBooking>> {
  const step = checkOverturn(booking, input.outcome, 'admin', now, input.expected)
  if (!step.ok) return step
  const { outcome, reason } = input
  const ended = { by: 'admin', reason } as const
  const next: DecidedBooking = { ...step.value, state: outcome, version: booking.version + 1, ended }
  return ok({ next, events: [{ type: 'booking.overturned', data: { ...eventDataOf(next), to: outcome, reason } }] })
}
