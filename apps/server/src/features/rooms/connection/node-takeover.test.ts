import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { buildApp } from '../../../app.ts'
import { RoomClient } from './testing/room-client.ts'
import { startTestRooms, type TestRooms } from './testing/test-rooms.ts'

let rooms: TestRooms
const nodeLostAt = new Map<string, number>()
const silences = new Map<string, string>()
const calls: string[] = []
beforeAll(async () => {
  rooms = await startTestRooms({
    recordJoin: async (_, roomId, userId) => void calls.push(`${roomId} came ${userId}`),
    recordLeave: async (_, roomId, userId) => void calls.push(`${roomId} left ${userId}`),
    async markNodeLost(_, roomId, at) {
      nodeLostAt.set(roomId, at)
      calls.push(`${roomId} lost`)
    },
    endLostVisits: async (_, roomId) => void calls.push(`${roomId} settled`),
    async saveSilence(_, roomId, { userId, silenced }) {
      if (silenced) silences.set(roomId, userId)
      else silences.delete(roomId)
    },
    async authorize(_, roomId, userId) {
      const role = rooms.rolesByRoom.get(roomId)?.get(userId)
      const silenced = silences.get(roomId) === userId
      return role ? { name: 'A guest', avatar: null, role, silenced } : 'not-found'
    },
  })
})
afterEach(() => rooms.dropConnections())
afterAll(() => rooms.server.close())

const callsFor = (roomId: string) => calls.filter((line) => line.startsWith(roomId)).map((line) => line.slice(37))

test('after a takeover from a killed node its visits are unconfirmed since it was last seen, and end after a grace period', async () => {
  const { roomId, users } = await rooms.createRoom('host', 'guest')
  const [host] = users
  if (!host) throw new Error('missing user')
  await sql`insert into room_leases (room_id, node_id, expires_at, renewed_at) values
    (${roomId}, ${randomUUID()}, clock_timestamp() - interval '7 seconds', clock_timestamp() - interval '10 seconds')`.execute(
    rooms.server.deps.db,
  )
  const before = rooms.server.clock.now()
  const client = await rooms.enter(host, { roomId })
  await expect.poll(() => callsFor(roomId)).toEqual(['lost', `came ${host.id}`])
  const silent = before - (nodeLostAt.get(roomId) ?? 0)
  expect(silent).toBeGreaterThan(9_000)
  expect(silent).toBeLessThan(11_000)
  const entered = performance.now()
  const heartbeat = setInterval(() => client.send({ name: 'ping', at: 1 }), 1_000)
  await expect.poll(() => callsFor(roomId), { timeout: 15_000 }).toEqual(['lost', `came ${host.id}`, 'settled'])
  clearInterval(heartbeat)
  expect(performance.now() - entered).toBeGreaterThan(7_000)
  expect(client.closeCode).toBeUndefined()
})

test('a silenced user stays silenced on the node that takes over, with every device, until a host lets them speak', async () => {
  const other = await buildApp({
    env: rooms.server.deps.env,
    databaseUrl: rooms.server.app.databaseUrl,
    log: rooms.server.deps.log,
    features: rooms.features,
    background: false,
  })
  await other.start()
  const otherAddress = await other.listen()
  const { roomId, users } = await rooms.createRoom('host', 'guest')
  const [host, guest] = users
  if (!host || !guest) throw new Error('missing user')
  try {
    const endpoint = await other.deps.realtime.acquireSocketPath(roomId)
    const first = await RoomClient.enter(otherAddress + endpoint.path, host)
    const second = await RoomClient.enter(otherAddress + endpoint.path, guest)
    first.send({ name: 'silence', userId: randomUUID(), silenced: true })
    await first.waitFor(() => first.lastMessage('refused') !== undefined)
    expect(first.lastMessage('refused')).toMatchObject({ of: 'silence', code: 'room.user-not-found' })
    first.send({ name: 'silence', userId: guest.id, silenced: true })
    await second.waitFor(() => second.participants.get(second.slot)?.silenced === true)
  } finally {
    await other.stop()
  }
  const stopped = rooms.server.clock.now()
  const hostClient = await rooms.enter(host, { roomId })
  const guestClient = await rooms.enter(guest, { roomId })
  const device = await rooms.enter(guest, { roomId, device: 'phone' })
  expect(guestClient.participants.get(guestClient.slot)?.silenced).toBe(true)
  expect(device.participants.get(device.slot)?.silenced).toBe(true)
  await expect.poll(() => callsFor(roomId).slice(2)).toEqual(['lost', `came ${host.id}`, `came ${guest.id}`])
  // A node that stops is last seen at that time, not one lease earlier.
  expect(Math.abs((nodeLostAt.get(roomId) ?? 0) - stopped)).toBeLessThan(1_500)
  hostClient.send({ name: 'silence', userId: guest.id, silenced: false })
  await device.waitFor(() => device.participants.get(device.slot)?.silenced === false)
  await expect.poll(() => silences.has(roomId)).toBe(false)
})
