import { type RoomCloseReason } from '@veranda/contract/rooms/connection/messages.ts'
import { type RoomRole } from '@veranda/core/rooms/access/room-access.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { type Db, type Tx } from '../../../platform/db/database.ts'
import { ensureRoom, findRoomForUser } from './room.repository.ts'

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
  const silenced = await db
    .selectFrom('room_silences')
    .select('silenced_at')
    .where('room_id', '=', roomId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return { name, avatar, role, silenced: silenced !== undefined }
}

/** Stores that a host silenced a user, or lets them speak again. */
export async function saveSilence(
  tx: Tx,
  roomId: string,
  { userId, byId, silenced }: { userId: string; byId: string; silenced: boolean },
  at: Instant,
): Promise<void> {
  if (!silenced) {
    await tx.deleteFrom('room_silences').where('room_id', '=', roomId).where('user_id', '=', userId).execute()
    return
  }
  const room = await findRoomForUser(tx, roomId, byId, at)
  if (typeof room === 'string') return
  await ensureRoom(tx, room, at)
  await tx
    .insertInto('room_silences')
    .values({ room_id: roomId, user_id: userId, silenced_by_id: byId, silenced_at: new Date(at) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
