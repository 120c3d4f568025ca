import { refuse, type Result, ok } from '@veranda/core/result.ts'
import { mayInRoom, type RoomAct } from '@veranda/core/rooms/roles.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { type Actor } from '../../access/actor.ts'
import { type Clock } from '../../clock.ts'
import { type Tx } from '../../db/database.ts'
import { type Deps } from '../../deps.ts'
import { findRoom, type FoundRoom } from './find-room.ts'

/** What every use case of rooms gets. */
export type At = { readonly tx: Tx; readonly actor: Actor; readonly clock: Clock; readonly deps: Deps }

export type OwnRoom = { readonly room: FoundRoom; readonly now: Instant }

/** The room, if the actor may be in it; to everybody else it is absent. */
export async function ownRoom({ tx, actor, clock }: At, id: string): Promise<Result<OwnRoom>> {
  const now = clock.now()
  const room = await findRoom(tx, id, actor.id, now)
  return typeof room === 'string' ? refuse('room.not-found', 'not-found') : ok({ room, now })
}

/** The same for an act that a role has to allow, while the room is not over. */
export async function openRoom(at: At, id: string, act: RoomAct): Promise<Result<OwnRoom>> {
  const own = await ownRoom(at, id)
  if (!own.ok) return own
  if (!mayInRoom(own.value.room.role, act)) return refuse('room.hosts-only', 'not-allowed')
  return own.value.room.state === 'over' ? refuse('room.over', 'expired') : own
}
