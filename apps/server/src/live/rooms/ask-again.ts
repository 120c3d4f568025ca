import { type RoomClose } from '@veranda/contract/rooms/wire.ts'
import { type Deps } from '../../deps.ts'
import { type RoomDoor } from './door.ts'
import { type Member } from './member.ts'
import { type Room } from './room.ts'

/** The people of a room may have changed: everybody inside is asked for anew. */
export async function askAgain(
  { db, clock, log }: Deps,
  door: RoomDoor,
  room: Room,
  remove: (member: Member, why: RoomClose) => void,
): Promise<void> {
  try {
    for (const member of room.members) {
      const standing = await door.standing(db, room.id, member.actor.id, clock.now())
      if (room.at(member.slot) !== member) continue
      // Who is inside stays to the end of a session and beyond.
      if (standing === 'removed' || standing === 'not-found') remove(member, standing)
      else if (typeof standing !== 'string' && standing.role !== member.standing.role) {
        member.standing = standing
        if (standing.role === 'guest') room.letGoAll(member)
        room.changed(member)
      }
    }
  } catch (error) {
    log.warn({ err: error, roomId: room.id }, 'the people of a room could not be asked for')
  }
}
