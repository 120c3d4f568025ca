import { type Booking as BookingView, type ReserveSlotBody } from '@veranda/contract/bookings/schemas.ts'
import { asId } from '@veranda/core/ids.ts'
import { type Booking, isReserved } from '@veranda/core/bookings/booking.ts'
import { expire, withdraw, reserve, isPaymentInProgress } from '@veranda/core/bookings/reservations/reservation.ts'
import { zoneAt } from '@veranda/core/bookings/availability/schedule.ts'
import { nextFreeStarts } from '@veranda/core/bookings/availability/slots.ts'
import { paymentsOff } from '@veranda/core/payments/payments-off.ts'
import { type Refused, ok, refuse, type Result } from '@veranda/core/result.ts'
import { type Instant, fromIso, instant, toIso } from '@veranda/core/time/instant.ts'
import { isTimeZone } from '@veranda/core/time/time-zone.ts'
import { type Tx } from '../../../platform/db/database.ts'
import { type CommandContext, type Cause } from '../../../platform/access/command-context.ts'
import { lockUserCalendars } from '../booking-locks.ts'
import { deleteExpiredOccupancy } from '../availability/occupancy.repository.ts'
import { horizonFrom, type AvailabilityQuery, readAvailability } from '../availability/read-availability.ts'
import { readBooking } from '../read-booking.ts'
import { findReservation, isProjectOfBoth, selectBookingForUpdate, setBookingProject } from '../booking.repository.ts'
import { saveBooking } from '../save-booking.ts'

/** Reserves a slot for fifteen minutes, for a project of both if it names one. Withdraws the client's other active reservation with the same creator. */
export async function reserveSlot(ctx: CommandContext, body: ReserveSlotBody): Promise<Result<BookingView>> {
  const { tx, actor, clock, deps } = ctx
  const now = clock.now()
  const startsAt = fromIso(body.at)
  if (startsAt === undefined) return refuse('booking.slot-taken', 'conflict', { field: 'at' })
  if (!isTimeZone(body.timeZone)) return refuse('account.time-zone-unknown', 'invalid', { field: 'timeZone' })
  const service = await tx
    .selectFrom('hourly_services')
    .select(['creator_id', 'price'])
    .where('id', '=', body.serviceId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (!service) return refuse('hourly-service.not-found', 'not-found')
  if (service.price !== null && !deps.env.payments) return paymentsOff()
  const userIds = [service.creator_id, actor.id]
  if (body.projectId !== undefined && !(await isProjectOfBoth(tx, body.projectId, userIds)))
    return refuse('project.not-found', 'not-found', { field: 'projectId' })
  await lockUserCalendars(tx, userIds)
  await deleteExpiredOccupancy(tx, userIds, now)
  const cause = { actor: actor.id, at: now }
  const current = await findReservation(tx, actor.id, service.creator_id)
  const previous = current && (await selectBookingForUpdate(tx, current.id))
  // Repeating the request for the slot that is already reserved, as with two clicks, reserves it once.
  if (previous && isSameReservation(previous, body, startsAt, now)) {
    if (body.projectId !== undefined) await setBookingProject(tx, previous.id, body.projectId)
    return readBooking(ctx, previous.id)
  }
  const ended = await endPreviousReservation(tx, previous, cause)
  if (!ended.ok) return ended
  const question: AvailabilityQuery = {
    serviceId: body.serviceId,
    clientId: actor.id,
    within: { from: startsAt, to: instant(startsAt + 1) },
    now,
  }
  const bookable = await readAvailability(tx, question)
  if (!bookable) return refuse('hourly-service.not-found', 'not-found')
  const { schedule } = bookable.availability
  const reserved = reserve(
    {
      id: asId(deps.ids.next()),
      serviceId: asId(body.serviceId),
      creatorId: asId(service.creator_id),
      clientId: actor.id,
      terms: bookable.terms,
      startsAt,
      zones: { client: body.timeZone, creator: zoneAt(schedule, startsAt) },
      note: body.note ?? '',
    },
    bookable.availability,
  )
  if (!reserved.ok) return withNextSlots(tx, reserved, question, startsAt)
  const booking = await saveBooking(tx, null, reserved.value, cause)
  if (body.projectId !== undefined) await setBookingProject(tx, booking.id, body.projectId)
  return readBooking(ctx, booking.id)
}

function isSameReservation(
  reserved: Booking,
  { serviceId, note }: ReserveSlotBody,
  at: Instant,
  now: Instant,
): boolean {
  const same = reserved.serviceId === serviceId && reserved.startsAt === at && reserved.note === (note ?? '')
  return same && isReserved(reserved) && now < reserved.expiresAt
}

/**
 * Ends the previous reservation with the same creator, unless it is being paid: then the refusal carries its id. Until
 * that payment ends, no other slot of the creator is listed for the client.
 */
async function endPreviousReservation(tx: Tx, previous: Booking | undefined, cause: Cause): Promise<Result<true>> {
  if (!previous) return ok(true)
  const expired = expire(previous, cause.at)
  if (expired.ok) {
    await saveBooking(tx, previous, expired.value, { ...cause, actor: null })
    return ok(true)
  }
  if (isPaymentInProgress(previous, cause.at))
    return refuse('booking.reservation-in-payment', 'conflict', { detail: { bookingId: previous.id } })
  const withdrawn = withdraw(previous, 'client', previous.version, cause.at)
  if (!withdrawn.ok) return withdrawn
  await saveBooking(tx, previous, withdrawn.value, cause)
  return ok(true)
}

const maxSuggestedStarts = 5

/** Adds the next free starts to a slot-taken refusal, or the first ones overall if there are none later. */
export async function withNextSlots(
  tx: Tx,
  refused: Refused,
  question: AvailabilityQuery,
  from: Instant,
): Promise<Refused> {
  if (refused.refusal.code !== 'booking.slot-taken') return refused
  const bookable = await readAvailability(tx, { ...question, within: horizonFrom(question.now) })
  if (!bookable) return refused
  const laterStarts = nextFreeStarts(bookable.availability, from, maxSuggestedStarts)
  const next =
    laterStarts.length > 0 ? laterStarts : nextFreeStarts(bookable.availability, question.now, maxSuggestedStarts)
  return {
    ok: false,
    refusal: { ...refused.refusal, detail: { ...refused.refusal.detail, next: next.map(toIso).join(' ') } },
  }
}
