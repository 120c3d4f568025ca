import {
  type Booking as BookingView,
  type BookingVersionBody,
  type MoveBookingBody,
} from '@veranda/contract/bookings/schemas.ts'
import { type Booking, type Decision, isConfirmed } from '@veranda/core/bookings/booking.ts'
import { acceptMove, declineMove, move, proposeMove, withdrawMove } from '@veranda/core/bookings/reservations/move.ts'
import { type Availability } from '@veranda/core/bookings/availability/slots.ts'
import { refuse, type Result } from '@veranda/core/result.ts'
import { type Instant, fromIso, instant } from '@veranda/core/time/instant.ts'
import { type CommandContext } from '../../../platform/access/command-context.ts'
import { withNextSlots } from './reserve-slot.ts'
import { deleteExpiredOccupancy } from '../availability/occupancy.repository.ts'
import { type LockedBooking } from '../booking-locks.ts'
import { changeBooking } from '../change-booking.ts'
import { type AvailabilityQuery, readAvailability } from '../availability/read-availability.ts'

/** Moves a booking at once to another free time, keeping its id, payment and calendar entry. */
export async function moveBooking(
  ctx: CommandContext,
  id: string,
  body: MoveBookingBody,
): Promise<Result<BookingView>> {
  return decideMove(ctx, id, parseInstant(body.at), ({ booking, side }, to, availability) =>
    move(booking, side, { at: to, expected: body.expected }, availability),
  )
}

/** Proposes a new time to the other side; occupies no time until they accept. */
export async function proposeBookingMove(
  ctx: CommandContext,
  id: string,
  body: MoveBookingBody,
): Promise<Result<BookingView>> {
  return decideMove(ctx, id, parseInstant(body.at), ({ booking, side }, to, availability) =>
    proposeMove(booking, side, { at: to, expected: body.expected, note: body.note ?? '' }, availability),
  )
}

/** Accepts the proposed time for the other side if it is still free. */
export async function acceptBookingMove(
  ctx: CommandContext,
  id: string,
  { expected }: BookingVersionBody,
): Promise<Result<BookingView>> {
  return decideMove(ctx, id, undefined, ({ booking, side }, _, availability) =>
    acceptMove(booking, side, expected, availability),
  )
}

/** Declines the time that the other side proposed; the booking keeps its own. */
export async function declineBookingMove(
  ctx: CommandContext,
  id: string,
  { expected }: BookingVersionBody,
): Promise<Result<BookingView>> {
  return changeBooking(ctx, id, ({ booking, side, cause }) => declineMove(booking, side, expected, cause.at))
}

/** Withdraws the time that the actor proposed; the booking keeps its own. */
export async function withdrawBookingMove(
  ctx: CommandContext,
  id: string,
  { expected }: BookingVersionBody,
): Promise<Result<BookingView>> {
  return changeBooking(ctx, id, ({ booking, side, cause }) => withdrawMove(booking, side, expected, cause.at))
}

function parseInstant(iso: string): Instant {
  return fromIso(iso) ?? instant(0)
}

type MoveDecision = (locked: LockedBooking, to: Instant, availability: Availability) => Result<Decision>

async function decideMove(
  ctx: CommandContext,
  id: string,
  requestedStart: Instant | undefined,
  decide: MoveDecision,
): Promise<Result<BookingView>> {
  return changeBooking(ctx, id, async (locked) => {
    const { booking, cause } = locked
    const proposal = isConfirmed(booking) ? booking.proposal : null
    const to = requestedStart ?? proposal?.startsAt ?? booking.startsAt
    await deleteExpiredOccupancy(ctx.tx, [booking.clientId, booking.creatorId], cause.at)
    const query = availabilityQueryFor(booking, to, cause.at)
    const bookable = await readAvailability(ctx.tx, query)
    if (!bookable) return refuse('hourly-service.not-found', 'not-found')
    const decided = decide(locked, to, bookable.availability)
    return decided.ok ? decided : withNextSlots(ctx.tx, decided, query, to)
  })
}

function availabilityQueryFor(booking: Booking, to: Instant, now: Instant): AvailabilityQuery {
  return {
    serviceId: booking.serviceId,
    clientId: booking.clientId,
    within: { from: to, to: instant(to + 1) },
    now,
    movingBooking: booking,
  }
}
