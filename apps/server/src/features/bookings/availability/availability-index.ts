import { type BookingEvent, type BookingEventType } from '@veranda/core/bookings/events.ts'
import { bestAvailabilityWindow, availabilityWindow } from '@veranda/core/bookings/availability/availability-window.ts'
import { type Interval } from '@veranda/core/bookings/availability/schedule.ts'
import { type Instant, day, instant } from '@veranda/core/time/instant.ts'
import { type Tx } from '../../../platform/db/database.ts'
import { cancelTimer, timerHandler, scheduleTimer } from '../../../platform/timers/timers.ts'
import { eventHandler } from '../../../platform/events/event-handler.ts'
import { readAvailability } from './read-availability.ts'
import { findHourlyServices } from '../services/hourly-services.ts'

const timerKind = 'bookings.availability-window'

/** Events that change when a creator is free. */
const availabilityEvents = [
  'service.changed',
  'schedule.changed',
  'booking.reserved',
  'booking.withdrawn',
  'booking.expired',
  'booking.declined',
  'booking.moved',
  'booking.cancelled',
  'booking.completed',
] as const satisfies BookingEventType[]

/**
 * Updates the availability index, so that search need not compute it. A creator who books others has less time to
 * offer, too.
 */
export const updateAvailabilityIndex = eventHandler<BookingEvent<(typeof availabilityEvents)[number]>>(
  'bookings-update-availability-index',
  [...availabilityEvents],
  async ({ tx, event: { data }, deps }) => {
    const now = deps.clock.now()
    await upsertAvailabilityWindow(tx, data.creatorId, now)
    if ('clientId' in data && (await findHourlyServices(tx, data.clientId)).length > 0)
      await upsertAvailabilityWindow(tx, data.clientId, now)
  },
)

/** Refreshes the index when the last indexed start can no longer be booked. */
export const refreshAvailabilityWindow = timerHandler(timerKind, async ({ tx, timer, deps }) =>
  upsertAvailabilityWindow(tx, timer.subject.id, deps.clock.now()),
)

async function upsertAvailabilityWindow(tx: Tx, creatorId: string, now: Instant): Promise<void> {
  const windows: Interval[] = []
  let hasHours = false
  for (const service of await findHourlyServices(tx, creatorId)) {
    const within = { from: now, to: instant(now + service.horizon_days * day) }
    const bookable = await readAvailability(tx, { serviceId: service.id, clientId: null, within, now })
    const window = bookable && availabilityWindow(bookable.availability)
    if (window) windows.push(window)
    const hours = bookable && [...bookable.availability.schedule.weekly, ...bookable.availability.schedule.overrides]
    hasHours ||= (hours?.length ?? 0) > 0
  }
  const key = `${timerKind}:${creatorId}`
  await cancelTimer(tx, key)
  const bestWindow = bestAvailabilityWindow(windows, now)
  if (!bestWindow) {
    await tx.deleteFrom('availability_index').where('creator_id', '=', creatorId).execute()
    // The horizon moves on: a day later there may be a free start. Creators without hours are indexed again when they
    // set some.
    if (hasHours)
      await scheduleTimer(tx, {
        kind: timerKind,
        key,
        subject: { kind: 'creator', id: creatorId },
        at: instant(now + day),
      })
    return
  }
  const row = { free_from: new Date(bestWindow.from), free_until: new Date(bestWindow.to) }
  await tx
    .insertInto('availability_index')
    .values({ creator_id: creatorId, ...row })
    .onConflict((c) => c.column('creator_id').doUpdateSet(row))
    .execute()
  await scheduleTimer(tx, { kind: timerKind, key, subject: { kind: 'creator', id: creatorId }, at: bestWindow.to })
}
