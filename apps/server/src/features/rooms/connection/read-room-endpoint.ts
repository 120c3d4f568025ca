import { type Room, type RoomEndpoint } from '@veranda/contract/rooms/schemas.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { type Env } from '../../../env.ts'
import { createHmac } from 'node:crypto'
import { type CommandContext } from '../../../platform/access/command-context.ts'
import { authorizeRoom } from '../access/authorize-room.ts'

/** Lifetime of TURN credentials; clients fetch new ones on every entry and before they expire. */
const turnCredentialLifetimeSeconds = 3_600

/**
 * Returns the path of the room's WebSocket and the ICE servers for voice. Refuses room.over (expired) and room.early
 * (conflict).
 */
export async function readRoomEndpoint(ctx: CommandContext, id: string): Promise<Result<RoomEndpoint>> {
  const authorized = await authorizeRoom(ctx, id)
  if (!authorized.ok) return authorized
  const { state } = authorized.value.room
  if (state === 'over') return refuse('room.over', 'expired')
  if (state === 'early') return refuse('room.early', 'conflict')
  const { env, realtime } = ctx.deps
  const { path, node } = await realtime.acquireSocketPath(id)
  const iceServers = iceServersFor(env, ctx.actor.id, Math.floor(Date.now() / 1_000))
  const iceTtlSeconds = iceServers.some(({ credential }) => credential !== undefined)
    ? turnCredentialLifetimeSeconds
    : null
  return ok({ path, node, iceServers, iceTtlSeconds })
}

/** Returns `everywhere` if STUN or TURN is configured, else `network`. */
export function voiceReachOf({ voice: { stun, turn, turnSecret } }: Pick<Env, 'voice'>): Room['voiceReach'] {
  return stun.length > 0 || (turn.length > 0 && turnSecret !== undefined) ? 'everywhere' : 'network'
}

/**
 * Returns the ICE servers with a TURN credential derived from the shared secret, valid for one hour. `now` is in
 * seconds.
 */
export function iceServersFor({ voice }: Pick<Env, 'voice'>, userId: string, now: number): RoomEndpoint['iceServers'] {
  const { stun, turn, turnSecret } = voice
  const servers: RoomEndpoint['iceServers'] = stun.length > 0 ? [{ urls: [...stun] }] : []
  if (turn.length === 0 || turnSecret === undefined) return servers
  const username = `${now + turnCredentialLifetimeSeconds}:${userId}`
  const credential = createHmac('sha1', turnSecret).update(username).digest('base64')
  return [...servers, { urls: [...turn], username, credential }]
}
