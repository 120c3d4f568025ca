import { sideOf } from '@veranda/core/bookings/booking.ts'
import { countsAsAttendance, start } from '@veranda/core/bookings/attendance/attendance.ts'
import { type RoomEvent } from '@veranda/core/rooms/presence/room-events.ts'
import { eventHandler } from '../../../platform/events/event-handler.ts'
import { readPresence } from './read-presence.ts'
import { recordPresenceStart, recordPresenceEnd, recordRoomFault } from './attendance.ts'
import { lockBookingById } from '../booking-locks.ts'
import { saveBooking } from '../save-booking.ts'

/** Records that a room failed, so that its booking has no no-show. */
export const onRoomFault = eventHandler<RoomEvent<'room.failed'>>(
  'bookings-record-room-fault',
  ['room.failed'],
  async ({ tx, event: { data } }) => {
    if (data.bookingId !== null) await recordRoomFault(tx, data.bookingId)
  },
)

/**
 * Records the presence of both sides in a session's room and starts the session once both are inside. Ignores guests.
 */
export const onRoomPresence = eventHandler<RoomEvent<'room.entered' | 'room.left'>>(
  'bookings-record-room-presence',
  ['room.entered', 'room.left'],
  async ({ tx, event: { type, data } }) => {
    const { bookingId, userId, at } = data
    const booking = bookingId === null ? undefined : await lockBookingById(tx, bookingId)
    const side = booking && sideOf(booking, userId)
    if (!booking || !side) return
    if (type === 'room.left') return recordPresenceEnd(tx, booking.id, userId, at)
    if (!countsAsAttendance(booking, at)) return
    await recordPresenceStart(tx, booking.id, userId, at)
    const { presence } = await readPresence(tx, booking)
    const started = start(booking, presence, at)
    if (started.ok) await saveBooking(tx, booking, started.value, { at, actor: null })
  },
)
