import { type Room } from '@veranda/contract/rooms/schemas.ts'
import { roomPeopleName } from '@veranda/contract/rooms/live.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { decideRole, type RoomRole } from '@veranda/core/rooms/roles.ts'
import { closeStream } from '../../live/live.ts'
import { appendToStream } from '../../log/stream.ts'
import { ensureRoom } from './ensure-room.ts'
import { findRoom, type FoundRoom } from './find-room.ts'
import { type At, openRoom } from './own-room.ts'
import { readRoom } from './read-room.ts'

/** A host makes somebody host or guest; it counts at once, inside too. Whoever was taken out may come in again. */
export async function changePerson(at: At, id: string, personId: string, role: RoomRole): Promise<Result<Room>> {
  const other = await otherOf(at, id, personId)
  if (!other.ok) return other
  const { room, standing } = other.value
  const decided = decideRole(standing !== 'removed' && standing.party !== null, role)
  if (!decided.ok) return decided
  await write(at, room, personId, { role: decided.value, removed_at: null })
  return readRoom(at, id)
}

/** A host takes a guest out. The two whose project or session it is cannot be. */
export async function removePerson(at: At, id: string, personId: string): Promise<Result<{ done: true }>> {
  const other = await otherOf(at, id, personId)
  if (!other.ok) return other
  const { room, standing } = other.value
  if (standing === 'removed') return ok({ done: true })
  if (standing.party !== null) return refuse('room.host-for-good', 'conflict')
  await write(at, room, personId, { role: 'guest', removed_at: new Date(at.clock.now()) })
  closeStream(at.tx, { kind: 'room', id }, personId)
  return ok({ done: true })
}

type Other = { readonly room: FoundRoom; readonly standing: FoundRoom | 'removed' }

/** Somebody who is of the room or was taken out of it, as a host may change them. */
async function otherOf(at: At, id: string, personId: string): Promise<Result<Other>> {
  const own = await openRoom(at, id, 'moderate')
  if (!own.ok) return own
  const { room, now } = own.value
  const standing = await findRoom(at.tx, id, personId, now)
  return standing === 'not-found' ? refuse('room.nobody', 'not-found') : ok({ room, standing })
}

async function write(
  { tx, clock }: At,
  room: FoundRoom,
  personId: string,
  columns: { role: RoomRole; removed_at: Date | null },
): Promise<void> {
  await ensureRoom(tx, room, clock.now())
  await tx
    .insertInto('room_people')
    .values({ room_id: room.id, person_id: personId, ...columns })
    .onConflict((c) => c.columns(['room_id', 'person_id']).doUpdateSet(columns))
    .execute()
  await appendToStream(tx, { kind: 'room', id: room.id }, roomPeopleName, { personId })
}
