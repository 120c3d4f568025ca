import { type BookingEvent, type BookingEventType } from '@veranda/core/bookings/events.ts'
import { nextFree } from '@veranda/core/bookings/slots.ts'
import { type Instant, day, instant, minute } from '@veranda/core/time/instant.ts'
import { type Tx } from '../../db/database.ts'
import { cancelDue, onDue, scheduleDue } from '../../due/due.ts'
import { reaction } from '../../log/react.ts'
import { readAvailability } from './read-availability.ts'
import { servicesOf } from './services.ts'

const kind = 'bookings.opening'

/** What changes when somebody is free next. */
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

/** Keeps when a creator is free next, so that search need not work it out. */
export const keepOpenings = reaction<BookingEvent<(typeof changing)[number]>>(
  'bookings-keep-openings',
  [...changing],
  async ({ t, event, deps }) => keepOpening(t, event.data.creatorId, deps.clock.now()),
)

/** The moment has come from which on the kept start can no longer be booked. */
export const renewOpening = onDue(kind, async ({ t, due, deps }) => keepOpening(t, due.subject.id, deps.clock.now()))

async function keepOpening(t: Tx, creatorId: string, now: Instant): Promise<void> {
  let first: { at: Instant; until: Instant } | undefined
  for (const service of await servicesOf(t, creatorId)) {
    const within = { from: now, to: instant(now + service.horizon_days * day) }
    const offer = await readAvailability(t, { serviceId: service.id, clientId: null, within, now })
    const [at] = offer ? nextFree(offer.availability, now) : []
    const until = at === undefined ? undefined : instant(at - service.notice_minutes * minute + 1)
    if (at !== undefined && until !== undefined && (!first || at < first.at)) first = { at, until }
  }
  const key = `${kind}:${creatorId}`
  if (!first) {
    await t.deleteFrom('session_openings').where('creator_id', '=', creatorId).execute()
    // A day on there is a new day in the horizon.
    await scheduleDue(t, { kind, key, subject: { kind: 'creator', id: creatorId }, at: instant(now + day) })
    return
  }
  const row = { next_free_at: new Date(first.at) }
  await t
    .insertInto('session_openings')
    .values({ creator_id: creatorId, ...row })
    .onConflict((c) => c.column('creator_id').doUpdateSet(row))
    .execute()
  await cancelDue(t, key)
  await scheduleDue(t, { kind, key, subject: { kind: 'creator', id: creatorId }, at: first.until })
}
