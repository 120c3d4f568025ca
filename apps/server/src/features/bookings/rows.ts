import { type Booking, endOf } from '@veranda/core/bookings/booking.ts'
import { minor } from '@veranda/core/money/money.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { type Selectable, sql } from 'kysely'
import { type Db, type Tx } from '../../db/database.ts'
import { type BookingTables } from '../../db/tables/bookings.ts'
import { branded } from './branded.ts'

export type BookingRow = Selectable<BookingTables['bookings']>

/** The two people of a booking, to lock them before it. */
export async function peopleOf(db: Db, id: string): Promise<{ client_id: string; creator_id: string } | undefined> {
  return db.selectFrom('bookings').select(['client_id', 'creator_id']).where('id', '=', id).executeTakeFirst()
}

/** The booking, held until the transaction ends. Its people are locked already. */
export async function lockBooking(tx: Tx, id: string): Promise<Booking | undefined> {
  const row = await tx.selectFrom('bookings').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
  return row && toBooking(row)
}

/** What a client holds of a creator's time; unlocked. */
export async function heldOf(db: Db, clientId: string, creatorId: string): Promise<Booking | undefined> {
  const row = await db
    .selectFrom('bookings')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('creator_id', '=', creatorId)
    .where('state', '=', 'held')
    .executeTakeFirst()
  return row && toBooking(row)
}

export function toBooking(row: BookingRow): Booking {
  return {
    id: branded(row.id),
    serviceId: branded(row.service_id),
    creatorId: branded(row.creator_id),
    clientId: branded(row.client_id),
    terms: row.terms,
    zones: { client: row.client_zone, creator: row.creator_zone },
    note: row.note,
    state: row.state,
    version: row.version,
    sequence: row.sequence,
    startsAt: row.starts_at,
    expiresAt: row.expires_at,
    attempt: row.attempt,
    paidBy: row.paid_by === null ? null : branded(row.paid_by),
    proposal: row.proposal,
    endAgreedBy: row.end_agreed_by,
    refunded: row.refunded === null ? null : minor(row.refunded),
    settled: row.settled,
    frozen: row.frozen,
    faulted: row.faulted,
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
      ...changing(booking),
    })
    .execute()
}

export async function updateBooking(tx: Tx, booking: Booking, at: Instant): Promise<void> {
  await tx
    .updateTable('bookings')
    .set({
      ...changing(booking),
      // A fault belongs to the time at which it was; moved to another, nothing speaks for staying away.
      room_fault: sql<boolean>`room_fault and starts_at = ${new Date(booking.startsAt)}`,
      updated_at: new Date(at),
    })
    .where('id', '=', booking.id)
    .execute()
}

function changing(booking: Booking) {
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
    paid_by: booking.paidBy,
    proposal: json(booking.proposal),
    end_agreed_by: booking.endAgreedBy,
    refunded: booking.refunded,
    settled: booking.settled,
    frozen: booking.frozen,
    faulted: booking.faulted,
    ended: json(booking.ended),
  }
}
