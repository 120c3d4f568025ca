import { stepFrom } from '../../state-machine.ts'
import { type Result, ok, refuse } from '../../result.ts'
import { type Instant, after, day, instant } from '../../time/instant.ts'
import {
  type Booking,
  type BookingParty,
  type ConfirmedBooking,
  type Decision,
  type MoveProposal,
  type Side,
  eventDataOf,
  isConfirmed,
} from '../booking.ts'
import { bookingMachine } from '../booking-states.ts'
import { type PolicyTier, fullRefundUntil } from '../services/cancellation-policy.ts'
import { zoneAt } from '../availability/schedule.ts'
import { type Availability, isSlotFree, isSlotStillOpen } from '../availability/slots.ts'

/** Fields of a booking that decide a move, in the core or on the wire; a price of null is free. */
type Movable = {
  readonly terms: { readonly price: object | null; readonly policy: readonly PolicyTier[] }
  readonly startsAt: Instant
}

/**
 * Returns true if a session starting then can still be cancelled at no cost: by its policy, or a free one until 24
 * hours before.
 */
function isFullyRefundable({ price, policy }: Movable['terms'], startsAt: Instant, now: Instant): boolean {
  const until = price ? fullRefundUntil(policy, startsAt) : instant(startsAt - day)
  return until !== undefined && now <= until
}

/** Returns true if there is any time to which either side may still move it without consent. */
export function canMoveFreely({ terms, startsAt }: Movable, now: Instant): boolean {
  return isFullyRefundable(terms, startsAt, now)
}

/**
 * Returns true if `side` may move it to `at` without consent: only while cancelling refunds everything, at the old time
 * and at the new one. If the creator moves a paid booking, the client also keeps a day in which cancelling still
 * refunds everything, or the money could be moved out of reach overnight.
 */
export function canMoveFreelyTo(booking: Movable, side: Side, at: Instant, now: Instant): boolean {
  const { terms } = booking
  const objectionMs = terms.price && side === 'creator' ? day : 0
  return canMoveFreely(booking, now) && isFullyRefundable(terms, at, after(now, objectionMs))
}

/**
 * Decides whether `by` may move the session to some time now. Refuses booking.already-started (conflict) and
 * booking.move-needs-consent (conflict) inside the cancellation window.
 */
export function checkMove(
  booking: Booking,
  by: BookingParty,
  now: Instant,
  expected?: number,
): Result<ConfirmedBooking> {
  const step = stepFrom(bookingMachine, booking, isConfirmed, 'move', by, expected)
  if (!step.ok) return step
  if (now >= booking.startsAt) return refuse('booking.already-started', 'conflict')
  return canMoveFreely(booking, now) ? step : refuse('booking.move-needs-consent', 'conflict')
}

/**
 * Decides whether `by` may propose a time now, also while the session may be moved without consent, because that does
 * not hold for every time. Refuses booking.already-started (conflict) and booking.proposal-pending (conflict) while the
 * other side's proposal is open.
 */
export function checkProposeMove(
  booking: Booking,
  by: BookingParty,
  now: Instant,
  expected?: number,
): Result<ConfirmedBooking> {
  const step = stepFrom(bookingMachine, booking, isConfirmed, 'propose-move', by, expected)
  if (!step.ok) return step
  if (now >= booking.startsAt) return refuse('booking.already-started', 'conflict')
  const { proposal } = step.value
  return proposal && proposal.by !== by ? refuse('booking.proposal-pending', 'conflict') : step
}

/** A booking with an open proposal of a new time. */
type ProposedMove = { readonly booking: ConfirmedBooking; readonly proposal: MoveProposal }

/**
 * Decides whether `by` may answer or withdraw the proposal now. Refuses booking.no-proposal (conflict),
 * booking.own-proposal (not-allowed) for an answer and booking.not-your-proposal (not-allowed) for a withdrawal by the
 * wrong side, and booking.proposal-expired (expired).
 */
export function checkProposedMove(
  booking: Booking,
  action: 'accept-move' | 'decline-move' | 'withdraw-move',
  by: BookingParty,
  now: Instant,
  expected?: number,
): Result<ProposedMove> {
  const step = stepFrom(bookingMachine, booking, isConfirmed, action, by, expected)
  if (!step.ok) return step
  const { proposal } = step.value
  if (!proposal) return refuse('booking.no-proposal', 'conflict')
  const isOwn = proposal.by === by
  if (action === 'withdraw-move' && !isOwn) return refuse('booking.not-your-proposal', 'not-allowed')
  if (action !== 'withdraw-move' && isOwn) return refuse('booking.own-proposal', 'not-allowed')
  if (now >= proposal.expiresAt) return refuse('booking.proposal-expired', 'expired')
  return ok({ booking: step.value, proposal })
}

type MoveRequest = { readonly at: Instant; readonly expected: number }

function checkNewTime(
  booking: Booking,
  at: Instant,
  availability: Availability,
  isAvailable = isSlotFree,
): Result<true> {
  if (at === booking.startsAt) return refuse('booking.same-time', 'invalid', { field: 'at' })
  return isAvailable(availability, at) ? ok(true) : refuse('booking.slot-taken', 'conflict', { field: 'at' })
}

/**
 * Moves to another free time at once. Refuses what `checkMove` refuses, booking.move-needs-consent (conflict) to a time
 * inside the cancellation window, and booking.slot-taken. `availability` excludes this booking's own time.
 */
export function move(
  booking: Booking,
  side: Side,
  { at, expected }: MoveRequest,
  availability: Availability,
): Result<Decision<ConfirmedBooking>> {
  const step = checkMove(booking, side, availability.now, expected)
  if (!step.ok) return step
  if (!canMoveFreelyTo(booking, side, at, availability.now)) return refuse('booking.move-needs-consent', 'conflict')
  const free = checkNewTime(booking, at, availability)
  return free.ok ? ok(applyMove(step.value, at, side, availability)) : free
}

/** Proposes a new time to the other side; it expires after a day, and when either time comes. */
export function proposeMove(
  booking: Booking,
  side: Side,
  input: MoveRequest & { readonly note: string },
  availability: Availability,
): Result<Decision<ConfirmedBooking>> {
  const { now } = availability
  const step = checkProposeMove(booking, side, now, input.expected)
  if (!step.ok) return step
  const { startsAt, version } = step.value
  const free = checkNewTime(booking, input.at, availability)
  if (!free.ok) return free
  const expiresAt = instant(Math.min(now + day, startsAt, input.at))
  const proposal = { by: side, startsAt: input.at, note: input.note, expiresAt }
  const next: ConfirmedBooking = { ...step.value, version: version + 1, proposal }
  const data = { ...eventDataOf(next), by: side, newTime: input.at }
  return ok({ next, events: [{ type: 'booking.move-proposed', data }] })
}

/**
 * Accepts the proposed time if it is still open and not taken; notice and horizon no longer count. Refuses what
 * `checkProposedMove` refuses, and booking.slot-taken.
 */
export function acceptMove(
  booking: Booking,
  side: Side,
  expected: number,
  availability: Availability,
): Result<Decision<ConfirmedBooking>> {
  const proposed = checkProposedMove(booking, 'accept-move', side, availability.now, expected)
  if (!proposed.ok) return proposed
  const { startsAt } = proposed.value.proposal
  const free = checkNewTime(booking, startsAt, availability, isSlotStillOpen)
  return free.ok ? ok(applyMove(proposed.value.booking, startsAt, side, availability)) : free
}

/** Declines the other side's proposal; the booking keeps its time. Refuses what `checkProposedMove` refuses. */
export function declineMove(
  booking: Booking,
  side: Side,
  expected: number,
  now: Instant,
): Result<Decision<ConfirmedBooking>> {
  const proposed = checkProposedMove(booking, 'decline-move', side, now, expected)
  return proposed.ok ? ok(closeProposal(proposed.value, 'declined')) : proposed
}

/** Withdraws the actor's own proposal; the booking keeps its time. Refuses what `checkProposedMove` refuses. */
export function withdrawMove(
  booking: Booking,
  side: Side,
  expected: number,
  now: Instant,
): Result<Decision<ConfirmedBooking>> {
  const proposed = checkProposedMove(booking, 'withdraw-move', side, now, expected)
  return proposed.ok ? ok(closeProposal(proposed.value, 'withdrawn')) : proposed
}

/** Expires a proposal that was not answered in time. */
export function expireMove(booking: Booking, now: Instant): Result<Decision<ConfirmedBooking>> {
  const step = stepFrom(bookingMachine, booking, isConfirmed, 'expire-move', 'system')
  if (!step.ok) return step
  const { proposal } = step.value
  if (!proposal || now < proposal.expiresAt) return refuse('booking.too-early', 'conflict')
  return ok(closeProposal({ booking: step.value, proposal }, 'expired'))
}

function closeProposal(
  { booking, proposal }: ProposedMove,
  how: 'declined' | 'withdrawn' | 'expired',
): Decision<ConfirmedBooking> {
  const next: ConfirmedBooking = { ...booking, version: booking.version + 1, proposal: null }
  const data = { ...eventDataOf(next), proposedBy: proposal.by, how }
  return { next, events: [{ type: 'booking.move-proposal-closed', data }] }
}

function applyMove(
  booking: ConfirmedBooking,
  at: Instant,
  by: Side,
  { schedule }: Availability,
): Decision<ConfirmedBooking> {
  const next: ConfirmedBooking = {
    ...booking,
    version: booking.version + 1,
    sequence: booking.sequence + 1,
    startsAt: at,
    // The creator may be in another zone by then.
    zones: { ...booking.zones, creator: zoneAt(schedule, at) },
    proposal: null,
    endAgreedBy: null,
  }
  return { next, events: [{ type: 'booking.moved', data: { ...eventDataOf(next), oldTime: booking.startsAt, by } }] }
}
