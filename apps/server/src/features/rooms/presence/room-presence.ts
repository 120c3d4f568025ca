import { type RoomEvents } from '@veranda/core/rooms/presence/room-events.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { type Db, type Tx } from '../../../platform/db/database.ts'
import { appendEvent } from '../../../platform/events/append-event.ts'
import { appendRoomEvent } from '../append-room-event.ts'
import { ensureRoom, findRoomForUser } from '../access/room.repository.ts'

/**
 * Records that the first device of a user joined. May be called again if it is unknown whether the write committed.
 */
export async function recordJoin(tx: Tx, roomId: string, userId: string, at: Instant): Promise<void> {
  const room = await findRoomForUser(tx, roomId, userId, at)
  if (typeof room === 'string') return
  await ensureRoom(tx, room, at)
  const { rows } = await sql<{ fresh: boolean }>`
    insert into room_visits (id, room_id, user_id, entered_at)
    values (${randomUUID()}, ${roomId}, ${userId}, ${new Date(at)})
    on conflict (room_id, user_id) where left_at is null
      do update set node_lost_at = null where room_visits.node_lost_at is not null
    returning old.id is null as fresh`.execute(tx)
  if (rows[0]?.fresh) await appendRoomEvent(tx, 'room.entered', { roomId, userId }, at)
}

/** Records that the last device of a user left. */
export function recordLeave(tx: Tx, roomId: string, userId: string, at: Instant): Promise<void> {
  return endVisits(tx, [roomId], userId, at)
}

/** Marks open visits as unconfirmed since `at`, when the node that had the room was last seen. */
export async function markNodeLost(tx: Tx, roomId: string, at: Instant): Promise<void> {
  await sql`update room_visits set node_lost_at = greatest(entered_at, ${new Date(at)}::timestamptz)
    where left_at is null and node_lost_at is null and room_id = ${roomId}`.execute(tx)
}

/**
 * Ends the unconfirmed visits of users who did not reconnect within the grace period, at the time their node was last
 * seen.
 */
export async function endLostVisits(tx: Tx, roomId: string): Promise<void> {
  const { rows } = await sql<EndedVisit>`
    update room_visits set left_at = node_lost_at
    where left_at is null and node_lost_at is not null and room_id = ${roomId}
    returning room_id, user_id, left_at`.execute(tx)
  for (const row of rows) await appendLeft(tx, row)
}

/** Ends all visits in rooms that no node has a lease on and that no one came back to. */
export async function endVisitsOfFailedRooms(tx: Tx, roomIds: readonly string[], at: Instant): Promise<void> {
  await endVisits(tx, roomIds, null, at)
  const rooms = await tx
    .selectFrom('rooms')
    .selectAll()
    .where('id', 'in', [...roomIds])
    .execute()
  for (const { id, project_id: projectId, booking_id: bookingId } of rooms) {
    const data: RoomEvents['room.failed'] = { roomId: id, bookingId, at }
    await appendEvent(tx, { type: 'room.failed', subject: { kind: 'room', id }, projectId, actor: null, at, data })
  }
}

/** Returns the ids of rooms with open visits. */
export async function listOccupiedRooms(db: Db): Promise<string[]> {
  const { rows } = await sql<{ room_id: string }>`
    select distinct room_id from room_visits where left_at is null limit 1000`.execute(db)
  return rows.map(({ room_id }) => room_id)
}

type EndedVisit = { room_id: string; user_id: string; left_at: Instant }

/** Ends the open visits of one user, or of all users if `userId` is null. */
async function endVisits(tx: Tx, roomIds: readonly string[], userId: string | null, at: Instant): Promise<void> {
  const { rows } = await sql<EndedVisit>`
    update room_visits set left_at = greatest(entered_at, coalesce(node_lost_at, ${new Date(at)}::timestamptz))
    where left_at is null and room_id = any(${[...roomIds]}::uuid[])
      and (${userId}::uuid is null or user_id = ${userId}::uuid)
    returning room_id, user_id, left_at`.execute(tx)
  for (const row of rows) await appendLeft(tx, row)
}

function appendLeft(tx: Tx, { room_id: roomId, user_id: userId, left_at }: EndedVisit): Promise<void> {
  return appendRoomEvent(tx, 'room.left', { roomId, userId }, left_at)
}
