import { type Slots, type SlotsQuery, type TalentSessions } from '@veranda/contract/bookings/session-schemas.ts'
import { type Booking, sideOf } from '@veranda/core/bookings/booking.ts'
import { isBeingPaid } from '@veranda/core/bookings/hold.ts'
import { freeStarts, nextFree } from '@veranda/core/bookings/slots.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { type Instant, day, instant, minute, toIso } from '@veranda/core/time/instant.ts'
import { isTimeZone } from '@veranda/core/time/zone.ts'
import { type Actor } from '../../access/actor.ts'
import { type Clock } from '../../clock.ts'
import { type Db } from '../../db/database.ts'
import { heldOf, toBooking } from './rows.ts'
import { showPerson } from '../../access/person.ts'
import { horizonOf, readAvailability } from './read-availability.ts'
import { findSchedule } from './schedule.ts'
import { servicesOf, showService } from './services.ts'

type Visit = { readonly tx: Db; readonly actor: Actor; readonly clock: Clock }

const longest = 100

/**
 * Free starts by the days of the visitor's own calendar, without what stands in the visitor's own. Whoever could book
 * none of them is told why; a creator still sees their own.
 */
export async function listSlots(
  { tx, actor, clock }: Visit,
  serviceId: string,
  query: SlotsQuery,
): Promise<Result<Slots>> {
  const { timeZone } = query
  if (!isTimeZone(timeZone)) return refuse('account.time-zone-unknown', 'invalid', { field: 'timeZone' })
  const days = daysOf(query)
  if (!days) return refuse('slots.too-many-days', 'invalid', { field: 'to', detail: { most: longest } })
  const now = clock.now()
  const [from = now] = days.starts
  const within = { from: instant(Math.max(from, now)), to: days.end }
  const horizon = horizonOf(now)
  const moving = await ownMoving(tx, actor, query.moving)
  const offer = await readAvailability(tx, {
    serviceId,
    clientId: moving?.clientId ?? actor.id,
    // Beyond the horizon nothing is free, and nothing is asked for.
    within: { from: instant(Math.min(within.from, horizon.to)), to: horizon.to },
    now,
    moving,
  })
  if (!offer) return refuse('session.not-found', 'not-found')
  const notBookable = moving ? null : await whyNotBookable(tx, actor.id, offer.service.creator_id, now)
  const starts = notBookable?.reason === 'paying' ? [] : freeStarts(offer.availability, within)
  const [next] =
    starts.length > 0 ? starts : notBookable?.reason === 'paying' ? [] : nextFree(offer.availability, within.from)
  const { minutes } = offer.terms
  return ok({
    timeZone,
    minutes,
    days: byDay(starts, days).map(({ date, items }) => ({
      date,
      slots: items.map((at) => ({ at: toIso(at), endsAt: toIso(instant(at + minutes * minute)) })),
    })),
    next: next === undefined ? null : toIso(next),
    notBookable,
  })
}

/** What would have the visitor's hold of any slot of this creator refused, by the rule of `holdSlot`. */
async function whyNotBookable(tx: Db, visitor: string, creator: string, now: Instant): Promise<Slots['notBookable']> {
  if (visitor === creator) return { reason: 'own' }
  const held = await heldOf(tx, visitor, creator)
  return held && isBeingPaid(held, now) ? { reason: 'paying', bookingId: held.id } : null
}

/** The booking that is to be moved, if it is the reader's. */
async function ownMoving(tx: Db, actor: Actor, id: string | undefined): Promise<Booking | undefined> {
  if (id === undefined) return undefined
  const row = await tx.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirst()
  const booking = row && toBooking(row)
  return booking && sideOf(booking, actor.id) ? booking : undefined
}

type Days = { readonly dates: readonly string[]; readonly starts: readonly Instant[]; readonly end: Instant }

/** The moments at which the visitor's days begin; undefined when they are too many, or end before they begin. */
function daysOf({ from, to, timeZone }: SlotsQuery): Days | undefined {
  const first = plainDate(from)
  const last = plainDate(to)
  if (!first || !last) return undefined
  const count = first.until(last).days
  if (count < 0 || count >= longest) return undefined
  const dates = Array.from({ length: count + 1 }, (_, index) => first.add({ days: index }))
  const begin = (date: Temporal.PlainDate) => instant(date.toZonedDateTime(timeZone).epochMilliseconds)
  return { dates: dates.map(String), starts: dates.map(begin), end: begin(last.add({ days: 1 })) }
}

function plainDate(text: string): Temporal.PlainDate | undefined {
  try {
    return Temporal.PlainDate.from(text, { overflow: 'reject' })
  } catch {
    return undefined
  }
}

function byDay(starts: readonly Instant[], { dates, starts: begins }: Days): { date: string; items: Instant[] }[] {
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

/** What a creator offers to book, with the next free start of each. */
export async function readTalentSessions(
  { tx, actor, clock }: Visit,
  creatorId: string,
): Promise<Result<TalentSessions>> {
  const now = clock.now()
  const person = await tx
    .selectFrom('people')
    .select(['id', 'name', 'avatar_file'])
    .where('id', '=', creatorId)
    .where('role', '=', 'creator')
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  if (!person) return refuse('talent.not-found', 'not-found')
  const items = await Promise.all(
    (await servicesOf(tx, creatorId)).map(async (row) => {
      const offer = await readAvailability(tx, {
        serviceId: row.id,
        clientId: actor.id,
        within: { from: now, to: instant(now + row.horizon_days * day) },
        now,
      })
      const [next] = offer ? nextFree(offer.availability, now) : []
      return { ...showService(row), nextFree: next === undefined ? null : toIso(next) }
    }),
  )
  const { schedule } = await findSchedule(tx, creatorId)
  return ok({ creator: showPerson(person), timeZone: schedule.timeZone, items })
}
