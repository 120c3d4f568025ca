import { type RoomEvent, type RoomEventFacts, type RoomEvents } from '@veranda/core/rooms/presence/room-events.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { type Tx } from '../../../platform/db/database.ts'
import { appendEvent } from '../../../platform/events/append-event.ts'
import { ensureRoom, findRoomForUser } from '../access/room.repository.ts'
import { type RoomPresencePort } from '../connection/presence-port.ts'

/** Authorizes users to enter a room and stores who was in it and when. */
export const roomPresence: RoomPresencePort = {
  async authorize(db, roomId, userId, now) {
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
  },

  async recordJoin(tx, roomId, userId, at) {
    const room = await findRoomForUser(tx, roomId, userId, at)
    if (typeof room === 'string') return
    await ensureRoom(tx, room, at)
    const { rows } = await sql<{ fresh: boolean }>`
      insert into room_visits (id, room_id, user_id, entered_at)
      values (${randomUUID()}, ${roomId}, ${userId}, ${new Date(at)})
      on conflict (room_id, user_id) where left_at is null
        do update set node_lost_at = null where room_visits.node_lost_at is not null
      returning old.id is null as fresh`.execute(tx)
    if (rows[0]?.fresh) await appendRoomEvent(tx, 'room.entered', roomId, userId, at)
  },

  async markNodeLost(tx, roomId, at) {
    await sql`update room_visits set node_lost_at = greatest(entered_at, ${new Date(at)}::timestamptz)
      where left_at is null and node_lost_at is null and room_id = ${roomId}`.execute(tx)
  },

  async endLostVisits(tx, roomId) {
    const { rows } = await sql<EndedVisit>`
      update room_visits set left_at = node_lost_at
      where left_at is null and node_lost_at is not null and room_id = ${roomId}
      returning room_id, user_id, left_at`.execute(tx)
    for (const { room_id, user_id, left_at } of rows) await appendRoomEvent(tx, 'room.left', room_id, user_id, left_at)
  },

  async saveSilence(tx, roomId, { userId, byId, silenced }, at) {
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
  },

  recordLeave: (tx, roomId, userId, at) => endVisits(tx, [roomId], userId, at),
  async endAbandonedVisits(tx, roomIds, at) {
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
  },

  async listOccupiedRooms(db) {
    const { rows } = await sql<{ room_id: string }>`
      select distinct room_id from room_visits where left_at is null limit 1000`.execute(db)
    return rows.map(({ room_id }) => room_id)
  },
}

type EndedVisit = { room_id: string; user_id: string; left_at: Instant }

/** Ends the open visits of one user, or of all users if `userId` is null. */
async function endVisits(tx: Tx, roomIds: readonly string[], userId: string | null, at: Instant): Promise<void> {
  const { rows } = await sql<EndedVisit>`
    update room_visits set left_at = greatest(entered_at, coalesce(node_lost_at, ${new Date(at)}::timestamptz))
    where left_at is null and room_id = any(${[...roomIds]}::uuid[])
      and (${userId}::uuid is null or user_id = ${userId}::uuid)
    returning room_id, user_id, left_at`.execute(tx)
  for (const row of rows) await appendRoomEvent(tx, 'room.left', row.room_id, row.user_id, row.left_at)
}

async function appendRoomEvent(
  tx: Tx,
  type: RoomEvent['type'],
  roomId: string,
  userId: string,
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
  await appendEvent(tx, { type, subject: { kind: 'room', id: roomId }, projectId: project_id, actor: userId, at, data })
}
