import { type RoomCloseReason } from '@veranda/contract/rooms/connection/messages.ts'
import { type RoomRole } from '@veranda/core/rooms/access/room-access.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { type Db } from '../../../platform/db/database.ts'
import { findRoomForUser } from './room.repository.ts'
import { isSilenced } from './silence-user.ts'

/** The access of a user who may enter a room. */
export type RoomAccess = {
  readonly name: string
  readonly avatar: string | null
  readonly role: RoomRole
  /** By a host, as stored. */
  readonly silenced: boolean
}

/** Returns the user's access to an open room, or the reason to close. */
export async function authorizeEntry(
  db: Db,
  roomId: string,
  userId: string,
  now: Instant,
): Promise<RoomAccess | RoomCloseReason> {
  const room = await findRoomForUser(db, roomId, userId, now)
  if (typeof room === 'string') return room
  if (room.state !== 'open') return room.state
  const { name, avatar, role } = room
  return { name, avatar, role, silenced: await isSilenced(db, roomId, userId) }
}
