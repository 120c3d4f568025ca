import { type Booking as BookingView, type BookingExpected, type MoveBody } from '@veranda/contract/bookings/schemas.ts'
import { type Booking, type Decided } from '@veranda/core/bookings/booking.ts'
import { acceptMove, declineMove, move, proposeMove } from '@veranda/core/bookings/move.ts'
import { type Availability } from '@veranda/core/bookings/slots.ts'
import { refuse, type Result } from '@veranda/core/result.ts'
import { type Instant, fromIso, instant } from '@veranda/core/time/instant.ts'
import { type At } from './at.ts'
import { withNextSlots } from './hold-slot.ts'
import { freeLapsed } from './occupancy.ts'
import { type OwnBooking, ownBooking } from './own-booking.ts'
import { type Question, readAvailability } from './read-availability.ts'
import { readBooking } from './read-booking.ts'
import { saveBooking } from './save-booking.ts'

/** Moves at once to another free time, with the same id, payment and calendar entry. */
export async function moveBooking(at: At, id: string, body: MoveBody): Promise<Result<BookingView>> {
  return toTime(at, id, momentOf(body.at), ({ booking, side }, to, availability) =>
    move(booking, side, { at: to, expected: body.expected }, availability),
  )
}

/** Asks the other side for a new time; nothing is taken until they accept. */
export async function askToMove(at: At, id: string, body: MoveBody): Promise<Result<BookingView>> {
  return toTime(at, id, momentOf(body.at), ({ booking, side }, to, availability) =>
    proposeMove(booking, side, { at: to, expected: body.expected, note: body.note ?? '' }, availability),
  )
}

/** The other side takes the new time, if it is still free. */
export async function acceptNewTime(at: At, id: string, { expected }: BookingExpected): Promise<Result<BookingView>> {
  return toTime(at, id, undefined, ({ booking, side }, _, availability) =>
    acceptMove(booking, side, expected, availability),
  )
}

/** The time stays as it was. */
export async function declineNewTime(at: At, id: string, { expected }: BookingExpected): Promise<Result<BookingView>> {
  const own = await ownBooking(at, id)
  if (!own.ok) return own
  const { booking, side, by } = own.value
  const decided = declineMove(booking, side, expected)
  if (!decided.ok) return decided
  await saveBooking(at.tx, booking, decided.value, by)
  return readBooking(at, id)
}

function momentOf(iso: string): Instant {
  return fromIso(iso) ?? instant(0)
}

type Decide = (own: OwnBooking, to: Instant, availability: Availability) => Result<Decided>

async function toTime(at: At, id: string, asked: Instant | undefined, decide: Decide): Promise<Result<BookingView>> {
  const { tx } = at
  const own = await ownBooking(at, id)
  if (!own.ok) return own
  const { booking, by } = own.value
  const to = asked ?? booking.proposal?.startsAt ?? booking.startsAt
  await freeLapsed(tx, [booking.clientId, booking.creatorId], by.at)
  const question = questionFor(booking, to, by.at)
  const offer = await readAvailability(tx, question)
  if (!offer) return refuse('session.not-found', 'not-found')
  const decided = decide(own.value, to, offer.availability)
  if (!decided.ok) return withNextSlots(tx, decided, question, to)
  await saveBooking(tx, booking, decided.value, by)
  return readBooking(at, id)
}

function questionFor(booking: Booking, to: Instant, now: Instant): Question {
  return {
    serviceId: booking.serviceId,
    clientId: booking.clientId,
    within: { from: to, to: instant(to + 1) },
    now,
    moving: booking,
  }
}
