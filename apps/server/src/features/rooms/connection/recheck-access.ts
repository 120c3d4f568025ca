import { type RoomCloseReason } from '@veranda/contract/rooms/connection/messages.ts'
import { type Deps } from '../../../platform/deps.ts'
import { authorizeEntry } from '../access/entry-access.ts'
import { type Participant } from './participant.ts'
import { type ActiveRoom } from './active-room.ts'

/** Checks every connected participant's access again after the room's users may have changed. */
export async function recheckAccess(
  { db, clock, log }: Deps,
  room: ActiveRoom,
  remove: (participant: Participant, reason: RoomCloseReason) => void,
): Promise<void> {
  try {
    for (const participant of room.participants) {
      const access = await authorizeEntry(db, room.id, participant.actor.id, clock.now())
      if (room.participantAt(participant.participantSlot) !== participant) continue
      // Participants already inside may stay after the session ends.
      if (access === 'removed' || access === 'not-found') remove(participant, access)
      else if (typeof access !== 'string' && access.role !== participant.access.role) {
        participant.access = access
        if (access.role === 'guest') room.releaseAll(participant)
        room.broadcastChange(participant)
      }
    }
  } catch (error) {
    log.warn({ err: error, roomId: room.id }, 'room access recheck failed')
  }
}
