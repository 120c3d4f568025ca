import { roomChanged } from '@veranda/contract/rooms/events.ts'
import { type BookingEvent } from '@veranda/core/bookings/events.ts'
import { type CommissionEvent } from '@veranda/core/commissions/events.ts'
import { type RoomEvent } from '@veranda/core/rooms/presence/room-events.ts'
import { sql } from 'kysely'
import { eventHandler } from '../../../platform/events/event-handler.ts'
import { publishChange } from '../../../platform/realtime/publish-change.ts'
import { everyoneWhoMayEnter } from './room.repository.ts'

/**
 * Publishes who entered, left, was let in or removed to everyone who may enter, so that a lobby shows who is inside. A
 * removed user learns of it too, since they may not enter any more.
 */
export const onRoomChanged = eventHandler<RoomEvent>(
  'rooms-publish-changes',
  ['room.entered', 'room.left', 'room.access-changed', 'room.failed'],
  async ({ tx, event: { data, position } }) => {
    const { rows } = await sql<{ user_id: string }>`
      select user_id from ${everyoneWhoMayEnter(data.roomId)} as everyone`.execute(tx)
    const users = rows.map(({ user_id }) => user_id)
    if ('userId' in data) users.push(data.userId)
    await publishChange(tx, users, roomChanged, { id: data.roomId, version: position })
  },
)

type OpeningEvent =
  | BookingEvent<
      | 'booking.confirmed'
      | 'booking.declined'
      | 'booking.expired'
      | 'booking.withdrawn'
      | 'booking.moved'
      | 'booking.cancelled'
      | 'booking.started'
      | 'booking.completed'
      | 'booking.no-show'
    >
  | CommissionEvent<'project.activated' | 'project.completed' | 'project.cancelled'>

/**
 * Publishes other times or another state of a session or project to the guests of its room. Its parties and members
 * have `booking:changed` and `project:changed`.
 */
export const onRoomOpeningChanged = eventHandler<OpeningEvent>(
  'rooms-publish-openings',
  [
    'booking.confirmed',
    'booking.declined',
    'booking.expired',
    'booking.withdrawn',
    'booking.moved',
    'booking.cancelled',
    'booking.started',
    'booking.completed',
    'booking.no-show',
    'project.activated',
    'project.completed',
    'project.cancelled',
  ],
  async ({ tx, event: { data, position } }) => {
    const id = 'bookingId' in data ? data.bookingId : data.projectId
    const guests = await tx
      .selectFrom('room_users')
      .select('user_id')
      .where('room_id', '=', id)
      .where('removed_at', 'is', null)
      .execute()
    if (guests.length === 0) return
    await publishChange(
      tx,
      guests.map(({ user_id }) => user_id),
      roomChanged,
      { id, version: position },
    )
  },
)
