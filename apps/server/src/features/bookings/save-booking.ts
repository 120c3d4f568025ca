import { bookingChanged } from '@veranda/contract/bookings/events.ts'
import { isOverturnable } from '@veranda/core/bookings/attendance/attendance.ts'
import { type Booking, type Decision, isDecided, priceOf } from '@veranda/core/bookings/booking.ts'
import { type BookingEvent } from '@veranda/core/bookings/events.ts'
import { type Settlement } from '@veranda/core/bookings/services/cancellation-policy.ts'
import { settleBooking } from '@veranda/core/bookings/settlement.ts'
import { type BookingTimer, timersFor } from '@veranda/core/bookings/booking-timers.ts'
import { refundRequested, release } from '@veranda/core/ledger/transaction-builders.ts'
import { type Transaction } from '@veranda/core/ledger/transaction.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { type Tx } from '../../platform/db/database.ts'
import { postTransaction } from '../../platform/ledger/post-transaction.ts'
import { replaceTimers } from '../../platform/timers/timers.ts'
import { appendEvents } from '../../platform/events/append-event.ts'
import { publishChange } from '../../platform/realtime/publish-change.ts'
import { readAdminIds } from '../../platform/access/admins.ts'
import { type Cause } from '../../platform/access/command-context.ts'
import { writeOccupancy } from './availability/occupancy.repository.ts'
import { insertBooking, updateBooking } from './booking.repository.ts'

/**
 * Saves a decision in the caller's transaction: row, occupancy of both users, timers, settlement if due, outbox events,
 * and updates to both users' screens, and to those of admins who may decide the attendance. The caller holds the
 * calendar locks. Returns the saved booking.
 */
export async function saveBooking(
  tx: Tx,
  before: Booking | null,
  decided: Decision,
  cause: Cause & { readonly closedAt?: Instant },
  extraData: object = {},
): Promise<Booking> {
  const due = settleBooking(decided.next, before ?? decided.next, cause.at, cause.closedAt)
  // A chargeback is known before the flag, which its event handler sets later.
  const settled = due && !(await isChargedBack(tx, decided.next.id)) ? due : undefined
  const next = settled?.next ?? decided.next
  if (before) await updateBooking(tx, next, cause.at)
  else await insertBooking(tx, next, cause.at)
  await writeOccupancy(tx, next, before)
  if (settled) await postSettlement(tx, next, settled.settlement, cause.at)
  const subject = { kind: 'booking', id: next.id }
  await replaceTimers(
    tx,
    subject,
    cause.at,
    timersFor(next, cause.at).map((timer) => toTimer(next, timer)),
  )
  const toEvent = (event: BookingEvent, actor: string | null, extra: object = {}) => ({
    type: event.type,
    subject,
    actor,
    at: cause.at,
    data: { ...event.data, ...extra },
  })
  await appendEvents(tx, [
    ...decided.events.map((event) => toEvent(event, cause.actor, extraData)),
    ...(settled?.events ?? []).map((event) => toEvent(event, null)),
  ])
  const { id, version } = next
  const isForAdmins = [before, next].some((booking) => booking && isDecided(booking) && isOverturnable(booking))
  const userIds = [next.clientId, next.creatorId, ...(isForAdmins ? await readAdminIds(tx, 'decide-attendance') : [])]
  await publishChange(tx, userIds, bookingChanged, { id, version })
  return next
}

async function isChargedBack(tx: Tx, bookingId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('chargebacks')
    .select('charge_id')
    .where('booking_id', '=', bookingId)
    .where('state', '<>', 'won')
    .executeTakeFirst()
  return row !== undefined
}

/** Builds a timer whose key contains its time, because the scanner may already be running a timer that is due. */
function toTimer(booking: Booking, timer: BookingTimer) {
  const { kind, at } = timer
  const which = 'reminder' in timer ? `-${timer.reminder}` : ''
  return {
    kind: `booking.${kind}`,
    at,
    key: `booking.${kind}${which}:${booking.id}:${at}`,
    data: 'reminder' in timer ? { which: timer.reminder } : {},
  }
}

/** Posts the settlement of a booking once: `refund_requested` for the client's part, `release` for the creator's. */
export async function postSettlement(tx: Tx, booking: Booking, settlement: Settlement, at: Instant): Promise<void> {
  const { toClient, toCreator } = settlement
  const of = { escrow: booking.id, client: booking.clientId, creator: booking.creatorId }
  if (toClient.amount > 0)
    await postOnce(tx, booking, `refund-booking:${booking.id}`, refundRequested(of, toClient), at)
  if (toCreator.amount > 0) await postOnce(tx, booking, `release:${booking.id}`, release(of, toCreator), at)
}

/** Posts a transaction about a booking with both its users. Throws if the cause was posted before, which is a bug. */
export async function postOnce(
  tx: Tx,
  booking: Booking,
  cause: string,
  posting: Transaction,
  at: Instant,
): Promise<void> {
  const price = priceOf(booking)
  if (!price) throw new Error(`posting for a free booking: ${booking.id}`)
  const posted = await postTransaction(tx, {
    cause,
    ...posting,
    currency: price.currency,
    at,
    bookingId: booking.id,
    parties: { client: booking.clientId, creator: booking.creatorId },
  })
  if (!posted.ok) throw new Error(`cause posted twice: ${cause}`)
}
