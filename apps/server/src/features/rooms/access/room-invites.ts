import { type Room, type RoomInvite } from '@veranda/contract/rooms/schemas.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { after, day, toIso } from '@veranda/core/time/instant.ts'
import { hash, randomBytes } from 'node:crypto'
import { timestamptz } from '../../../platform/db/timestamptz.ts'
import { ensureRoom } from './room.repository.ts'
import { type CommandContext } from '../../../platform/access/command-context.ts'
import { authorizeRoomAction, authorizeRoom } from './authorize-room.ts'
import { publishAccessChange } from './publish-access-change.ts'
import { readRoom } from './read-room.ts'

/** Lifetime of an invite link, in milliseconds. */
const inviteLifetimeMs = day

/** Creates an invite link for guests and revokes the previous one. Only the hash of the token is stored. */
export async function inviteToRoom(ctx: CommandContext, id: string): Promise<Result<RoomInvite>> {
  const authorized = await authorizeRoomAction(ctx, id, 'invite')
  if (!authorized.ok) return authorized
  const { room, now } = authorized.value
  const token = randomBytes(24).toString('base64url')
  const expiresAt = after(now, inviteLifetimeMs)
  await ensureRoom(ctx.tx, room, now)
  await ctx.tx
    .updateTable('rooms')
    .set({ invite_hash: hashOf(token), invite_expires_at: new Date(expiresAt) })
    .where('id', '=', id)
    .execute()
  // The token is in the fragment, so it reaches neither logs nor other sites.
  return ok({ path: `/rooms/${id}#invite=${token}`, expiresAt: toIso(expiresAt) })
}

/**
 * Makes the user a guest if the token is valid; users who already have access keep their role. Refuses removed users
 * (room.not-found) and closed rooms (room.over).
 */
export async function acceptRoomInvite(ctx: CommandContext, id: string, token: string): Promise<Result<Room>> {
  const { tx, actor, clock } = ctx
  const openInvite = await tx
    .selectFrom('rooms')
    .select('id')
    .where('id', '=', id)
    .where('invite_hash', '=', hashOf(token))
    .where('invite_expires_at', '>', timestamptz(clock.now()))
    .executeTakeFirst()
  if (!openInvite) return refuse('room.invite-expired', 'not-found')
  const current = await readRoom(ctx, id)
  if (current.ok) return current
  const added = await tx
    .insertInto('room_users')
    .values({ room_id: id, user_id: actor.id, role: 'guest' })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst()
  if (!added) return refuse('room.not-found', 'not-found')
  const admitted = await authorizeRoom(ctx, id)
  if (!admitted.ok) return admitted
  if (admitted.value.room.state === 'over') return refuse('room.over', 'expired')
  await publishAccessChange(ctx, id, actor.id)
  return readRoom(ctx, id)
}

function hashOf(token: string): string {
  return hash('sha256', token)
}
