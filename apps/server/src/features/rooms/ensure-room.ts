import { type Tx } from '../../db/database.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { type FoundRoom } from './find-room.ts'

/** Writes the room's row with the first thing that is kept of it. */
export async function ensureRoom(tx: Tx, room: FoundRoom, at: Instant): Promise<void> {
  await tx
    .insertInto('rooms')
    .values({ id: room.id, project_id: room.projectId, booking_id: room.booking?.id ?? null, created_at: new Date(at) })
    .onConflict((c) => c.doNothing())
    .execute()
}
