import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { buildApp } from '../../app.ts'
import { RoomClient } from './testing/room-client.ts'
import { roomWorld, type RoomWorld } from './testing/room-world.ts'

let world: RoomWorld
const lostAt = new Map<string, number>()
const silences = new Map<string, string>()
const book: string[] = []
beforeAll(async () => {
  world = await roomWorld({
    came: async (_, roomId, personId) => void book.push(`${roomId} came ${personId}`),
    left: async (_, roomId, personId) => void book.push(`${roomId} left ${personId}`),
    async lost(_, roomId, at) {
      lostAt.set(roomId, at)
      book.push(`${roomId} lost`)
    },
    settled: async (_, roomId) => void book.push(`${roomId} settled`),
    async silence(_, roomId, { personId, silenced }) {
      if (silenced) silences.set(roomId, personId)
      else silences.delete(roomId)
    },
    async standing(_, roomId, personId) {
      const role = world.people.get(roomId)?.get(personId)
      const silenced = silences.get(roomId) === personId
      return role ? { name: 'Somebody', avatar: null, role, silenced } : 'not-found'
    },
  })
})
afterEach(() => world.cut())
afterAll(() => world.t.close())

const told = (roomId: string) => book.filter((line) => line.startsWith(roomId)).map((line) => line.slice(37))

test('a room taken from a node that was killed: its people are lost since it was last seen, and awaited for a while', async () => {
  const { roomId, people } = await world.room('host', 'guest')
  const [host] = people
  if (!host) throw new Error('nobody came')
  await sql`insert into room_leases (room_id, node_id, expires_at, seen_at) values
    (${roomId}, ${randomUUID()}, clock_timestamp() - interval '7 seconds', clock_timestamp() - interval '10 seconds')`.execute(
    world.t.deps.db,
  )
  const before = world.t.clock.now()
  const client = await world.enter(host, { roomId })
  await expect.poll(() => told(roomId)).toEqual(['lost', `came ${host.id}`])
  const silent = before - (lostAt.get(roomId) ?? 0)
  expect(silent).toBeGreaterThan(9_000)
  expect(silent).toBeLessThan(11_000)
  const entered = performance.now()
  const keep = setInterval(() => client.say({ name: 'ping', at: 1 }), 1_000)
  await expect.poll(() => told(roomId), { timeout: 15_000 }).toEqual(['lost', `came ${host.id}`, 'settled'])
  clearInterval(keep)
  expect(performance.now() - entered).toBeGreaterThan(7_000)
  expect(client.closed).toBeUndefined()
})

test('whom a host silenced stays so on the node that takes the room over, with every device; until a host says else', async () => {
  const other = await buildApp({
    env: world.t.deps.env,
    databaseUrl: world.t.app.databaseUrl,
    log: world.t.deps.log,
    features: world.features,
    background: false,
  })
  await other.start()
  const there = await other.listen()
  const { roomId, people } = await world.room('host', 'guest')
  const [host, guest] = people
  if (!host || !guest) throw new Error('nobody came')
  try {
    const held = await other.deps.live.roomPath(roomId)
    const first = await RoomClient.enter(there + held.path, host)
    const second = await RoomClient.enter(there + held.path, guest)
    first.say({ name: 'silence', personId: randomUUID(), silenced: true })
    await first.until(() => first.last('refused') !== undefined)
    expect(first.last('refused')).toMatchObject({ of: 'silence', code: 'room.nobody' })
    first.say({ name: 'silence', personId: guest.id, silenced: true })
    await second.until(() => second.members.get(second.slot)?.silenced === true)
  } finally {
    await other.stop()
  }
  const stopped = world.t.clock.now()
  const back = await world.enter(host, { roomId })
  const again = await world.enter(guest, { roomId })
  const device = await world.enter(guest, { roomId, device: 'phone' })
  expect(again.members.get(again.slot)?.silenced).toBe(true)
  expect(device.members.get(device.slot)?.silenced).toBe(true)
  await expect.poll(() => told(roomId).slice(2)).toEqual(['lost', `came ${host.id}`, `came ${guest.id}`])
  // Told to stop, it was seen until then, not until a lease before.
  expect(Math.abs((lostAt.get(roomId) ?? 0) - stopped)).toBeLessThan(1_500)
  back.say({ name: 'silence', personId: guest.id, silenced: false })
  await device.until(() => device.members.get(device.slot)?.silenced === false)
  await expect.poll(() => silences.has(roomId)).toBe(false)
})
