import { after, second } from '@veranda/core/time/instant.ts'
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { buildApp } from '../../../app.ts'
import { type TestUser } from '../../../testing/test-app.ts'
import { recordJoin } from '../presence/room-presence.ts'
import { RoomClient } from './testing/room-client.ts'
import { startTestRooms, type TestRooms } from './testing/test-rooms.ts'

let rooms: TestRooms
beforeAll(async () => {
  rooms = await startTestRooms()
})
afterEach(() => rooms.dropConnections())
afterAll(() => rooms.server.close())

const isSilenced = async (roomId: string) =>
  (await rooms.server.deps.db.selectFrom('room_silences').selectAll().where('room_id', '=', roomId).execute()).length >
  0

test('after a takeover from a killed node its visits are unconfirmed since it was last seen, and end after a grace period', async () => {
  const { roomId, users } = await rooms.createRoom('host', 'guest')
  const [host, guest] = users
  if (!host || !guest) throw new Error('missing user')
  const before = rooms.server.clock.now()
  const entered = after(before, -60 * second)
  for (const user of users) await rooms.server.transact((tx) => recordJoin(tx, roomId, user.id, entered))
  await sql`insert into room_leases (room_id, node_id, expires_at, renewed_at) values
    (${roomId}, ${randomUUID()}, clock_timestamp() - interval '7 seconds', clock_timestamp() - interval '10 seconds')`.execute(
    rooms.server.deps.db,
  )
  const client = await rooms.enter(host, { roomId })
  const visitOf = async (user: TestUser) => (await rooms.listVisits(roomId, user))[0]
  // The host came back; the guest has not been seen since the node was lost.
  await expect.poll(async () => (await visitOf(guest))?.nodeLostAt).not.toBeNull()
  await expect.poll(async () => (await visitOf(host))?.nodeLostAt).toBeNull()
  const lostAt = (await visitOf(guest))?.nodeLostAt ?? 0
  expect(before - lostAt).toBeGreaterThan(9_000)
  expect(before - lostAt).toBeLessThan(11_000)
  const enteredAt = performance.now()
  const heartbeat = setInterval(() => client.send({ name: 'ping', at: 1 }), 1_000)
  await expect.poll(async () => (await visitOf(guest))?.leftAt, { timeout: 15_000 }).toBe(lostAt)
  clearInterval(heartbeat)
  expect(performance.now() - enteredAt).toBeGreaterThan(7_000)
  expect(await visitOf(host)).toMatchObject({ leftAt: null, nodeLostAt: null })
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
    await second.waitFor(() => second.participants.get(second.participantSlot)?.silenced === true)
  } finally {
    await other.stop()
  }
  expect(await isSilenced(roomId)).toBe(true)
  const stoppedAt = rooms.server.clock.now()
  const hostClient = await rooms.enter(host, { roomId })
  const guestVisit = async () => (await rooms.listVisits(roomId, guest))[0]
  // A node that stops is last seen at that time, not one lease earlier.
  await expect.poll(async () => (await guestVisit())?.nodeLostAt).not.toBeNull()
  expect(Math.abs(((await guestVisit())?.nodeLostAt ?? 0) - stoppedAt)).toBeLessThan(1_500)
  const guestClient = await rooms.enter(guest, { roomId })
  const device = await rooms.enter(guest, { roomId, device: 'phone' })
  expect(guestClient.participants.get(guestClient.participantSlot)?.silenced).toBe(true)
  expect(device.participants.get(device.participantSlot)?.silenced).toBe(true)
  // Both came back in time, so both are still in their first visit.
  await expect
    .poll(() => rooms.listVisits(roomId))
    .toMatchObject([
      { leftAt: null, nodeLostAt: null },
      { leftAt: null, nodeLostAt: null },
    ])
  hostClient.send({ name: 'silence', userId: guest.id, silenced: false })
  await device.waitFor(() => device.participants.get(device.participantSlot)?.silenced === false)
  await expect.poll(() => isSilenced(roomId)).toBe(false)
})
