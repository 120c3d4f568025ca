import { type Booking, type Side, sideOf } from '@veranda/core/bookings/booking.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { sql } from 'kysely'
import { type Tx } from '../../platform/db/database.ts'
import { type Cause, type CommandContext } from '../../platform/access/command-context.ts'
import { findBookingParties, selectBookingForUpdate } from './booking.repository.ts'

export type LockedBooking = {
  readonly booking: Booking
  readonly side: Side
  readonly cause: Cause & { readonly actor: string }
}

/**
 * Locks the calendars of both users and the booking, and returns the actor's side; `booking.not-found` for anyone else.
 */
export async function lockBookingFor({ tx, actor, clock }: CommandContext, id: string): Promise<Result<LockedBooking>> {
  const participants = await findBookingParties(tx, id)
  if (participants?.client_id !== actor.id && participants?.creator_id !== actor.id) return bookingNotFound()
  const booking = await lockCalendarsAndBooking(tx, id, participants)
  const side = booking && sideOf(booking, actor.id)
  return booking && side ? ok({ booking, side, cause: { actor: actor.id, at: clock.now() } }) : bookingNotFound()
}

/** Locks the booking for a timer, a webhook or an admin, who have no side. */
export async function lockBookingById(tx: Tx, id: string): Promise<Booking | undefined> {
  const participants = await findBookingParties(tx, id)
  return participants && lockCalendarsAndBooking(tx, id, participants)
}

async function lockCalendarsAndBooking(tx: Tx, id: string, participants: { client_id: string; creator_id: string }) {
  await lockUserCalendars(tx, [participants.client_id, participants.creator_id])
  return selectBookingForUpdate(tx, id)
}

export function bookingNotFound() {
  return refuse('booking.not-found', 'not-found')
}

/**
 * Locks the calendars of these users until the transaction ends. Every writer of occupancy does this first, always in
 * the same order, so that writers cannot deadlock.
 */
export async function lockUserCalendars(tx: Tx, ids: readonly string[]): Promise<void> {
  const keys = [...new Set(ids.map(advisoryLockKey))].toSorted((a, b) => (a < b ? -1 : 1))
  await sql`select pg_advisory_xact_lock(key) from unnest(${keys.map(String)}::bigint[]) as key`.execute(tx)
}

/** Uses the last eight bytes of the id, which are random. */
function advisoryLockKey(id: string): bigint {
  return BigInt.asIntN(64, BigInt(`0x${id.replaceAll('-', '').slice(16)}`))
}
