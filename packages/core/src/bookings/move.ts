import { takeStep } from '../machine.ts'
import { type Result, ok, refuse } from '../result.ts'
import { type Instant, after, day, instant } from '../time/instant.ts'
import { type Booking, type Decided, type Side, factsOf } from './booking.ts'
import { bookingMachine } from './booking-states.ts'
import { type PolicyTier, freeUntil } from './policy.ts'
import { zoneAt } from './schedule.ts'
import { type Availability, isFree, isStillOpen } from './slots.ts'

/** What decides it, of a booking as the rules have it or as it is on the wire; a price of null is free. */
type Movable = {
  readonly terms: { readonly price: object | null; readonly policy: readonly PolicyTier[] }
  readonly startsAt: Instant
}

/** Whether a session that starts then can still be let go at no cost: by its own policy, a free one until 24 hours before. */
function isLoose({ price, policy }: Movable['terms'], startsAt: Instant, now: Instant): boolean {
  const until = price ? freeUntil(policy, startsAt) : instant(startsAt - day)
  return until !== undefined && now <= until
}

/** Whether there is any time to which either side may still move it without asking. */
export function mayMoveFreely({ terms, startsAt }: Movable, now: Instant): boolean {
  return isLoose(terms, startsAt, now)
}

/**
 * Whether `side` may move it to `at` without asking: only while cancelling gives all back, at the old time and at the
 * new one. A client who paid and is not asked also keeps a day in which cancelling still does, or the money could be
 * moved out of reach overnight.
 */
export function movesFreely(booking: Movable, side: Side, at: Instant, now: Instant): boolean {
  const { terms } = booking
  const toObject = terms.price && side === 'creator' ? day : 0
  return mayMoveFreely(booking, now) && isLoose(terms, at, after(now, toObject))
}

type Asked = { readonly at: Instant; readonly expected: number }

function mayMoveTo(booking: Booking, at: Instant, availability: Availability, is = isFree): Result<true> {
  if (at === booking.startsAt) return refuse('booking.same-time', 'invalid', { field: 'at' })
  return is(availability, at) ? ok(true) : refuse('booking.slot-taken', 'conflict', { field: 'at' })
}

/**
 * Moves to another free time at once. Refuses booking.move-needs-consent (conflict) from a time inside the window, or to
 * one, and booking.slot-taken. `availability` leaves this booking's own time out.
 */
export function move(
  booking: Booking,
  side: Side,
  { at, expected }: Asked,
  availability: Availability,
): Result<Decided> {
  const step = takeStep(bookingMachine, booking, 'move', side, expected)
  if (!step.ok) return step
  if (!movesFreely(booking, side, at, availability.now)) return refuse('booking.move-needs-consent', 'conflict')
  const free = mayMoveTo(booking, at, availability)
  return free.ok ? ok(movedTo(booking, at, side, availability)) : free
}

/** Asks the other side for a new time; it lapses after a day, and when either time comes. */
export function proposeMove(
  booking: Booking,
  side: Side,
  input: Asked & { readonly note: string },
  availability: Availability,
): Result<Decided> {
  const step = takeStep(bookingMachine, booking, 'propose-move', side, input.expected)
  if (!step.ok) return step
  const { now } = availability
  if (now >= booking.startsAt) return refuse('booking.already-started', 'conflict')
  if (booking.proposal && booking.proposal.by !== side) return refuse('booking.answer-first', 'conflict')
  const free = mayMoveTo(booking, input.at, availability)
  if (!free.ok) return free
  const expiresAt = instant(Math.min(now + day, booking.startsAt, input.at))
  const proposal = { by: side, startsAt: input.at, note: input.note, expiresAt }
  const next: Booking = { ...booking, version: booking.version + 1, proposal }
  const data = { ...factsOf(next), by: side, newTime: input.at }
  return ok({ next, events: [{ type: 'booking.move-proposed', data }] })
}

/** The other side takes the new time, if it is still open and nobody else took it; notice and horizon no longer count. */
export function acceptMove(
  booking: Booking,
  side: Side,
  expected: number,
  availability: Availability,
): Result<Decided> {
  const step = takeStep(bookingMachine, booking, 'accept-move', side, expected)
  if (!step.ok) return step
  const { proposal } = booking
  if (!proposal) return refuse('booking.no-proposal', 'conflict')
  if (proposal.by === side) return refuse('booking.own-proposal', 'not-allowed')
  if (availability.now >= proposal.expiresAt) return refuse('booking.proposal-over', 'expired')
  const free = mayMoveTo(booking, proposal.startsAt, availability, isStillOpen)
  return free.ok ? ok(movedTo(booking, proposal.startsAt, side, availability)) : free
}

/** The other side says no, or who asked takes it back; the time stays as it was. */
export function declineMove(booking: Booking, side: Side, expected: number): Result<Decided> {
  const own = booking.proposal?.by === side
  const step = takeStep(bookingMachine, booking, own ? 'withdraw-move' : 'decline-move', side, expected)
  if (!step.ok) return step
  return booking.proposal
    ? ok(refused(booking, own ? 'withdrawn' : 'declined'))
    : refuse('booking.no-proposal', 'conflict')
}

/** Nobody answered in time. */
export function lapseMove(booking: Booking, now: Instant): Result<Decided> {
  const step = takeStep(bookingMachine, booking, 'lapse-move', 'system')
  if (!step.ok) return step
  if (!booking.proposal || now < booking.proposal.expiresAt) return refuse('booking.too-early', 'conflict')
  return ok(refused(booking, 'lapsed'))
}

function refused(booking: Booking, how: 'declined' | 'withdrawn' | 'lapsed'): Decided {
  const next: Booking = { ...booking, version: booking.version + 1, proposal: null }
  const proposedBy = booking.proposal?.by ?? 'client'
  return { next, events: [{ type: 'booking.move-refused', data: { ...factsOf(next), proposedBy, how } }] }
}

function movedTo(booking: Booking, at: Instant, by: Side, { schedule }: Availability): Decided {
  const next: Booking = {
    ...booking,
    version: booking.version + 1,
    sequence: booking.sequence + 1,
    startsAt: at,
    // The creator may be elsewhere by then.
    zones: { ...booking.zones, creator: zoneAt(schedule, at) },
    proposal: null,
    endAgreedBy: null,
  }
  return { next, events: [{ type: 'booking.moved', data: { ...factsOf(next), oldTime: booking.startsAt, by } }] }
}
