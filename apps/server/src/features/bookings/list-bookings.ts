import {
  type BookingSummary,
  type BookingPage,
  type BookingsQuery,
  type NextBooking,
} from '@veranda/contract/bookings/schemas.ts'
import { bookingActionsFor } from '@veranda/core/bookings/booking-actions.ts'
import { occupyingStates } from '@veranda/core/bookings/booking-states.ts'
import {
  type Booking,
  isConfirmed,
  isRequested,
  isReserved,
  otherSide,
  sideOf,
} from '@veranda/core/bookings/booking.ts'
import { offerableActions } from '@veranda/core/payments/payments-off.ts'
import { ok, type Result } from '@veranda/core/result.ts'
import { type Instant, hour, toIso } from '@veranda/core/time/instant.ts'
import { type RawBuilder, sql } from 'kysely'
import { type QueryContext } from '../../platform/access/command-context.ts'
import { type Db } from '../../platform/db/database.ts'
import { pageLimit } from '../../platform/db/page-limit.ts'
import { encodeCursor, parseCursor } from '../../platform/db/cursor.ts'
import { type UserSummaryRow, userJson, toUserSummaryDto } from '../../platform/access/user.presenter.ts'
import { type BookingRow, toBooking } from './booking.repository.ts'
import { toJoinDto } from './booking.presenter.ts'

type SummaryRow = BookingRow & { client: UserSummaryRow; creator: UserSummaryRow }

/** Lists one page of the user's bookings on either side: upcoming ones soonest first, past ones latest first. */
export async function listBookings(
  { tx, actor, clock }: QueryContext,
  query: BookingsQuery,
): Promise<Result<BookingPage>> {
  const now = clock.now()
  const limit = query.limit ?? 20
  const when = query.when ?? 'upcoming'
  const upcoming = when !== 'past'
  const parsed = parseCursor(query.cursor)
  if (!parsed.ok) return parsed
  const cursor = parsed.value
  const where = sql.join(
    [
      query.state === undefined ? sql`${upcoming ? isUpcoming(now) : sql`not (${isUpcoming(now)})`}` : sql`true`,
      query.state === undefined ? sql`not (${isExpiredReservation(now)})` : sql`b.state = ${query.state}`,
      ...(query.projectId === undefined ? [] : [sql`b.project_id = ${query.projectId}`]),
      ...(when === 'waiting' ? [isPendingOnReader(actor.id)] : []),
      cursor
        ? sql`(b.starts_at, b.id) ${upcoming ? sql`>` : sql`<`} (${new Date(cursor.at)}::timestamptz, ${cursor.id}::uuid)`
        : sql`true`,
    ],
    sql` and `,
  )
  const rows = await findSummaryRows(tx, actor.id, query.viewerRole, where, upcoming, pageLimit(limit))
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return ok({
    items: shown.map((row) => toBookingSummary(toBooking(row), row, actor.id)),
    next: rows.length > limit && last ? encodeCursor({ at: last.starts_at, id: last.id }) : null,
  })
}

/** Lists up to ten bookings that wait on the reader and the next three others, soonest first, with their steps. */
export async function listNextBookings({ tx, actor, clock, deps }: QueryContext): Promise<NextBooking[]> {
  const now = clock.now()
  const upcoming = sql`${isUpcoming(now)} and b.state <> 'reserved'`
  const pendingOnReader = isPendingOnReader(actor.id)
  const waiting = await findSummaryRows(
    tx,
    actor.id,
    undefined,
    sql`${upcoming} and ${pendingOnReader}`,
    true,
    sql.lit(10),
  )
  const next = await findSummaryRows(
    tx,
    actor.id,
    undefined,
    sql`${upcoming} and not ${pendingOnReader}`,
    true,
    sql.lit(3),
  )
  const rows = [...waiting, ...next].toSorted((a, b) => a.starts_at - b.starts_at)
  return rows.map((row) => {
    const booking = toBooking(row)
    const summary = toBookingSummary(booking, row, actor.id)
    const actions = offerableActions(bookingActionsFor(booking, summary.viewerRole, now), deps.env.payments)
    return { ...summary, version: booking.version, actions }
  })
}

/** Finds bookings that overlap a time range and were not called off. */
export async function findBookingsBetween(
  db: Db,
  userId: string,
  from: Instant,
  to: Instant,
): Promise<BookingSummary[]> {
  const where = sql`b.starts_at >= ${new Date(from - maxBookingMs)} and b.starts_at < ${new Date(to)}
    and b.ends_at > ${new Date(from)} and b.state not in ('declined', 'expired', 'withdrawn', 'cancelled')`
  const rows = await findSummaryRows(db, userId, undefined, where, true, sql<number>`1000`)
  return rows.map((row) => toBookingSummary(toBooking(row), row, userId))
}

/** No session is longer, so an index by start also serves queries by end. */
const maxBookingMs = 8 * hour

/** Matches bookings that occupy time and are not over; the bound on the start keeps past rows out of the scan. */
function isUpcoming(now: Instant): RawBuilder<boolean> {
  return sql`(b.starts_at > ${new Date(now - maxBookingMs)} and b.ends_at > ${new Date(now)}
    and b.state = any(${[...occupyingStates]}::text[])
    and (b.expires_at is null or b.expires_at > ${new Date(now)}))`
}

/** Matches rows by the same rule as `isPendingOn` below, so that waiting bookings are found on any page. */
function isPendingOnReader(reader: string): RawBuilder<boolean> {
  const isReader = (side: 'client' | 'creator') => sql`${sql.ref(`b.${side}_id`)} = ${reader}::uuid`
  return sql`coalesce((b.state = 'reserved' and ${isReader('client')})
    or (b.state = 'requested' and ${isReader('creator')} and b.attempt ->> 'stage' is distinct from 'capturing')
    or (b.state = 'confirmed' and b.proposal ->> 'by' = case when ${isReader('client')} then 'creator' else 'client' end), false)`
}

/** Matches reservations that came to nothing. */
function isExpiredReservation(now: Instant): RawBuilder<boolean> {
  return sql`(b.state = 'withdrawn' or (b.state = 'expired' and b.ended is null)
    or (b.state = 'reserved' and b.expires_at <= ${new Date(now)}))`
}

/** Queries each side by its own index and merges the results. */
async function findSummaryRows(
  db: Db,
  userId: string,
  viewerRole: 'client' | 'creator' | undefined,
  where: RawBuilder<unknown>,
  ascending: boolean,
  limit: RawBuilder<number>,
): Promise<SummaryRow[]> {
  const order = ascending ? sql`order by b.starts_at, b.id` : sql`order by b.starts_at desc, b.id desc`
  const sides = viewerRole === undefined ? (['client', 'creator'] as const) : [viewerRole]
  const each = sides.map(
    (side) =>
      sql`(select b.* from bookings b where ${sql.ref(`b.${side}_id`)} = ${userId} and ${where} ${order} limit ${limit})`,
  )
  const { rows } = await sql<SummaryRow>`
    select b.*, ${userJson('c')} as client, ${userJson('k')} as creator
    from (${sql.join(each, sql` union all `)}) b
      join users c on c.id = b.client_id
      join users k on k.id = b.creator_id
    ${order} limit ${limit}`.execute(db)
  return rows
}

function toBookingSummary(booking: Booking, row: SummaryRow, readerId: string): BookingSummary {
  const viewerRole = sideOf(booking, readerId) ?? 'client'
  return {
    id: booking.id,
    state: booking.state,
    viewerRole,
    title: booking.terms.title,
    other: toUserSummaryDto(row[otherSide(viewerRole)]),
    startsAt: toIso(row.starts_at),
    endsAt: toIso(row.ends_at),
    price: booking.terms.price,
    pendingOnMe: isPendingOn(booking, viewerRole),
    join: toJoinDto(booking),
  }
}

function isPendingOn(booking: Booking, viewerRole: 'client' | 'creator'): boolean {
  if (isReserved(booking)) return viewerRole === 'client'
  if (isRequested(booking)) return viewerRole === 'creator' && booking.attempt?.stage !== 'capturing'
  return isConfirmed(booking) && booking.proposal !== null && booking.proposal.by !== viewerRole
}
