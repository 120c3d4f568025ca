import { type Booking as BookingView, type HoldBody } from '@veranda/contract/bookings/schemas.ts'
import { type Booking } from '@veranda/core/bookings/booking.ts'
import { expire, giveBack, hold, isBeingPaid } from '@veranda/core/bookings/hold.ts'
import { zoneAt } from '@veranda/core/bookings/schedule.ts'
import { nextFree } from '@veranda/core/bookings/slots.ts'
import { type Refused, ok, refuse, type Result } from '@veranda/core/result.ts'
import { type Instant, fromIso, instant, toIso } from '@veranda/core/time/instant.ts'
import { isTimeZone } from '@veranda/core/time/zone.ts'
import { type Tx } from '../../db/database.ts'
import { type At, type By } from './at.ts'
import { branded } from './branded.ts'
import { lockPeople } from './lock-people.ts'
import { freeLapsed } from './occupancy.ts'
import { horizonOf, type Question, readAvailability } from './read-availability.ts'
import { readBooking } from './read-booking.ts'
import { heldOf, lockBooking } from './rows.ts'
import { saveBooking } from './save-booking.ts'

/** The client holds a slot for fifteen minutes. Another live hold with the same creator is given back with it. */
export async function holdSlot(at: At, body: HoldBody): Promise<Result<BookingView>> {
  const { tx, actor, clock, deps } = at
  const now = clock.now()
  const startsAt = fromIso(body.at)
  if (startsAt === undefined) return refuse('booking.slot-taken', 'conflict', { field: 'at' })
  if (!isTimeZone(body.timeZone)) return refuse('account.time-zone-unknown', 'invalid', { field: 'timeZone' })
  const service = await tx
    .selectFrom('session_services')
    .select('creator_id')
    .where('id', '=', body.serviceId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (!service) return refuse('session.not-found', 'not-found')
  const people = [service.creator_id, actor.id]
  await lockPeople(tx, people)
  await freeLapsed(tx, people, now)
  const by = { actor: actor.id, at: now }
  const kept = await heldOf(tx, actor.id, service.creator_id)
  const former = kept && (await lockBooking(tx, kept.id))
  // Asked twice for the very slot that is held already, as by two presses: it is held, once.
  if (former && isSame(former, body, startsAt, now)) return readBooking(at, former.id)
  const ended = await endFormerHold(tx, former, by)
  if (!ended.ok) return ended
  const question: Question = {
    serviceId: body.serviceId,
    clientId: actor.id,
    within: { from: startsAt, to: instant(startsAt + 1) },
    now,
  }
  const offer = await readAvailability(tx, question)
  if (!offer) return refuse('session.not-found', 'not-found')
  const { schedule } = offer.availability
  const held = hold(
    {
      id: branded(deps.ids.next()),
      serviceId: branded(body.serviceId),
      creatorId: branded(service.creator_id),
      clientId: actor.id,
      terms: offer.terms,
      at: startsAt,
      zones: { client: body.timeZone, creator: zoneAt(schedule, startsAt) },
      note: body.note ?? '',
    },
    offer.availability,
  )
  if (!held.ok) return withNextSlots(tx, held, question, startsAt)
  const booking = await saveBooking(tx, null, held.value, by)
  return readBooking(at, booking.id)
}

function isSame(held: Booking, { serviceId, note }: HoldBody, at: Instant, now: Instant): boolean {
  const same = held.serviceId === serviceId && held.startsAt === at && held.note === (note ?? '')
  return same && held.expiresAt !== null && now < held.expiresAt
}

/**
 * One live hold per client and creator: a former one goes, unless it is being paid. Then the refusal names it, and lasts
 * no longer than the hold; meanwhile no other slot of the creator's is listed for the client.
 */
async function endFormerHold(tx: Tx, former: Booking | undefined, by: By): Promise<Result<true>> {
  if (!former) return ok(true)
  const expired = expire(former, by.at)
  if (expired.ok) {
    await saveBooking(tx, former, expired.value, { ...by, actor: null })
    return ok(true)
  }
  if (isBeingPaid(former, by.at)) return refuse('booking.hold-live', 'conflict', { detail: { bookingId: former.id } })
  const given = giveBack(former, former.version)
  if (!given.ok) return given
  await saveBooking(tx, former, given.value, by)
  return ok(true)
}

const offered = 5

/** A refusal of a taken slot with the next free ones from there on, or the first of all when there are none later. */
export async function withNextSlots(tx: Tx, refused: Refused, question: Question, from: Instant): Promise<Refused> {
  if (refused.refusal.code !== 'booking.slot-taken') return refused
  const offer = await readAvailability(tx, { ...question, within: horizonOf(question.now) })
  if (!offer) return refused
  const later = nextFree(offer.availability, from, offered)
  const next = later.length > 0 ? later : nextFree(offer.availability, question.now, offered)
  return {
    ok: false,
    refusal: { ...refused.refusal, detail: { ...refused.refusal.detail, next: next.map(toIso).join(' ') } },
  }
}
