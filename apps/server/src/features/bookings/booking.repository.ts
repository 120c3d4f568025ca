import { asId } from '@veranda/core/ids.ts'
import {
  attemptOf,
  type AttemptStage,
  type Booking,
  type BookingEnd,
  type BookingEnder,
  type BookingFields,
  endOf,
  isConfirmed,
  isDecided,
  isMeeting,
  isWaiting,
  type Payment,
  type BookingAttempt,
  paymentOf,
} from '@veranda/core/bookings/booking.ts'
import { minor } from '@veranda/core/money/money.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { type Selectable, sql } from 'kysely'
import { type Db, type Tx } from '../../platform/db/database.ts'
import { type BookingTables } from '../../platform/db/tables/bookings.ts'

export type BookingRow = Selectable<BookingTables['bookings']>

/** Finds the two users of a booking, to lock their calendars first. */
export async function findBookingParties(
  db: Db,
  id: string,
): Promise<{ client_id: string; creator_id: string } | undefined> {
  return db.selectFrom('bookings').select(['client_id', 'creator_id']).where('id', '=', id).executeTakeFirst()
}

/** Locks the row until the transaction ends and returns the booking. The caller holds the calendar locks. */
export async function selectBookingForUpdate(tx: Tx, id: string): Promise<Booking | undefined> {
  const row = await tx.selectFrom('bookings').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
  return row && toBooking(row)
}

/** Finds a client's active reservation with a creator, without a lock. */
export async function findReservation(db: Db, clientId: string, creatorId: string): Promise<Booking | undefined> {
  const row = await db
    .selectFrom('bookings')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('creator_id', '=', creatorId)
    .where('state', '=', 'reserved')
    .executeTakeFirst()
  return row && toBooking(row)
}

/** Builds the booking of a row, with the fields of its state. Throws RangeError if the row lacks one. */
export function toBooking(row: BookingRow): Booking {
  const { state } = row
  const fields: BookingFields = {
    id: asId(row.id),
    serviceId: asId(row.service_id),
    creatorId: asId(row.creator_id),
    clientId: asId(row.client_id),
    terms: row.terms,
    zones: { client: row.client_zone, creator: row.creator_zone },
    note: row.note,
    version: row.version,
    sequence: row.sequence,
    startsAt: row.starts_at,
  }
  const payment = toPayment(row)
  const { end_agreed_by: endAgreedBy, proposal } = row
  switch (state) {
    case 'reserved':
      return { ...fields, state, expiresAt: requiredExpiry(row), attempt: toAttempt(row, ['charging']) }
    case 'requested': {
      const attempt = toAttempt(row, ['authorised', 'capturing'])
      return { ...fields, state, expiresAt: requiredExpiry(row), attempt, payment }
    }
    case 'confirmed':
      return { ...fields, state, payment, proposal, endAgreedBy }
    case 'in_session':
      return { ...fields, state, payment, endAgreedBy }
    case 'completed':
    case 'no_show_client':
    case 'no_show_creator':
    case 'no_show_both': {
      const ended = toOptionalEnd(row, ['admin'])
      return { ...fields, state, payment, attendanceUnclear: row.attendance_unclear, ended }
    }
    case 'declined':
      return { ...fields, state, payment, ended: toEnd(row, ['creator']) }
    case 'cancelled':
      return { ...fields, state, payment, ended: toEnd(row, ['client', 'creator', 'admin']) }
    case 'expired':
      return { ...fields, state, payment, ended: toOptionalEnd(row, ['system']) }
    case 'withdrawn':
      return { ...fields, state }
  }
}

function toPayment(row: BookingRow): Payment | null {
  if (row.paid_charge_id === null) return null
  const { settled, refunded, frozen } = row
  return { chargeId: asId(row.paid_charge_id), settled, refunded: minor(refunded ?? 0), frozen }
}

function requiredExpiry(row: BookingRow): Instant {
  if (row.expires_at === null) throw impossibleRow(row, 'without expires_at')
  return row.expires_at
}

function toAttempt<Stage extends AttemptStage>(
  row: BookingRow,
  stages: readonly Stage[],
): BookingAttempt<Stage> | null {
  const { attempt } = row
  if (!attempt) return null
  const stage = stages.find((one) => one === attempt.stage)
  if (!stage) throw impossibleRow(row, `with an attempt that is ${attempt.stage}`)
  return { ...attempt, stage }
}

function toEnd<By extends BookingEnder>(row: BookingRow, enders: readonly By[]): BookingEnd<By> {
  const end = toOptionalEnd(row, enders)
  if (!end) throw impossibleRow(row, 'without ended')
  return end
}

function toOptionalEnd<By extends BookingEnder>(row: BookingRow, enders: readonly By[]): BookingEnd<By> | null {
  const { ended } = row
  if (!ended) return null
  const by = enders.find((one) => one === ended.by)
  if (!by) throw impossibleRow(row, `with an end by ${ended.by}`)
  return { by, reason: ended.reason }
}

function impossibleRow({ id, state }: BookingRow, fault: string): RangeError {
  return new RangeError(`stored booking ${id} is ${state} ${fault}`)
}

/** Returns whether both users are members of a project that is under way or completed, so that a session can belong to it. */
export async function isProjectOfBoth(db: Db, projectId: string, userIds: readonly string[]): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    select p.id from projects p
    where p.id = ${projectId} and p.state in ('active', 'completed') and (
      select count(*) from project_members m
      where m.project_id = p.id and m.left_at is null and m.role <> 'invited'
        and m.user_id = any(${[...userIds]}::uuid[])) = 2`.execute(db)
  return rows.length > 0
}

/** Lists a booking on the page of a project. */
export async function setBookingProject(tx: Tx, id: string, projectId: string): Promise<void> {
  await tx.updateTable('bookings').set({ project_id: projectId }).where('id', '=', id).execute()
}

export async function insertBooking(tx: Tx, booking: Booking, at: Instant): Promise<void> {
  const { id, serviceId, creatorId, clientId, terms, note } = booking
  await tx
    .insertInto('bookings')
    .values({
      id,
      service_id: serviceId,
      creator_id: creatorId,
      client_id: clientId,
      terms: JSON.stringify(terms),
      note,
      created_at: new Date(at),
      updated_at: new Date(at),
      ...mutableColumns(booking),
    })
    .execute()
}

export async function updateBooking(tx: Tx, booking: Booking, at: Instant): Promise<void> {
  await tx
    .updateTable('bookings')
    .set({
      ...mutableColumns(booking),
      // A room failure belongs to the time at which it happened; after a move it excuses no one.
      room_fault: sql<boolean>`room_fault and starts_at = ${new Date(booking.startsAt)}`,
      updated_at: new Date(at),
    })
    .where('id', '=', booking.id)
    .execute()
}

/** Returns the columns that change; those of other states are empty. */
function mutableColumns(booking: Booking) {
  const json = (value: object | null) => (value === null ? null : JSON.stringify(value))
  const payment = paymentOf(booking)
  return {
    state: booking.state,
    version: booking.version,
    sequence: booking.sequence,
    creator_zone: booking.zones.creator,
    client_zone: booking.zones.client,
    starts_at: new Date(booking.startsAt),
    ends_at: new Date(endOf(booking)),
    expires_at: isWaiting(booking) ? new Date(booking.expiresAt) : null,
    attempt: json(attemptOf(booking)),
    paid_charge_id: payment?.chargeId ?? null,
    proposal: isConfirmed(booking) ? json(booking.proposal) : null,
    end_agreed_by: isMeeting(booking) ? booking.endAgreedBy : null,
    refunded: payment && payment.refunded > 0 ? payment.refunded : null,
    settled: payment ? payment.settled : booking.terms.price === null,
    frozen: payment?.frozen ?? false,
    attendance_unclear: isDecided(booking) && booking.attendanceUnclear,
    ended: 'ended' in booking ? json(booking.ended) : null,
  }
}
