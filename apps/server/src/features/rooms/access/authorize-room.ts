import { refuse, type Result, ok } from '@veranda/core/result.ts'
import { canInRoom, type RoomAction } from '@veranda/core/rooms/access/room-access.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { type Actor } from '../../../platform/access/actor.ts'
import { type Clock } from '../../../platform/clock/clock.ts'
import { type Tx } from '../../../platform/db/database.ts'
import { type Deps } from '../../../platform/deps.ts'
import { findRoomForUser, type RoomForUser } from './room.repository.ts'

/** The context passed to every use case of rooms. */
export type CommandContext = { readonly tx: Tx; readonly actor: Actor; readonly clock: Clock; readonly deps: Deps }

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
