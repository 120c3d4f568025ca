import { type Room } from '@veranda/contract/rooms/schemas.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { checkRoleChange, type RoomRole, roomUserActionsFor } from '@veranda/core/rooms/access/room-access.ts'
import { revokeStream } from '../../../platform/realtime/realtime.ts'
import { type CommandContext } from '../../../platform/access/command-context.ts'
import { authorizeRoomAction } from './authorize-room.ts'
import { publishAccessChange } from './publish-access-change.ts'
import { readRoom } from './read-room.ts'
import { ensureRoom, findRoomForUser, type RoomForUser } from './room.repository.ts'

/**
 * Sets a user's role in the room; takes effect at once, also for connected devices, and lets a removed user back in.
 */
export async function changeRoomRole(
  ctx: CommandContext,
  id: string,
  userId: string,
  role: RoomRole,
): Promise<Result<Room>> {
  const found = await findTarget(ctx, id, userId)
  if (!found.ok) return found
  const { room, target } = found.value
  const checked = checkRoleChange(target !== 'removed' && target.party !== null, role)
  if (!checked.ok) return checked
  await upsertRoomUser(ctx, room, userId, { role: checked.value, removed_at: null })
  return readRoom(ctx, id)
}

/** Removes a guest from the room. The parties of its project or booking cannot be removed (room.party-stays-host). */
export async function removeRoomUser(ctx: CommandContext, id: string, userId: string): Promise<Result<{ done: true }>> {
  const found = await findTarget(ctx, id, userId)
  if (!found.ok) return found
  const { room, target } = found.value
  if (target === 'removed') return ok({ done: true })
  if (!roomUserActionsFor(room.role, { isParty: target.party !== null }).includes('remove')) {
    return refuse('room.party-stays-host', 'conflict')
  }
  await upsertRoomUser(ctx, room, userId, { role: 'guest', removed_at: new Date(ctx.clock.now()) })
  revokeStream(ctx.tx, { kind: 'room', id }, userId)
  return ok({ done: true })
}

type RoomTarget = { readonly room: RoomForUser; readonly target: RoomForUser | 'removed' }

/** Finds a user with access to the room, or one who was removed from it, as the target of a host's action. */
async function findTarget(ctx: CommandContext, id: string, userId: string): Promise<Result<RoomTarget>> {
  const authorized = await authorizeRoomAction(ctx, id, 'moderate')
  if (!authorized.ok) return authorized
  const { room, now } = authorized.value
  const target = await findRoomForUser(ctx.tx, id, userId, now)
  return target === 'not-found' ? refuse('room.user-not-found', 'not-found') : ok({ room, target })
}

async function upsertRoomUser(
  ctx: CommandContext,
  room: RoomForUser,
  userId: string,
  columns: { role: RoomRole; removed_at: Date | null },
): Promise<void> {
  const { tx, clock } = ctx
  await ensureRoom(tx, room, clock.now())
  await tx
    .insertInto('room_users')
    .values({ room_id: room.id, user_id: userId, ...columns })
    .onConflict((conflict) => conflict.columns(['room_id', 'user_id']).doUpdateSet(columns))
    .execute()
  await publishAccessChange(ctx, room.id, userId)
}
