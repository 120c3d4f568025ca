import { randomUUID } from 'node:crypto'
import { roomPeopleName } from '@veranda/contract/rooms/live.ts'
import { roomCloses } from '@veranda/contract/rooms/wire.ts'
import { press } from '@veranda/core/rooms/pose.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { WebSocket } from 'ws'
import { type App, buildApp } from '../../app.ts'
import { logout } from '@veranda/contract/accounts/routes.ts'
import { transact } from '../../db/transact.ts'
import { appendToStream } from '../../log/stream.ts'
import { type TestApp } from '../../testing/test-app.ts'
import { noDoor, type RoomDoor } from './door.ts'
import { holdRoom } from './leases.ts'
import { sweepAbandoned } from './sweep.ts'
import { RoomClient } from './testing/room-client.ts'
import { roomWorld, type RoomWorld } from './testing/room-world.ts'

let world: RoomWorld
let t: TestApp
let address: string
let people: RoomWorld['people']
let book: string[]
let enter: RoomWorld['enter']
let room: RoomWorld['room']
/** Lines that were opened past `enter`. */
const open: RoomClient[] = []
beforeAll(async () => {
  world = await roomWorld()
  ;({ t, address, people, book, enter, room } = world)
})
afterEach(() => {
  for (const client of open.splice(0)) client.line.terminate()
  world.cut()
})
afterAll(() => t.close())

/** Somebody of the list, who is there. */
function at<T>(list: readonly T[], index: number): T {
  const one = list[index]
  if (one === undefined) throw new Error(`there is no ${index}`)
  return one
}

test('who is let in sees who is there; strangers, the signed out and other websites are not', async () => {
  const { roomId, people: both } = await room('host', 'guest')
  const a = await enter(at(both, 0), { roomId, device: 'headset' })
  const b = await enter(at(both, 1), { roomId, device: 'phone', muted: true })
  expect(b.welcome?.members.map(({ slot, role, device }) => [slot, role, device])).toEqual([
    [a.slot, 'host', 'headset'],
    [b.slot, 'guest', 'phone'],
  ])
  await a.until(() => a.members.size === 2)
  expect(a.last('came')?.member).toMatchObject({ slot: b.slot, muted: true, personId: at(both, 1).id })

  expect((await enter(await t.person(), { roomId })).closed).toBe(roomCloses['not-found'])
  expect((await enter({ ...at(both, 0), token: 'x' }, { roomId })).closed).toBe(roomCloses['signed-out'])
  const other = { ...at(both, 0), cookie: at(both, 1).cookie }
  expect((await enter(other, { roomId })).closed).toBe(roomCloses['signed-out'])
  expect((await enter(at(both, 0), { roomId, origin: 'https://evil.example' })).closed).toBe(1006)
})

test('poses reach the others at once, and together from four people on; nobody hears of a slot that is not theirs', async () => {
  const { roomId, people: five } = await room('host', 'host', 'guest', 'guest', 'guest')
  const inside: RoomClient[] = []
  for (const person of five.slice(0, 2)) inside.push(await enter(person, { roomId }))
  const [a, b] = [at(inside, 0), at(inside, 1)]
  a.pose({ px: 1.25 }, { px: 0.5, py: 1.1 }, press.rightTrigger)
  await b.until(() => b.poses.has(a.slot))
  expect(b.poses.get(a.slot)).toMatchObject({ presses: press.rightTrigger })
  expect(b.poses.get(a.slot)?.head.px).toBeCloseTo(1.25, 3)
  expect(b.poses.get(a.slot)?.right.py).toBeCloseTo(1.1, 3)
  expect(a.poses.size).toBe(0)

  for (const person of five.slice(2)) inside.push(await enter(person, { roomId }))
  for (const client of inside) client.frames = 0
  for (const [index, client] of inside.entries()) client.pose({ px: index })
  for (const client of inside) await client.until(() => inside.every(({ slot }) => client.poses.has(slot)))
  for (const [index, { slot }] of inside.entries()) expect(a.poses.get(slot)?.head.px).toBeCloseTo(index, 2)
  expect(a.frames).toBeLessThan(5)
})

test('a device that floods or sends nonsense is cut off alone', async () => {
  const { roomId, people: three } = await room('guest', 'host', 'guest')
  const [flooder, b, noise] = [
    await enter(at(three, 0), { roomId }),
    await enter(at(three, 1), { roomId }),
    await enter(at(three, 2), { roomId }),
  ]
  for (let n = 0; n < 400; n += 1) flooder.pose({ px: n / 100 })
  await flooder.until(() => flooder.closed !== undefined, 'the flood to be cut off')
  expect(flooder.closed).toBe(roomCloses.flood)
  expect(b.frames).toBeLessThan(80)
  for (let n = 0; n < 300; n += 1) noise.line.send(new Uint8Array([n, 1, 2, 3]))
  await noise.until(() => noise.closed !== undefined, 'the noise to be cut off')
  expect(noise.closed).toBe(roomCloses.malformed)
  const huge = await enter(at(three, 2), { roomId })
  huge.line.send('x'.repeat(30_000))
  await huge.until(() => huge.closed !== undefined)
  expect(huge.closed).toBe(1009)
  b.say({ name: 'ping', at: 7 })
  await b.until(() => b.last('pong')?.at === 7)
})

test('a guest can neither hold, gather, silence nor be seen speaking while silenced; a host can', async () => {
  const { roomId, people: both } = await room('host', 'guest')
  const host = await enter(at(both, 0), { roomId })
  const guest = await enter(at(both, 1), { roomId })
  const personId = at(both, 1).id
  guest.say({ name: 'hold', key: 'placement' })
  guest.say({ name: 'gather' })
  guest.say({ name: 'silence', personId: at(both, 0).id, silenced: true })
  const refusals = () => guest.tells.filter(({ name }) => name === 'refused')
  await guest.until(() => refusals().length === 3)
  expect(refusals()).toMatchObject([{ of: 'hold' }, { of: 'gather' }, { of: 'silence', code: 'room.hosts-only' }])

  host.say({ name: 'silence', personId, silenced: true })
  await guest.until(() => guest.members.get(guest.slot)?.silenced === true)
  guest.pose({ px: 1 }, undefined, press.speaking | press.laser)
  await host.until(() => host.poses.has(guest.slot))
  expect(host.poses.get(guest.slot)?.presses).toBe(press.laser)
  // Coming anew does not give the voice back.
  guest.leave()
  await host.until(() => host.members.size === 1)
  const again = await enter(at(both, 1), { roomId })
  expect(again.members.get(again.slot)?.silenced).toBe(true)
  host.say({ name: 'silence', personId, silenced: false })
  await again.until(() => again.members.get(again.slot)?.silenced === false)
})

test('one hand at a time; what is held moves for all, and is free when its holder leaves', async () => {
  const { roomId, people: both } = await room('host', 'host')
  const [a, b] = [await enter(at(both, 0), { roomId }), await enter(at(both, 1), { roomId })]
  const placement = { position: [0, 0, -1] as [number, number, number], yaw: 0, size: { kind: 'true' as const } }
  a.say({ name: 'hold', key: 'placement' })
  await b.until(() => b.last('held')?.by === a.slot)
  b.say({ name: 'hold', key: 'placement' })
  b.say({ name: 'drag', key: 'placement', placement })
  await b.until(() => b.tells.filter(({ name }) => name === 'refused').length === 2)
  a.say({ name: 'drag', key: 'placement', placement })
  await b.until(() => b.last('drag') !== undefined)
  expect(b.last('drag')).toMatchObject({ by: a.slot, placement })
  a.leave()
  await b.until(() => b.last('held')?.by === null)
})

test('a signal goes to the one it is for, under the slot of who sent it', async () => {
  const { roomId, people: three } = await room('host', 'guest', 'guest')
  const inside: RoomClient[] = []
  for (const person of three) inside.push(await enter(person, { roomId, voice: true }))
  const [a, b, c] = [at(inside, 0), at(inside, 1), at(inside, 2)]
  a.say({ name: 'signal', to: b.slot, data: 'offer' })
  await b.until(() => b.last('signal') !== undefined)
  expect(b.last('signal')).toEqual({ name: 'signal', from: a.slot, data: 'offer' })
  c.say({ name: 'ping', at: 1 })
  await c.until(() => c.last('pong') !== undefined)
  expect(c.last('signal')).toBeUndefined()
})

test('the same person on two devices has two slots; a line that broke is taken up at its slot', async () => {
  const { roomId, people: both } = await room('host', 'guest')
  const person = at(both, 0)
  const witness = await enter(at(both, 1), { roomId })
  const headset = await enter(person, { roomId, device: 'headset' })
  const desktop = await enter(person, { roomId, device: 'desktop' })
  expect(new Set([headset.slot, desktop.slot, witness.slot]).size).toBe(3)
  await witness.until(() => witness.members.size === 3)
  headset.line.terminate()
  const back = await enter(person, { roomId, device: 'headset', resume: headset.welcome?.resume ?? '' })
  expect(back.slot).toBe(headset.slot)
  expect(witness.tells.some(({ name }) => name === 'left')).toBe(false)
  // Nobody takes a slot over with somebody else's words.
  const thief = await enter(at(both, 1), { roomId, resume: desktop.welcome?.resume ?? '' })
  expect(thief.slot).not.toBe(desktop.slot)
  const noted = () => book.filter((line) => line.endsWith(`${roomId} ${person.id}`))
  await expect.poll(noted).toEqual([`came ${roomId} ${person.id}`])
  desktop.leave()
  back.leave()
  await expect.poll(noted).toEqual([`came ${roomId} ${person.id}`, `left ${roomId} ${person.id}`])
})

test('who is taken out, or loses the session, is out at once; a new role counts at once', async () => {
  const { roomId, people: three } = await room('host', 'guest', 'guest')
  const inside: RoomClient[] = []
  for (const person of three) inside.push(await enter(person, { roomId }))
  const [host, out, ended] = [at(inside, 0), at(inside, 1), at(inside, 2)]
  people.get(roomId)?.set(at(three, 2).id, 'host')
  people.get(roomId)?.delete(at(three, 1).id)
  await t.transact((tx) =>
    appendToStream(tx, { kind: 'room', id: roomId }, roomPeopleName, { personId: at(three, 1).id }),
  )
  await out.until(() => out.closed !== undefined)
  expect(out.closed).toBe(roomCloses['not-found'])
  await ended.until(() => ended.members.get(ended.slot)?.role === 'host')
  await t.injectAs(at(three, 2), logout)
  await ended.until(() => ended.closed !== undefined)
  expect(ended.closed).toBe(roomCloses['signed-out'])
  await host.until(() => host.members.size === 1)
})

test('another node passes the line on to the one that holds the room, and takes the room once that one is gone', async () => {
  const other: App = await buildApp({
    env: t.deps.env,
    databaseUrl: t.app.databaseUrl,
    log: t.deps.log,
    features: world.features,
    background: false,
  })
  await other.start()
  const there = await other.listen()
  try {
    const { roomId, people: both } = await room('host', 'guest')
    const held = await other.deps.live.roomPath(roomId)
    expect(await t.deps.live.roomPath(roomId)).toEqual(held)
    const near = await RoomClient.enter(there + held.path, at(both, 0))
    const far = await enter(at(both, 1), { roomId })
    open.push(near)
    far.pose({ px: 3 })
    await near.until(() => near.poses.has(far.slot))
    // What changes a role may be written on any node.
    people.get(roomId)?.set(at(both, 1).id, 'host')
    await transact(t.deps, (tx) => appendToStream(tx, { kind: 'room', id: roomId }, roomPeopleName, { personId: '' }))
    await near.until(() => near.members.get(far.slot)?.role === 'host', 'the role that was given on another node')
    await other.stop()
    await near.until(() => near.closed !== undefined)
    await far.until(() => far.closed !== undefined)
    expect(far.closed).toBe(roomCloses.moved)
    const back = await enter(at(both, 1), { roomId })
    expect(back.welcome?.members.map(({ personId }) => personId)).toEqual([at(both, 1).id])
  } finally {
    await other.stop().catch(() => undefined)
  }
})

test('a node lets nobody into a room that another one holds', async () => {
  const { roomId, people: both } = await room('host')
  const { path, node } = await t.deps.live.roomPath(randomUUID())
  await holdRoom(t.deps.db, roomId, randomUUID())
  const client = await RoomClient.enter(address + path.replace(/[^/]+$/, roomId), at(both, 0))
  open.push(client)
  expect(path).toContain(node)
  expect(client.closed).toBe(roomCloses.moved)
})

test('rooms that no node has held for a while are given up, once for each, and no others', async () => {
  const [lost, fresh, held] = [randomUUID(), randomUUID(), randomUUID()]
  const lease = (roomId: string, seconds: number) =>
    sql`insert into room_leases (room_id, node_id, expires_at, seen_at)
      values (${roomId}, ${randomUUID()}, clock_timestamp() + ${seconds} * interval '1 second', clock_timestamp() + ${seconds - 3} * interval '1 second')`.execute(
      t.deps.db,
    )
  await lease(lost, -20)
  await lease(fresh, -5)
  await lease(held, 3)
  const gone: string[] = []
  const door: RoomDoor = {
    ...noDoor,
    inUse: async () => [lost, fresh, held],
    abandoned: async (_, ids) => void gone.push(...ids),
  }
  await sweepAbandoned(t.deps, door)
  expect(gone).toEqual([lost])
})

test('a room is held by one node at a time, whoever asks at once', async () => {
  const roomId = randomUUID()
  const nodes = Array.from({ length: 20 }, () => randomUUID())
  const holders = await Promise.all(nodes.map((node) => holdRoom(t.deps.db, roomId, node)))
  expect(new Set(holders.map(({ nodeId }) => nodeId)).size).toBe(1)
})

test('who says nothing after opening, or anything else first, is shown out', async () => {
  const { roomId, people: both } = await room('host')
  const { path } = await t.deps.live.roomPath(roomId)
  const client = new RoomClient(address + path, at(both, 0).cookie)
  open.push(client)
  await client.until(() => client.line.readyState === WebSocket.OPEN)
  client.say({ name: 'gather' })
  await client.until(() => client.closed !== undefined)
  expect(client.closed).toBe(roomCloses.malformed)
})
