import { type RoomRole } from '@veranda/core/rooms/access/room-access.ts'
import { randomUUID } from 'node:crypto'
import { accountsFeature } from '../../../accounts/feature.ts'
import { type Feature } from '../../../../platform/feature.ts'
import { type TestUser, testApp, type TestApp } from '../../../../testing/test-app.ts'
import { roomsFeature } from '../../feature.ts'
import { RoomClient } from './room-client.ts'

type EnterTarget = { roomId: string; at?: string } & Parameters<typeof RoomClient.enter>[2]

/** One visit of a user, as stored; times in epoch milliseconds. */
type StoredVisit = { readonly userId: string; readonly leftAt: number | null; readonly nodeLostAt: number | null }

/** A server with rooms of projects, whose users the test names, and devices in them. */
export type TestRooms = {
  readonly server: TestApp
  readonly address: string
  readonly features: readonly Feature[]
  enter(user: TestUser, options: EnterTarget): Promise<RoomClient>
  /** Creates a room with one user for each role. */
  createRoom(...roles: RoomRole[]): Promise<{ roomId: string; users: TestUser[] }>
  /** Stores a user's role; null makes them a stranger. Connected devices learn it by the room's stream. */
  changeRole(roomId: string, user: TestUser, role: RoomRole | null): Promise<void>
  /** Returns the room's stored visits, or those of one user, by the time they entered. */
  listVisits(roomId: string, user?: TestUser): Promise<StoredVisit[]>
  /** Drops the connections of all clients. */
  dropConnections(): void
}

export async function startTestRooms(): Promise<TestRooms> {
  const clients: RoomClient[] = []
  const features: readonly Feature[] = [accountsFeature, roomsFeature({ now: () => server.clock.now() })]
  const server: TestApp = await testApp({ features, env: { RATE_LIMITS: '1' } })
  const address = await server.listen()
  const owner = await server.createUser('Owner')
  const { db } = server.deps
  const rooms: TestRooms = {
    server,
    address,
    features,
    async enter(user, { roomId, at = address, ...options }) {
      const { path } = await server.deps.realtime.acquireSocketPath(roomId)
      const client = await RoomClient.enter(at + path, user, options)
      clients.push(client)
      return client
    },
    async createRoom(...roles) {
      const id = randomUUID()
      const at = new Date(server.clock.now())
      await db
        .insertInto('projects')
        .values({
          id,
          client_id: owner.id,
          title: 'A chair',
          brief: '',
          state: 'open',
          created_at: at,
          updated_at: at,
        })
        .execute()
      await db.insertInto('rooms').values({ id, project_id: id, created_at: at }).execute()
      const users = await Promise.all(roles.map((role, index) => server.createUser(`${role} ${index}`)))
      for (const [index, user] of users.entries()) await rooms.changeRole(id, user, roles[index] ?? 'guest')
      return { roomId: id, users }
    },
    async changeRole(roomId, user, role) {
      await db.deleteFrom('room_users').where('room_id', '=', roomId).where('user_id', '=', user.id).execute()
      if (role) await db.insertInto('room_users').values({ room_id: roomId, user_id: user.id, role }).execute()
    },
    async listVisits(roomId, user) {
      let query = db.selectFrom('room_visits').selectAll().where('room_id', '=', roomId).orderBy('entered_at')
      if (user) query = query.where('user_id', '=', user.id)
      const rows = await query.execute()
      return rows.map((row) => ({ userId: row.user_id, leftAt: row.left_at, nodeLostAt: row.node_lost_at }))
    },
    dropConnections() {
      for (const client of clients.splice(0)) client.socket.terminate()
    },
  }
  return rooms
}
