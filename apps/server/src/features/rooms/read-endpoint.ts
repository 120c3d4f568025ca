import { type Room, type RoomEndpoint } from '@veranda/contract/rooms/schemas.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { type Env } from '../../env.ts'
import { createHmac } from 'node:crypto'
import { type At, ownRoom } from './own-room.ts'

/** How long the words for the relay hold, in seconds; they are asked for anew with every entrance, and in time. */
const relayLives = 3_600

/** Where the room's WebSocket is, once it is open; and how voices find each other. */
export async function readEndpoint(at: At, id: string): Promise<Result<RoomEndpoint>> {
  const own = await ownRoom(at, id)
  if (!own.ok) return own
  const { state } = own.value.room
  if (state === 'over') return refuse('room.over', 'expired')
  if (state === 'early') return refuse('room.early', 'conflict')
  const { env, live } = at.deps
  const { path, node } = await live.roomPath(id)
  const iceServers = iceServersFor(env, at.actor.id, Math.floor(Date.now() / 1_000))
  const iceLives = iceServers.some(({ credential }) => credential !== undefined) ? relayLives : null
  return ok({ path, node, iceServers, iceLives })
}

/** Whether voices find each other beyond one network. */
export function voiceReachOf({ voice: { stun, turn, turnSecret } }: Pick<Env, 'voice'>): Room['voiceReach'] {
  return stun.length > 0 || (turn.length > 0 && turnSecret !== undefined) ? 'everywhere' : 'network'
}

/** The relay's password is good for an hour, by the shared secret that it checks it with. */
export function iceServersFor(
  { voice }: Pick<Env, 'voice'>,
  personId: string,
  now: number,
): RoomEndpoint['iceServers'] {
  const { stun, turn, turnSecret } = voice
  const servers: RoomEndpoint['iceServers'] = stun.length > 0 ? [{ urls: [...stun] }] : []
  if (turn.length === 0 || turnSecret === undefined) return servers
  const username = `${now + relayLives}:${personId}`
  const credential = createHmac('sha1', turnSecret).update(username).digest('base64')
  return [...servers, { urls: [...turn], username, credential }]
}
