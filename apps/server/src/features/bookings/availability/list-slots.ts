import { type Slots, type SlotsQuery, type CreatorServices } from '@veranda/contract/bookings/services/schemas.ts'
import { type Booking, sideOf } from '@veranda/core/bookings/booking.ts'
import { isPaymentInProgress } from '@veranda/core/bookings/reservations/reservation.ts'
import { freeStarts, nextFreeStarts } from '@veranda/core/bookings/availability/slots.ts'
import { hourlyServiceActionsFor } from '@veranda/core/bookings/services/hourly-service.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { type Instant, day, instant, minute, toIso } from '@veranda/core/time/instant.ts'
import { isTimeZone } from '@veranda/core/time/time-zone.ts'
import { type Actor } from '../../../platform/access/actor.ts'
import { type QueryContext } from '../../../platform/access/command-context.ts'
import { type Db } from '../../../platform/db/database.ts'
import { findReservation, toBooking } from '../booking.repository.ts'
import { toUserSummaryDto } from '../../../platform/access/user.presenter.ts'
import { horizonFrom, readAvailability } from './read-availability.ts'
import { findSchedule } from './schedule.ts'
import { findHourlyServices, toHourlyServiceDto } from '../services/hourly-services.ts'

const maxSlotDays = 100

/**
 * Lists free starts by the days of the visitor's calendar, without times at which the visitor is busy. States why if
 * the visitor cannot book any; creators still see their own.
 */
export async function listSlots(
  { tx, actor, clock }: QueryContext,
  serviceId: string,
  query: SlotsQuery,
): Promise<Result<Slots>> {
  const { timeZone } = query
  if (!isTimeZone(timeZone)) return refuse('account.time-zone-unknown', 'invalid', { field: 'timeZone' })
  const days = parseDays(query)
  if (!days) return refuse('slots.too-many-days', 'invalid', { field: 'to', detail: { max: maxSlotDays } })
  const now = clock.now()
  const [from = now] = days.starts
  const within = { from: instant(Math.max(from, now)), to: days.end }
  const horizon = horizonFrom(now)
  const moving = await findMovingBooking(tx, actor, query.movingBookingId)
  const bookable = await readAvailability(tx, {
    serviceId,
    clientId: moving?.clientId ?? actor.id,
    // Beyond the horizon nothing is free, so nothing is read.
    within: { from: instant(Math.min(within.from, horizon.to)), to: horizon.to },
    now,
    movingBooking: moving,
  })
  if (!bookable) return refuse('hourly-service.not-found', 'not-found')
  const notBookable = moving ? null : await notBookableReason(tx, actor.id, bookable.service.creator_id, now)
  const starts = notBookable?.reason === 'paying' ? [] : freeStarts(bookable.availability, within)
  const [next] =
    starts.length > 0
      ? starts
      : notBookable?.reason === 'paying'
        ? []
        : nextFreeStarts(bookable.availability, within.from)
  const { minutes } = bookable.terms
  return ok({
    timeZone,
    minutes,
    days: groupByDay(starts, days).map(({ date, items }) => ({
      date,
      slots: items.map((at) => ({ at: toIso(at), endsAt: toIso(instant(at + minutes * minute)) })),
    })),
    next: next === undefined ? null : toIso(next),
    notBookable,
  })
}

/** Returns why `reserveSlot` would refuse every slot of this creator; null if it would not. */
async function notBookableReason(
  tx: Db,
  visitor: string,
  creator: string,
  now: Instant,
): Promise<Slots['notBookable']> {
  if (visitor === creator) return { reason: 'own' }
  const reservation = await findReservation(tx, visitor, creator)
  return reservation && isPaymentInProgress(reservation, now) ? { reason: 'paying', bookingId: reservation.id } : null
}

/** Finds the booking to move if the reader is one of its sides. */
async function findMovingBooking(tx: Db, actor: Actor, id: string | undefined): Promise<Booking | undefined> {
  if (id === undefined) return undefined
  const row = await tx.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirst()
  const booking = row && toBooking(row)
  return booking && sideOf(booking, actor.id) ? booking : undefined
}

type CalendarDays = { readonly dates: readonly string[]; readonly starts: readonly Instant[]; readonly end: Instant }

/**
 * Computes the instants at which the visitor's days begin; undefined if there are too many or the range is reversed.
 */
function parseDays({ from, to, timeZone }: SlotsQuery): CalendarDays | undefined {
  const first = parsePlainDate(from)
  const last = parsePlainDate(to)
  if (!first || !last) return undefined
  const count = first.until(last).days
  if (count < 0 || count >= maxSlotDays) return undefined
  const dates = Array.from({ length: count + 1 }, (_, index) => first.add({ days: index }))
  const begin = (date: Temporal.PlainDate) => instant(date.toZonedDateTime(timeZone).epochMilliseconds)
  return { dates: dates.map(String), starts: dates.map(begin), end: begin(last.add({ days: 1 })) }
}

function parsePlainDate(text: string): Temporal.PlainDate | undefined {
  try {
    return Temporal.PlainDate.from(text, { overflow: 'reject' })
  } catch {
    return undefined
  }
}

function groupByDay(
  starts: readonly Instant[],
  { dates, starts: begins }: CalendarDays,
): { date: string; items: Instant[] }[] {
  const days: { date: string; items: Instant[] }[] = []
  let index = 0
  for (const at of starts) {
    while (index + 1 < begins.length && (begins[index + 1] ?? 0) <= at) index += 1
    const date = dates[index] ?? ''
    const last = days.at(-1)
    if (last?.date === date) last.items.push(at)
    else days.push({ date, items: [at] })
  }
  return days
}

/**
 * Lists the hourly services of a creator with the next free start of each; only the free ones where the installation
 * takes no payments.
 */
export async function listCreatorServices(
  { tx, actor, clock, deps }: QueryContext,
  creatorId: string,
): Promise<Result<CreatorServices>> {
  const now = clock.now()
  const user = await tx
    .selectFrom('users')
    .select(['id', 'name', 'avatar_file'])
    .where('id', '=', creatorId)
    .where('role', '=', 'creator')
    .where('closed_at', 'is', null)
    .where('deletion_at', 'is', null)
    .where('suspended_at', 'is', null)
    .executeTakeFirst()
  if (!user) return refuse('creator.not-found', 'not-found')
  const services = await findHourlyServices(tx, creatorId)
  const items = await Promise.all(
    services
      .filter(({ price }) => price === null || deps.env.payments)
      .map(async (row) => {
        const bookable = await readAvailability(tx, {
          serviceId: row.id,
          clientId: actor.id,
          within: { from: now, to: instant(now + row.horizon_days * day) },
          now,
        })
        const [next] = bookable ? nextFreeStarts(bookable.availability, now) : []
        return { ...toHourlyServiceDto(row), nextFree: next === undefined ? null : toIso(next) }
      }),
  )
  const { schedule } = await findSchedule(tx, creatorId)
  const actions = hourlyServiceActionsFor(creatorId, actor.id)
  return ok({ creator: toUserSummaryDto(user), timeZone: schedule.timeZone, actions, items })
}
