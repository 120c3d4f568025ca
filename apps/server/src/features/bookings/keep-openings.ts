import { type BookingEvent, type BookingEventType } from '@veranda/core/bookings/events.ts'
import { bestOpening, openingOf } from '@veranda/core/bookings/opening.ts'
import { type Interval } from '@veranda/core/bookings/schedule.ts'
import { type Instant, day, instant } from '@veranda/core/time/instant.ts'
import { type Tx } from '../../db/database.ts'
import { cancelDue, onDue, scheduleDue } from '../../due/due.ts'
import { reaction } from '../../log/react.ts'
import { readAvailability } from './read-availability.ts'
import { servicesOf } from './services.ts'

const kind = 'bookings.opening'

/** What changes when somebody is free. */
const changing = [
  'session.changed',
  'schedule.changed',
  'booking.held',
  'booking.given-back',
  'booking.expired',
  'booking.declined',
  'booking.moved',
  'booking.cancelled',
  'booking.completed',
] as const satisfies BookingEventType[]

/**
 * Keeps whether a creator is free this week, so that search need not work it out. Who books others has less time to offer
 * by it, too.
 */
export const keepOpenings = reaction<BookingEvent<(typeof changing)[number]>>(
  'bookings-keep-openings',
  [...changing],
  async ({ tx, event: { data }, deps }) => {
    const now = deps.clock.now()
    await keepOpening(tx, data.creatorId, now)
    if ('clientId' in data && (await servicesOf(tx, data.clientId)).length > 0)
      await keepOpening(tx, data.clientId, now)
  },
)

/** The last start that was kept can no longer be booked. */
export const renewOpening = onDue(kind, async ({ tx, due, deps }) => keepOpening(tx, due.subject.id, deps.clock.now()))

async function keepOpening(tx: Tx, creatorId: string, now: Instant): Promise<void> {
  const openings: Interval[] = []
  let hasHours = false
  for (const service of await servicesOf(tx, creatorId)) {
    const within = { from: now, to: instant(now + service.horizon_days * day) }
    const offer = await readAvailability(tx, { serviceId: service.id, clientId: null, within, now })
    const opening = offer && openingOf(offer.availability)
    if (opening) openings.push(opening)
    const hours = offer && [...offer.availability.schedule.weekly, ...offer.availability.schedule.overrides]
    hasHours ||= (hours?.length ?? 0) > 0
  }
  const key = `${kind}:${creatorId}`
  await cancelDue(tx, key)
  const best = bestOpening(openings, now)
  if (!best) {
    await tx.deleteFrom('session_openings').where('creator_id', '=', creatorId).execute()
    // The horizon moves on: a day later there may be something. Who has no hours is heard of when that changes.
    if (hasHours)
      await scheduleDue(tx, { kind, key, subject: { kind: 'creator', id: creatorId }, at: instant(now + day) })
    return
  }
  const row = { free_from: new Date(best.from), free_until: new Date(best.to) }
  await tx
    .insertInto('session_openings')
    .values({ creator_id: creatorId, ...row })
    .onConflict((c) => c.column('creator_id').doUpdateSet(row))
    .execute()
  await scheduleDue(tx, { kind, key, subject: { kind: 'creator', id: creatorId }, at: best.to })
}
