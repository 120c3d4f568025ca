import { type CommandContext } from '../../../platform/access/command-context.ts'
import { signalAfterCommit } from '../../../platform/db/commit-signals.ts'
import { appendRoomEvent } from '../append-room-event.ts'

/**
 * Publishes that a user was let in, given another role or removed: by the outbox to everyone who may enter, and by a
 * signal to the node that holds the room, which checks the devices inside at once.
 */
export async function publishAccessChange(
  { tx, actor, clock }: CommandContext,
  roomId: string,
  userId: string,
): Promise<void> {
  signalAfterCommit(tx, { accessChanges: [{ kind: 'room', id: roomId }] })
  await appendRoomEvent(tx, 'room.access-changed', { roomId, userId, actor: actor.id }, clock.now())
}
