import { type AccountEvent } from '@veranda/core/accounts/events.ts'
import { type BookingEvent, type BookingEventType } from '@veranda/core/bookings/events.ts'
import { bestAvailabilityWindow, availabilityWindow } from '@veranda/core/bookings/availability/availability-window.ts'
import { type FreeRun, freeRuns, maxSearchAheadDays } from '@veranda/core/bookings/availability/free-times.ts'
import { type Interval } from '@veranda/core/bookings/availability/schedule.ts'
import { type Instant, day, instant, minute } from '@veranda/core/time/instant.ts'
import { type Tx } from '../../../platform/db/database.ts'
import { cancelTimer, timerHandler, scheduleTimer } from '../../../platform/timers/timers.ts'
import { eventHandler } from '../../../platform/events/event-handler.ts'
import { type HourlyServiceRow, readAvailability } from './read-availability.ts'
import { findHourlyServices } from '../services/hourly-services.ts'

/** Keeps a statement far below the parameters that it can have. */
const maxRowsPerInsert = 1_000

const timerKind = 'bookings.availability-window'

/** Events that change when a creator is free. */
const availabilityEvents = [
  'hourly-service.changed',
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
 * Updates the availability index and the free times, so that search need not compute it. A creator who books others has less time to
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

/** Takes a creator whose account is about to be deleted or suspended out of the index, or into it again. */
export const updateAvailabilityOfDeletion = eventHandler<
  AccountEvent<
    'account.deletion-scheduled' | 'account.deletion-cancelled' | 'account.suspended' | 'account.suspension-lifted'
  >
>(
  'bookings-update-availability-of-deletion',
  ['account.deletion-scheduled', 'account.deletion-cancelled', 'account.suspended', 'account.suspension-lifted'],
  async ({ tx, event, deps }) => upsertAvailabilityWindow(tx, event.data.userId, deps.clock.now()),
)

/** Refreshes the index when the last indexed start can no longer be booked, at the latest after a day. */
export const refreshAvailabilityWindow = timerHandler(timerKind, async ({ tx, timer, deps }) =>
  upsertAvailabilityWindow(tx, timer.subject.id, deps.clock.now()),
)

async function upsertAvailabilityWindow(tx: Tx, creatorId: string, now: Instant): Promise<void> {
  const windows: Interval[] = []
  const runs: FreeTimes[] = []
  let hasHours = false
  for (const service of await findHourlyServices(tx, creatorId)) {
    // Beyond the horizon nothing can be booked yet, and further on nothing is searched for.
    const within = { from: now, to: instant(now + Math.max(service.horizon_days, maxSearchAheadDays + 1) * day) }
    const bookable = await readAvailability(tx, { serviceId: service.id, clientId: null, within, now })
    const window = bookable && availabilityWindow(bookable.availability)
    if (window) windows.push(window)
    if (bookable) runs.push({ service, runs: freeRuns(bookable.availability) })
    const hours = bookable && [...bookable.availability.schedule.weekly, ...bookable.availability.schedule.overrides]
    hasHours ||= (hours?.length ?? 0) > 0
  }
  await replaceFreeTimes(tx, creatorId, runs)
  const key = `${timerKind}:${creatorId}`
  await cancelTimer(tx, key)
  const bestWindow = bestAvailabilityWindow(windows, now)
  // The horizon moves on: a day later there may be more free starts. Creators without hours are indexed again when they
  // set some.
  const subject = { kind: 'creator', id: creatorId }
  const tomorrow = instant(now + day)
  if (!bestWindow) {
    await tx.deleteFrom('availability_index').where('creator_id', '=', creatorId).execute()
    if (hasHours) await scheduleTimer(tx, { kind: timerKind, key, subject, at: tomorrow })
    return
  }
  const row = { free_from: new Date(bestWindow.from), free_until: new Date(bestWindow.to) }
  await tx
    .insertInto('availability_index')
    .values({ creator_id: creatorId, ...row })
    .onConflict((c) => c.column('creator_id').doUpdateSet(row))
    .execute()
  await scheduleTimer(tx, { kind: timerKind, key, subject, at: instant(Math.min(bestWindow.to, tomorrow)) })
}

type FreeTimes = { readonly service: HourlyServiceRow; readonly runs: readonly FreeRun[] }

/** Replaces the starts at which a creator can be booked. */
async function replaceFreeTimes(tx: Tx, creatorId: string, freeTimes: readonly FreeTimes[]): Promise<void> {
  await tx.deleteFrom('free_times').where('creator_id', '=', creatorId).execute()
  const rows = freeTimes.flatMap(({ service, runs }) =>
    runs.map(({ first, last, stepMinutes }) => ({
      creator_id: creatorId,
      service_id: service.id,
      first_start: first / minute,
      last_start: last / minute,
      step_minutes: stepMinutes,
      minutes: service.minutes,
      notice_minutes: service.notice_minutes,
      horizon_days: service.horizon_days,
    })),
  )
  for (let from = 0; from < rows.length; from += maxRowsPerInsert) {
    await tx
      .insertInto('free_times')
      .values(rows.slice(from, from + maxRowsPerInsert))
      .execute()
  }
}
