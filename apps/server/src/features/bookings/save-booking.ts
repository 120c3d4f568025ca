import { type Booking, type Decided } from '@veranda/core/bookings/booking.ts'
import { type BookingEvent } from '@veranda/core/bookings/events.ts'
import { divide } from '@veranda/core/bookings/settlement.ts'
import { type Timer, timersOf } from '@veranda/core/bookings/timers.ts'
import { type Tx } from '../../db/database.ts'
import { replaceDue } from '../../due/due.ts'
import { appendAll } from '../../log/append.ts'
import { appendToStream } from '../../log/stream.ts'
import { type By } from './at.ts'
import { writeOccupancy } from './occupancy.ts'
import { postSettlement } from './post-settlement.ts'
import { insertBooking, updateBooking } from './rows.ts'

/**
 * Saves what a decision made of a booking, all in the caller's transaction: the row, the time it takes of both people,
 * its timers, the end of its money if that has come, the log, and the word to both sides' screens. The people are
 * locked. Answers the booking as it is now.
 */
export async function saveBooking(
  tx: Tx,
  before: Booking | null,
  decided: Decided,
  by: By,
  more: object = {},
): Promise<Booking> {
  const divided = divide(decided.next, before ?? decided.next, by.at)
  const next = divided?.next ?? decided.next
  if (before) await updateBooking(tx, next, by.at)
  else await insertBooking(tx, next, by.at)
  await writeOccupancy(tx, next, before)
  if (divided) await postSettlement(tx, next, divided.settlement, by.at)
  const subject = { kind: 'booking', id: next.id }
  await replaceDue(
    tx,
    subject,
    by.at,
    timersOf(next, by.at).map((timer) => dueOf(next, timer)),
  )
  const told = (event: BookingEvent, actor: string | null, extra: object = {}) => ({
    type: event.type,
    subject,
    actor,
    at: by.at,
    data: { ...event.data, ...extra },
  })
  await appendAll(tx, [
    ...decided.events.map((event) => told(event, by.actor, more)),
    ...(divided?.events ?? []).map((event) => told(event, null)),
  ])
  for (const id of [next.clientId, next.creatorId].toSorted()) {
    await appendToStream(tx, { kind: 'person', id }, 'booking_update', { bookingId: next.id, version: next.version })
  }
  return next
}

/** The moment is part of the key: a timer whose moment has come may be in the scanner's hands. */
function dueOf(booking: Booking, timer: Timer) {
  const { what, at } = timer
  const which = 'which' in timer ? `-${timer.which}` : ''
  return {
    kind: `booking.${what}`,
    at,
    key: `booking.${what}${which}:${booking.id}:${at}`,
    data: 'which' in timer ? { which: timer.which } : {},
  }
}
