import { type RoomEvent, type RoomEvents, type RoomFacts } from '@veranda/core/rooms/events.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { type Tx } from '../../db/database.ts'
import { type RoomDoor } from '../../live/rooms/door.ts'
import { append } from '../../log/append.ts'
import { ensureRoom } from './ensure-room.ts'
import { findRoom } from './find-room.ts'

/** Who may come in, and the book of who came and who left. */
export const roomDoor: RoomDoor = {
  async standing(db, roomId, personId, now) {
    const room = await findRoom(db, roomId, personId, now)
    if (typeof room === 'string') return room
    if (room.state !== 'open') return room.state
    const { name, avatar, role } = room
    const silenced = await db
      .selectFrom('room_silences')
      .select('at')
      .where('room_id', '=', roomId)
      .where('person_id', '=', personId)
      .executeTakeFirst()
    return { name, avatar, role, silenced: silenced !== undefined }
  },

  async came(tx, roomId, personId, at) {
    const room = await findRoom(tx, roomId, personId, at)
    if (typeof room === 'string') return
    await ensureRoom(tx, room, at)
    const { rows } = await sql<{ fresh: boolean }>`
      insert into room_visits (id, room_id, person_id, came_at)
      values (${randomUUID()}, ${roomId}, ${personId}, ${new Date(at)})
      on conflict (room_id, person_id) where left_at is null
        do update set lost_at = null where room_visits.lost_at is not null
      returning old.id is null as fresh`.execute(tx)
    if (rows[0]?.fresh) await tell(tx, 'room.entered', roomId, personId, at)
  },

  async lost(tx, roomId, at) {
    await sql`update room_visits set lost_at = greatest(came_at, ${new Date(at)}::timestamptz)
      where left_at is null and lost_at is null and room_id = ${roomId}`.execute(tx)
  },

  async settled(tx, roomId) {
    const { rows } = await sql<Ended>`
      update room_visits set left_at = lost_at
      where left_at is null and lost_at is not null and room_id = ${roomId}
      returning room_id, person_id, left_at`.execute(tx)
    for (const { room_id, person_id, left_at } of rows) await tell(tx, 'room.left', room_id, person_id, left_at)
  },

  async silence(tx, roomId, { personId, byId, silenced }, at) {
    if (!silenced) {
      await tx.deleteFrom('room_silences').where('room_id', '=', roomId).where('person_id', '=', personId).execute()
      return
    }
    const room = await findRoom(tx, roomId, byId, at)
    if (typeof room === 'string') return
    await ensureRoom(tx, room, at)
    await tx
      .insertInto('room_silences')
      .values({ room_id: roomId, person_id: personId, by_id: byId, at: new Date(at) })
      .onConflict((c) => c.doNothing())
      .execute()
  },

  left: (tx, roomId, personId, at) => leave(tx, [roomId], personId, at),
  async abandoned(tx, roomIds, at) {
    await leave(tx, roomIds, null, at)
    const rooms = await tx
      .selectFrom('rooms')
      .selectAll()
      .where('id', 'in', [...roomIds])
      .execute()
    for (const { id, project_id: projectId, booking_id: bookingId } of rooms) {
      const data: RoomEvents['room.failed'] = { roomId: id, bookingId, at }
      await append(tx, { type: 'room.failed', subject: { kind: 'room', id }, projectId, actor: null, at, data })
    }
  },

  async inUse(db) {
    const { rows } = await sql<{ room_id: string }>`
      select distinct room_id from room_visits where left_at is null limit 1000`.execute(db)
    return rows.map(({ room_id }) => room_id)
  },
}

type Ended = { room_id: string; person_id: string; left_at: Instant }

/** Ends the visits of one person, or of everybody. */
async function leave(tx: Tx, roomIds: readonly string[], personId: string | null, at: Instant): Promise<void> {
  const { rows } = await sql<Ended>`
    update room_visits set left_at = greatest(came_at, coalesce(lost_at, ${new Date(at)}::timestamptz))
    where left_at is null and room_id = any(${[...roomIds]}::uuid[])
      and (${personId}::uuid is null or person_id = ${personId}::uuid)
    returning room_id, person_id, left_at`.execute(tx)
  for (const row of rows) await tell(tx, 'room.left', row.room_id, row.person_id, row.left_at)
}

async function tell(tx: Tx, type: RoomEvent['type'], roomId: string, personId: string, at: Instant): Promise<void> {
  const { project_id, booking_id } = await tx
    .selectFrom('rooms')
    .select(['project_id', 'booking_id'])
    .where('id', '=', roomId)
    .executeTakeFirstOrThrow()
  // An id out of its own table.
  const data: RoomFacts & { at: Instant } = {
    roomId,
    personId: personId as RoomFacts['personId'],
    bookingId: booking_id,
    at,
  }
  await append(tx, { type, subject: { kind: 'room', id: roomId }, projectId: project_id, actor: personId, at, data })
}
