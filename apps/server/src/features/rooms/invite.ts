import { type Room, type RoomInvite } from '@veranda/contract/rooms/schemas.ts'
import { roomPeopleName } from '@veranda/contract/rooms/live.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { after, day, toIso } from '@veranda/core/time/instant.ts'
import { createHash, randomBytes } from 'node:crypto'
import { moment } from '../../db/moment.ts'
import { appendToStream } from '../../log/stream.ts'
import { ensureRoom } from './ensure-room.ts'
import { type At, openRoom, ownRoom } from './own-room.ts'
import { readRoom } from './read-room.ts'

/** How long a link lets guests in. */
const lives = day

/** A new link for guests; the former one is dead at once. The token is kept only as its hash. */
export async function invite(at: At, id: string): Promise<Result<RoomInvite>> {
  const own = await openRoom(at, id, 'invite')
  if (!own.ok) return own
  const { room, now } = own.value
  const token = randomBytes(24).toString('base64url')
  const expiresAt = after(now, lives)
  await ensureRoom(at.tx, room, now)
  await at.tx
    .updateTable('rooms')
    .set({ invite_hash: hashOf(token), invite_expires_at: new Date(expiresAt) })
    .where('id', '=', id)
    .execute()
  // Behind the hash sign: it reaches neither logs nor other sites.
  return ok({ path: `/rooms/${id}#invite=${token}`, expiresAt: toIso(expiresAt) })
}

/** Somebody with the link becomes a guest; nothing changes for who is in already. Who was taken out stays out, and a room that is over takes nobody in. */
export async function enterByInvite(at: At, id: string, token: string): Promise<Result<Room>> {
  const { tx, actor, clock } = at
  const found = await tx
    .selectFrom('rooms')
    .select('id')
    .where('id', '=', id)
    .where('invite_hash', '=', hashOf(token))
    .where('invite_expires_at', '>', moment(clock.now()))
    .executeTakeFirst()
  if (!found) return refuse('room.invite-over', 'not-found')
  const known = await readRoom(at, id)
  if (known.ok) return known
  const made = await tx
    .insertInto('room_people')
    .values({ room_id: id, person_id: actor.id, role: 'guest' })
    .onConflict((c) => c.doNothing())
    .returning('person_id')
    .executeTakeFirst()
  if (!made) return refuse('room.not-found', 'not-found')
  const entered = await ownRoom(at, id)
  if (!entered.ok) return entered
  if (entered.value.room.state === 'over') return refuse('room.over', 'expired')
  await appendToStream(tx, { kind: 'room', id }, roomPeopleName, { personId: actor.id })
  return readRoom(at, id)
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
