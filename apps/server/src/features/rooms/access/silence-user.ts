import { type Instant } from '@veranda/core/time/instant.ts'
import { type Db, type Tx } from '../../../platform/db/database.ts'
import { ensureRoom, findRoomForUser } from './room.repository.ts'

/** Returns whether a host silenced the user in this room, whatever device they use. */
export async function isSilenced(db: Db, roomId: string, userId: string): Promise<boolean> {
  const silence = await db
    .selectFrom('room_silences')
    .select('silenced_at')
    .where('room_id', '=', roomId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return silence !== undefined
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
