import { roomUsersChanged } from '@veranda/contract/rooms/events.ts'
import { type CommandContext } from '../../../platform/access/command-context.ts'
import { appendToStream } from '../../../platform/events/streams.ts'
import { appendRoomEvent } from '../append-room-event.ts'

/**
 * Publishes that a user was let in, given another role or removed: to the devices inside, which follow the room's
 * stream, and by the outbox to everyone else who may enter.
 */
export async function publishAccessChange(
  { tx, actor, clock }: CommandContext,
  roomId: string,
  userId: string,
): Promise<void> {
  await appendToStream(tx, { kind: 'room', id: roomId }, roomUsersChanged, { userId })
  await appendRoomEvent(tx, 'room.access-changed', { roomId, userId, actor: actor.id }, clock.now())
}
