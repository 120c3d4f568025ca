import { sideOf } from '@veranda/core/bookings/booking.ts'
import { countsAsThere, start } from '@veranda/core/bookings/meet.ts'
import { type RoomEvent } from '@veranda/core/rooms/events.ts'
import { reaction } from '../../log/react.ts'
import { knownPresence } from './known-presence.ts'
import { noteCame, noteLeft, noteRoomFault } from './meet.ts'
import { anyBooking } from './own-booking.ts'
import { saveBooking } from './save-booking.ts'

/** A room that failed under its people says nothing of who did not come. */
export const onRoomFault = reaction<RoomEvent<'room.failed'>>(
  'fault-follows-room',
  ['room.failed'],
  async ({ tx, event: { data } }) => {
    if (data.bookingId !== null) await noteRoomFault(tx, data.bookingId)
  },
)

/** Who is inside a session's room is there; once both are, they meet. Guests are nobody to a booking. */
export const onRoomPresence = reaction<RoomEvent<'room.entered' | 'room.left'>>(
  'presence-follows-room',
  ['room.entered', 'room.left'],
  async ({ tx, event: { type, data } }) => {
    const { bookingId, personId, at } = data
    const booking = bookingId === null ? undefined : await anyBooking(tx, bookingId)
    const side = booking && sideOf(booking, personId)
    if (!booking || !side) return
    if (type === 'room.left') return noteLeft(tx, booking.id, personId, at)
    if (!countsAsThere(booking, at)) return
    await noteCame(tx, booking.id, personId, at)
    const { presence } = await knownPresence(tx, booking)
    const started = start(booking, presence, at)
    if (started.ok) await saveBooking(tx, booking, started.value, { at, actor: null })
  },
)
