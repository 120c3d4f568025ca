import {
  type Appointment,
  type AppointmentPage,
  type AppointmentsQuery,
  type NextAppointments,
} from '@veranda/contract/bookings/schemas.ts'
import { occupyingStates } from '@veranda/core/bookings/booking-states.ts'
import { type Booking, otherSide, sideOf } from '@veranda/core/bookings/booking.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { type Instant, hour, toIso } from '@veranda/core/time/instant.ts'
import { type RawBuilder, sql } from 'kysely'
import { type Actor } from '../../access/actor.ts'
import { type Clock } from '../../clock.ts'
import { type Db } from '../../db/database.ts'
import { pageLimit } from '../../db/page-limit.ts'
import { readCursor, writeCursor } from './cursor.ts'
import { type PersonRow, personJson, showPerson } from '../../access/person.ts'
import { type BookingRow, toBooking } from './rows.ts'
import { joinOf } from './show-booking.ts'

type Reader = { readonly tx: Db; readonly actor: Actor; readonly clock: Clock }
type Row = BookingRow & { client: PersonRow; creator: PersonRow }

/** One's bookings on either side, one page: what is coming the soonest first, what is past the latest first. */
export async function listAppointments(
  { tx, actor, clock }: Reader,
  query: AppointmentsQuery,
): Promise<Result<AppointmentPage>> {
  const now = clock.now()
  const limit = query.limit ?? 20
  const when = query.when ?? 'coming'
  const coming = when !== 'past'
  const cursor = readCursor(query.cursor)
  if (query.cursor !== undefined && !cursor) return refuse('list.cursor-unreadable', 'invalid', { field: 'cursor' })
  const where = sql.join(
    [
      query.state === undefined ? sql`${coming ? comingOf(now) : sql`not (${comingOf(now)})`}` : sql`true`,
      query.state === undefined ? sql`not (${lapsedAt(now)})` : sql`b.state = ${query.state}`,
      ...(when === 'waiting' ? [waitsForReader(actor.id)] : []),
      cursor
        ? sql`(b.starts_at, b.id) ${coming ? sql`>` : sql`<`} (${new Date(cursor.at)}::timestamptz, ${cursor.id}::uuid)`
        : sql`true`,
    ],
    sql` and `,
  )
  const rows = await readRows(tx, actor.id, query.part, where, coming, pageLimit(limit))
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return ok({
    items: shown.map((row) => showAppointment(row, actor.id)),
    next: rows.length > limit && last ? writeCursor({ at: last.starts_at, id: last.id }) : null,
  })
}

/** What waits for the reader, up to ten, and the next three besides, together the soonest first. */
export async function readNext({ tx, actor, clock }: Reader): Promise<NextAppointments> {
  const now = clock.now()
  const coming = sql`${comingOf(now)} and b.state <> 'held'`
  const waits = waitsForReader(actor.id)
  const waiting = await readRows(tx, actor.id, undefined, sql`${coming} and ${waits}`, true, sql.lit(10))
  const next = await readRows(tx, actor.id, undefined, sql`${coming} and not ${waits}`, true, sql.lit(3))
  const rows = [...waiting, ...next].toSorted((a, b) => a.starts_at - b.starts_at)
  return { now: toIso(now), items: rows.map((row) => showAppointment(row, actor.id)) }
}

/** What overlaps a stretch of time and was not called off. */
export async function readBetween(db: Db, personId: string, from: Instant, to: Instant): Promise<Appointment[]> {
  const where = sql`b.starts_at >= ${new Date(from - longest)} and b.starts_at < ${new Date(to)}
    and b.ends_at > ${new Date(from)} and b.state not in ('declined', 'expired', 'given_back', 'cancelled')`
  const rows = await readRows(db, personId, undefined, where, true, sql<number>`1000`)
  return rows.map((row) => showAppointment(row, personId))
}

/** No session is longer than this, so that the indexes by start serve for its end too. */
const longest = 8 * hour

/** Takes up its time and is not over; the bound on the start keeps all that is past out of the reading. */
function comingOf(now: Instant): RawBuilder<boolean> {
  return sql`(b.starts_at > ${new Date(now - longest)} and b.ends_at > ${new Date(now)}
    and b.state = any(${[...occupyingStates]}::text[])
    and (b.expires_at is null or b.expires_at > ${new Date(now)}))`
}

/** The rule of `waitsFor` below, so that what waits is found on whatever page it would be. */
function waitsForReader(reader: string): RawBuilder<boolean> {
  const own = (side: 'client' | 'creator') => sql`${sql.ref(`b.${side}_id`)} = ${reader}::uuid`
  return sql`coalesce((b.state = 'held' and ${own('client')})
    or (b.state = 'requested' and ${own('creator')} and b.attempt ->> 'stage' is distinct from 'capturing')
    or (b.state = 'confirmed' and b.proposal ->> 'by' = case when ${own('client')} then 'creator' else 'client' end), false)`
}

/** Holds that came to nothing. */
function lapsedAt(now: Instant): RawBuilder<boolean> {
  return sql`(b.state = 'given_back' or (b.state = 'expired' and b.ended is null)
    or (b.state = 'held' and b.expires_at <= ${new Date(now)}))`
}

/** Each side by its own index, then put together. */
async function readRows(
  db: Db,
  personId: string,
  part: 'client' | 'creator' | undefined,
  where: RawBuilder<unknown>,
  up: boolean,
  limit: RawBuilder<number>,
): Promise<Row[]> {
  const order = up ? sql`order by b.starts_at, b.id` : sql`order by b.starts_at desc, b.id desc`
  const sides = part === undefined ? (['client', 'creator'] as const) : [part]
  const each = sides.map(
    (side) =>
      sql`(select b.* from bookings b where ${sql.ref(`b.${side}_id`)} = ${personId} and ${where} ${order} limit ${limit})`,
  )
  const { rows } = await sql<Row>`
    select b.*, ${personJson('c')} as client, ${personJson('k')} as creator
    from (${sql.join(each, sql` union all `)}) b
      join people c on c.id = b.client_id
      join people k on k.id = b.creator_id
    ${order} limit ${limit}`.execute(db)
  return rows
}

function showAppointment(row: Row, readerId: string): Appointment {
  const booking = toBooking(row)
  const part = sideOf(booking, readerId) ?? 'client'
  return {
    id: booking.id,
    state: booking.state,
    part,
    title: booking.terms.title,
    other: showPerson(row[otherSide(part)]),
    startsAt: toIso(row.starts_at),
    endsAt: toIso(row.ends_at),
    price: booking.terms.price,
    waitsForMe: waitsFor(booking, part),
    join: joinOf(booking),
  }
}

function waitsFor({ state, proposal, attempt }: Booking, part: 'client' | 'creator'): boolean {
  if (state === 'held') return part === 'client'
  if (state === 'requested') return part === 'creator' && attempt?.stage !== 'capturing'
  return state === 'confirmed' && proposal !== null && proposal.by !== part
}
