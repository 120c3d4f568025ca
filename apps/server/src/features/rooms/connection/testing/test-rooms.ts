import { type RoomRole } from '@veranda/core/rooms/access/room-access.ts'
import { randomUUID } from 'node:crypto'
import { accountsFeature } from '../../../accounts/feature.ts'
import { type Feature } from '../../../../platform/feature.ts'
import { type TestUser, testApp, type TestApp } from '../../../../testing/test-app.ts'
import { type RoomPresencePort } from '../presence-port.ts'
import { RoomSocketServer } from '../room-socket-server.ts'
import { RoomClient } from './room-client.ts'

type EnterTarget = { roomId: string; at?: string } & Parameters<typeof RoomClient.enter>[2]

/** A server with rooms whose people the test names, and devices in them. `calls` lists what presence was asked to write. */
export type TestRooms = {
  readonly server: TestApp
  readonly address: string
  readonly features: readonly Feature[]
  readonly rolesByRoom: Map<string, Map<string, RoomRole>>
  readonly calls: string[]
  enter(user: TestUser, options: EnterTarget): Promise<RoomClient>
  createRoom(...roles: RoomRole[]): Promise<{ roomId: string; users: TestUser[] }>
  /** Drops the connections of all clients. */
  dropConnections(): void
}

/** Presence that admits no one and writes nothing. */
export const noRoomPresence: RoomPresencePort = {
  authorize: async () => 'not-found',
  recordJoin: async () => undefined,
  recordLeave: async () => undefined,
  markNodeLost: async () => undefined,
  endLostVisits: async () => undefined,
  saveSilence: async () => undefined,
  endAbandonedVisits: async () => undefined,
  listOccupiedRooms: async () => [],
}

export async function startTestRooms(overrides: Partial<RoomPresencePort> = {}): Promise<TestRooms> {
  const rolesByRoom: TestRooms['rolesByRoom'] = new Map()
  const calls: string[] = []
  const clients: RoomClient[] = []
  const presence: RoomPresencePort = {
    ...noRoomPresence,
    async authorize(_, roomId, userId) {
      const role = rolesByRoom.get(roomId)?.get(userId)
      return role ? { name: userId.slice(0, 4), avatar: null, role, silenced: false } : 'not-found'
    },
    recordJoin: async (_, roomId, userId) => void calls.push(`came ${roomId} ${userId}`),
    recordLeave: async (_, roomId, userId) => void calls.push(`left ${roomId} ${userId}`),
    ...overrides,
  }
  const features: Feature[] = [
    accountsFeature,
    {
      name: 'test-rooms',
      socketService: (getDeps, authenticator) => new RoomSocketServer(getDeps, authenticator, presence),
    },
  ]
  const server = await testApp({ features, env: { RATE_LIMITS: '1' } })
  const address = await server.listen()
  return {
    server,
    address,
    features,
    rolesByRoom,
    calls,
    async enter(user, { roomId, at = address, ...options }) {
      const { path } = await server.deps.realtime.acquireSocketPath(roomId)
      const client = await RoomClient.enter(at + path, user, options)
      clients.push(client)
      return client
    },
    async createRoom(...roles) {
      const roomId = randomUUID()
      const users = await Promise.all(roles.map((role, index) => server.createUser(`${role} ${index}`)))
      rolesByRoom.set(roomId, new Map(users.map((user, index) => [user.id, roles[index] ?? 'guest'])))
      return { roomId, users }
    },
    dropConnections() {
      for (const client of clients.splice(0)) client.socket.terminate()
    },
  }
}
