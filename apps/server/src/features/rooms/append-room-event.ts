import { type RoomEvent, type RoomEventFacts } from '@veranda/core/rooms/presence/room-events.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { type Tx } from '../../platform/db/database.ts'
import { appendEvent } from '../../platform/events/append-event.ts'

type UserEventType = Exclude<RoomEvent['type'], 'room.failed'>

/** Appends an event about a user of a room, which has its row. */
export async function appendRoomEvent(
  tx: Tx,
  type: UserEventType,
  { roomId, userId, actor = userId }: { roomId: string; userId: string; actor?: string },
  at: Instant,
): Promise<void> {
  const { project_id, booking_id } = await tx
    .selectFrom('rooms')
    .select(['project_id', 'booking_id'])
    .where('id', '=', roomId)
    .executeTakeFirstOrThrow()
  // The id comes from its own table.
  const data: RoomEventFacts & { at: Instant } = {
    roomId,
    userId: userId as RoomEventFacts['userId'],
    bookingId: booking_id,
    at,
  }
  await appendEvent(tx, { type, subject: { kind: 'room', id: roomId }, projectId: project_id, actor, at, data })
}
