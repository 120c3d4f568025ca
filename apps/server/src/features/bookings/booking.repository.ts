import { asId } from '@veranda/core/ids.ts'
import { type Booking, endOf } from '@veranda/core/bookings/booking.ts'
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

export function toBooking(row: BookingRow): Booking {
  return {
    id: asId(row.id),
    serviceId: asId(row.service_id),
    creatorId: asId(row.creator_id),
    clientId: asId(row.client_id),
    terms: row.terms,
    zones: { client: row.client_zone, creator: row.creator_zone },
    note: row.note,
    state: row.state,
    version: row.version,
    sequence: row.sequence,
    startsAt: row.starts_at,
    expiresAt: row.expires_at,
    attempt: row.attempt,
    paidChargeId: row.paid_charge_id === null ? null : asId(row.paid_charge_id),
    proposal: row.proposal,
    endAgreedBy: row.end_agreed_by,
    refunded: row.refunded === null ? null : minor(row.refunded),
    settled: row.settled,
    frozen: row.frozen,
    attendanceUnclear: row.attendance_unclear,
    ended: row.ended,
  }
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

function mutableColumns(booking: Booking) {
  const json = (value: object | null) => (value === null ? null : JSON.stringify(value))
  return {
    state: booking.state,
    version: booking.version,
    sequence: booking.sequence,
    creator_zone: booking.zones.creator,
    client_zone: booking.zones.client,
    starts_at: new Date(booking.startsAt),
    ends_at: new Date(endOf(booking)),
    expires_at: booking.expiresAt === null ? null : new Date(booking.expiresAt),
    attempt: json(booking.attempt),
    paid_charge_id: booking.paidChargeId,
    proposal: json(booking.proposal),
    end_agreed_by: booking.endAgreedBy,
    refunded: booking.refunded,
    settled: booking.settled,
    frozen: booking.frozen,
    attendance_unclear: booking.attendanceUnclear,
    ended: json(booking.ended),
  }
}
