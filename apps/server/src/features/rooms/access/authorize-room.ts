import { refuse, type Result, ok } from '@veranda/core/result.ts'
import { canInRoom, type RoomAction } from '@veranda/core/rooms/access/room-access.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { type CommandContext } from '../../../platform/access/command-context.ts'
import { findRoomForUser, type RoomForUser } from './room.repository.ts'

export type AuthorizedRoom = { readonly room: RoomForUser; readonly now: Instant }

/** Returns the room if the actor has access to it. Refuses room.not-found (not-found). */
export async function authorizeRoom({ tx, actor, clock }: CommandContext, id: string): Promise<Result<AuthorizedRoom>> {
  const now = clock.now()
  const room = await findRoomForUser(tx, id, actor.id, now)
  return typeof room === 'string' ? refuse('room.not-found', 'not-found') : ok({ room, now })
}

/**
 * Returns the room if the actor's role allows the action. Refuses room.hosts-only (not-allowed) and room.over
 * (expired).
 */
export async function authorizeRoomAction(
  ctx: CommandContext,
  id: string,
  action: RoomAction,
): Promise<Result<AuthorizedRoom>> {
  const authorized = await authorizeRoom(ctx, id)
  if (!authorized.ok) return authorized
  if (!canInRoom(authorized.value.room.role, action)) return refuse('room.hosts-only', 'not-allowed')
  return authorized.value.room.state === 'over' ? refuse('room.over', 'expired') : authorized
}
