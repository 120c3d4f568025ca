import { randomUUID } from 'node:crypto'
import { roomCloseCodes } from '@veranda/contract/rooms/connection/messages.ts'
import { poseButton } from '@veranda/core/rooms/connection/pose.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { WebSocket } from 'ws'
import { type App, buildApp } from '../../../app.ts'
import { logout } from '@veranda/contract/accounts/sessions/routes.ts'
import { transact } from '../../../platform/db/transact.ts'
import { signalAfterCommit } from '../../../platform/db/commit-signals.ts'
import { type TestApp } from '../../../testing/test-app.ts'
import { acquireLease } from './room-lease.repository.ts'
import { endAbandonedVisits } from '../presence/presence-writer.ts'
import { recordJoin } from '../presence/room-presence.ts'
import { RoomClient } from './testing/room-client.ts'
import { startTestRooms, type TestRooms } from './testing/test-rooms.ts'

let rooms: TestRooms
let server: TestApp
let address: string
let enter: TestRooms['enter']
let createRoom: TestRooms['createRoom']
/** Clients that were connected without `enter`. */
const open: RoomClient[] = []
beforeAll(async () => {
  rooms = await startTestRooms()
  ;({ server, address, enter, createRoom } = rooms)
})
afterEach(() => {
  for (const client of open.splice(0)) client.socket.terminate()
  rooms.dropConnections()
})
afterAll(() => server.close())

/** Returns an element of the list, or throws if it is missing. */
function at<T>(list: readonly T[], index: number): T {
  const one = list[index]
  if (one === undefined) throw new Error(`there is no ${index}`)
  return one
}

test('an admitted user sees who is there; strangers, signed-out users and other origins are rejected', async () => {
  const { roomId, users: both } = await createRoom('host', 'guest')
  const a = await enter(at(both, 0), { roomId, device: 'headset' })
  const b = await enter(at(both, 1), { roomId, device: 'phone', muted: true })
  expect(b.snapshot?.participants.map(({ participantSlot, role, device }) => [participantSlot, role, device])).toEqual([
    [a.participantSlot, 'host', 'headset'],
    [b.participantSlot, 'guest', 'phone'],
  ])
  await a.waitFor(() => a.participants.size === 2)
  expect(server.app.realtime.countConnections()).toMatchObject({ rooms: 1, participants: 2 })
  expect(a.lastMessage('joined')?.participant).toMatchObject({
    participantSlot: b.participantSlot,
    muted: true,
    userId: at(both, 1).id,
  })

  expect((await enter(await server.createUser(), { roomId })).closeCode).toBe(roomCloseCodes['not-found'])
  expect((await enter({ ...at(both, 0), token: 'x' }, { roomId })).closeCode).toBe(roomCloseCodes['signed-out'])
  const other = { ...at(both, 0), cookie: at(both, 1).cookie }
  expect((await enter(other, { roomId })).closeCode).toBe(roomCloseCodes['signed-out'])
  expect((await enter(at(both, 0), { roomId, origin: 'https://evil.example' })).closeCode).toBe(1006)
})

test('poses are broadcast at once, and batched from four participants on; no one receives their own', async () => {
  const { roomId, users: five } = await createRoom('host', 'host', 'guest', 'guest', 'guest')
  const inside: RoomClient[] = []
  for (const user of five.slice(0, 2)) inside.push(await enter(user, { roomId }))
  const [a, b] = [at(inside, 0), at(inside, 1)]
  a.sendPose({ px: 1.25 }, { px: 0.5, py: 1.1 }, poseButton.rightTrigger)
  await b.waitFor(() => b.poses.has(a.participantSlot))
  expect(b.poses.get(a.participantSlot)).toMatchObject({ buttons: poseButton.rightTrigger })
  expect(b.poses.get(a.participantSlot)?.head.px).toBeCloseTo(1.25, 3)
  expect(b.poses.get(a.participantSlot)?.right.py).toBeCloseTo(1.1, 3)
  expect(a.poses.size).toBe(0)

  for (const user of five.slice(2)) inside.push(await enter(user, { roomId }))
  for (const client of inside) client.frames = 0
  for (const [index, client] of inside.entries()) client.sendPose({ px: index })
  for (const client of inside)
    await client.waitFor(() => inside.every(({ participantSlot }) => client.poses.has(participantSlot)))
  for (const [index, { participantSlot }] of inside.entries())
    expect(a.poses.get(participantSlot)?.head.px).toBeCloseTo(index, 2)
  expect(a.frames).toBeLessThan(5)
})

test('a device that floods or sends malformed messages is cut off alone', async () => {
  const { roomId, users: three } = await createRoom('guest', 'host', 'guest')
  const [flooder, b, noise] = [
    await enter(at(three, 0), { roomId }),
    await enter(at(three, 1), { roomId }),
    await enter(at(three, 2), { roomId }),
  ]
  for (let n = 0; n < 400; n += 1) flooder.sendPose({ px: n / 100 })
  await flooder.waitFor(() => flooder.closeCode !== undefined, 'the flood to be cut off')
  expect(flooder.closeCode).toBe(roomCloseCodes.flood)
  expect(b.frames).toBeLessThan(80)
  for (let n = 0; n < 300; n += 1) noise.socket.send(new Uint8Array([n, 1, 2, 3]))
  await noise.waitFor(() => noise.closeCode !== undefined, 'the noise to be cut off')
  expect(noise.closeCode).toBe(roomCloseCodes.malformed)
  const huge = await enter(at(three, 2), { roomId })
  huge.socket.send('x'.repeat(30_000))
  await huge.waitFor(() => huge.closeCode !== undefined)
  expect(huge.closeCode).toBe(1009)
  b.send({ name: 'ping', at: 7 })
  await b.waitFor(() => b.lastMessage('pong')?.at === 7)
})

test('a guest cannot grab, gather or silence, nor appear to speak while silenced; a host can', async () => {
  const { roomId, users: both } = await createRoom('host', 'guest')
  const host = await enter(at(both, 0), { roomId })
  const guest = await enter(at(both, 1), { roomId })
  const userId = at(both, 1).id
  guest.send({ name: 'grab', key: 'placement' })
  guest.send({ name: 'gather' })
  guest.send({ name: 'silence', userId: at(both, 0).id, silenced: true })
  const refusals = () => guest.messages.filter(({ name }) => name === 'refused')
  await guest.waitFor(() => refusals().length === 3)
  expect(refusals()).toMatchObject([{ of: 'grab' }, { of: 'gather' }, { of: 'silence', code: 'room.hosts-only' }])

  host.send({ name: 'silence', userId, silenced: true })
  await guest.waitFor(() => guest.participants.get(guest.participantSlot)?.silenced === true)
  guest.sendPose({ px: 1 }, undefined, poseButton.speaking | poseButton.laser)
  await host.waitFor(() => host.poses.has(guest.participantSlot))
  expect(host.poses.get(guest.participantSlot)?.buttons).toBe(poseButton.laser)
  // Rejoining does not lift the silence.
  guest.leave()
  await host.waitFor(() => host.participants.size === 1)
  const reentered = await enter(at(both, 1), { roomId })
  expect(reentered.participants.get(reentered.participantSlot)?.silenced).toBe(true)
  host.send({ name: 'silence', userId, silenced: false })
  await reentered.waitFor(() => reentered.participants.get(reentered.participantSlot)?.silenced === false)
})

test('one participant grabs at a time; a drag is broadcast to all, and leaving releases the grab', async () => {
  const { roomId, users: both } = await createRoom('host', 'host')
  const [a, b] = [await enter(at(both, 0), { roomId }), await enter(at(both, 1), { roomId })]
  const placement = { position: [0, 0, -1] as [number, number, number], yaw: 0, size: { kind: 'true' as const } }
  a.send({ name: 'grab', key: 'placement' })
  await b.waitFor(() => b.lastMessage('grab-changed')?.by === a.participantSlot)
  b.send({ name: 'grab', key: 'placement' })
  b.send({ name: 'drag', key: 'placement', placement })
  await b.waitFor(() => b.messages.filter(({ name }) => name === 'refused').length === 2)
  a.send({ name: 'drag', key: 'placement', placement })
  await b.waitFor(() => b.lastMessage('drag') !== undefined)
  expect(b.lastMessage('drag')).toMatchObject({ by: a.participantSlot, placement })
  a.leave()
  await b.waitFor(() => b.lastMessage('grab-changed')?.by === null)
})

test('a lost connection releases at once what its device had grabbed, also if the device is back before that is noticed', async () => {
  const { roomId, users: both } = await createRoom('host', 'host')
  const [user, other] = [at(both, 0), at(both, 1)]
  const witness = await enter(other, { roomId })
  const grabber = await enter(user, { roomId })
  const grabbedBy = () => witness.lastMessage('grab-changed')?.by
  grabber.send({ name: 'grab', key: 'placement' })
  await witness.waitFor(() => grabbedBy() === grabber.participantSlot)
  // The old connection is still open.
  const back = await enter(user, { roomId, resumeToken: grabber.snapshot?.resumeToken ?? '' })
  expect(back.participantSlot).toBe(grabber.participantSlot)
  await witness.waitFor(() => grabbedBy() === null)
  back.send({ name: 'grab', key: 'placement' })
  await witness.waitFor(() => grabbedBy() === back.participantSlot)
  back.socket.terminate()
  await witness.waitFor(() => grabbedBy() === null)
  witness.send({ name: 'grab', key: 'placement' })
  await witness.waitFor(() => grabbedBy() === witness.participantSlot)
  // The device can still come back: its place is kept for it, and what it had grabbed is not.
  expect(witness.lastMessage('left')).toBeUndefined()
})

test('a signal is delivered to its target only, with the participant slot of its sender', async () => {
  const { roomId, users: three } = await createRoom('host', 'guest', 'guest')
  const inside: RoomClient[] = []
  for (const user of three) inside.push(await enter(user, { roomId, voice: true }))
  const [a, b, c] = [at(inside, 0), at(inside, 1), at(inside, 2)]
  a.send({ name: 'signal', to: b.participantSlot, data: 'offer' })
  await b.waitFor(() => b.lastMessage('signal') !== undefined)
  expect(b.lastMessage('signal')).toEqual({ name: 'signal', from: a.participantSlot, data: 'offer' })
  c.send({ name: 'ping', at: 1 })
  await c.waitFor(() => c.lastMessage('pong') !== undefined)
  expect(c.lastMessage('signal')).toBeUndefined()
})

test('a user with two devices has two participant slots; a device that lost its connection resumes its own', async () => {
  const { roomId, users: both } = await createRoom('host', 'guest')
  const user = at(both, 0)
  const witness = await enter(at(both, 1), { roomId })
  const headset = await enter(user, { roomId, device: 'headset' })
  const desktop = await enter(user, { roomId, device: 'desktop' })
  expect(new Set([headset.participantSlot, desktop.participantSlot, witness.participantSlot]).size).toBe(3)
  await witness.waitFor(() => witness.participants.size === 3)
  headset.socket.terminate()
  const back = await enter(user, { roomId, device: 'headset', resumeToken: headset.snapshot?.resumeToken ?? '' })
  expect(back.participantSlot).toBe(headset.participantSlot)
  expect(witness.messages.some(({ name }) => name === 'left')).toBe(false)
  // No one can resume a participant slot with another user's token.
  const thief = await enter(at(both, 1), { roomId, resumeToken: desktop.snapshot?.resumeToken ?? '' })
  expect(thief.participantSlot).not.toBe(desktop.participantSlot)
  const stillInside = async () => (await rooms.listVisits(roomId, user)).map(({ leftAt }) => leftAt === null)
  await expect.poll(stillInside).toEqual([true])
  desktop.leave()
  back.leave()
  await expect.poll(stillInside).toEqual([false])
})

test('a removed or signed-out user is disconnected at once; a new role takes effect at once', async () => {
  const { roomId, users: three } = await createRoom('host', 'guest', 'guest')
  const inside: RoomClient[] = []
  for (const user of three) inside.push(await enter(user, { roomId }))
  const [host, out, ended] = [at(inside, 0), at(inside, 1), at(inside, 2)]
  await rooms.changeRole(roomId, at(three, 2), 'host')
  await rooms.changeRole(roomId, at(three, 1), null)
  await server.transact(async (tx) => signalAfterCommit(tx, { accessChanges: [{ kind: 'room', id: roomId }] }))
  await out.waitFor(() => out.closeCode !== undefined)
  expect(out.closeCode).toBe(roomCloseCodes['not-found'])
  await ended.waitFor(() => ended.participants.get(ended.participantSlot)?.role === 'host')
  await server.injectAs(at(three, 2), logout)
  await ended.waitFor(() => ended.closeCode !== undefined)
  expect(ended.closeCode).toBe(roomCloseCodes['signed-out'])
  await host.waitFor(() => host.participants.size === 1)
})

test('a device whose session ended on another node is disconnected within a second, without a signal', async () => {
  const { roomId, users: three } = await createRoom('host', 'guest', 'guest')
  const host = await enter(at(three, 0), { roomId })
  const guests = [await enter(at(three, 1), { roomId }), await enter(at(three, 2), { roomId })]
  // The second ends right after a check, so it waits for a whole interval.
  for (const [index, ended] of guests.entries()) {
    const start = performance.now()
    // Deleted directly, as another node would, without a signal on this one.
    await server.deps.db
      .deleteFrom('sessions')
      .where('user_id', '=', at(three, index + 1).id)
      .execute()
    await ended.waitFor(() => ended.closeCode !== undefined)
    expect(performance.now() - start).toBeLessThan(1_000)
    expect(ended.closeCode).toBe(roomCloseCodes['signed-out'])
  }
  await host.waitFor(() => host.participants.size === 1)
})

test('a node proxies connections to the node with the lease, and takes the room over once that node is gone', async () => {
  const other: App = await buildApp({
    env: server.deps.env,
    databaseUrl: server.app.databaseUrl,
    log: server.deps.log,
    features: rooms.features,
    background: false,
  })
  await other.start()
  const there = await other.listen()
  try {
    const { roomId, users: both } = await createRoom('host', 'guest')
    const held = await other.deps.realtime.acquireSocketPath(roomId)
    expect(await server.deps.realtime.acquireSocketPath(roomId)).toEqual(held)
    const near = await RoomClient.enter(there + held.path, at(both, 0))
    const far = await enter(at(both, 1), { roomId })
    open.push(near)
    far.sendPose({ px: 3 })
    await near.waitFor(() => near.poses.has(far.participantSlot))
    // Roles may be changed on any node.
    await rooms.changeRole(roomId, at(both, 1), 'host')
    await transact(server.deps, async (tx) => signalAfterCommit(tx, { accessChanges: [{ kind: 'room', id: roomId }] }))
    await near.waitFor(
      () => near.participants.get(far.participantSlot)?.role === 'host',
      'the role that was given on another node',
    )
    await other.stop()
    await near.waitFor(() => near.closeCode !== undefined)
    await far.waitFor(() => far.closeCode !== undefined)
    expect(far.closeCode).toBe(roomCloseCodes.moved)
    const back = await enter(at(both, 1), { roomId })
    expect(back.snapshot?.participants.map(({ userId }) => userId)).toEqual([at(both, 1).id])
  } finally {
    await other.stop().catch(() => undefined)
  }
})

test('a node admits no one to a room that another node has the lease on', async () => {
  const { roomId, users: both } = await createRoom('host')
  const { path, node } = await server.deps.realtime.acquireSocketPath(randomUUID())
  await acquireLease(server.deps.db, roomId, randomUUID())
  const client = await RoomClient.enter(address + path.replace(/[^/]+$/, roomId), at(both, 0))
  open.push(client)
  expect(path).toContain(node)
  expect(client.closeCode).toBe(roomCloseCodes.moved)
})

test('rooms without a lease for a while are abandoned once each, and no others', async () => {
  const { db } = server.deps
  const [lost, fresh, held] = [await createRoom('host'), await createRoom('host'), await createRoom('host')]
  const occupied = async ({ roomId, users }: typeof lost, seconds: number) => {
    await server.transact((tx) => recordJoin(tx, roomId, at(users, 0).id, server.clock.now()))
    await sql`insert into room_leases (room_id, node_id, expires_at, renewed_at)
      values (${roomId}, ${randomUUID()}, clock_timestamp() + ${seconds} * interval '1 second', clock_timestamp() + ${seconds - 3} * interval '1 second')`.execute(
      db,
    )
  }
  await occupied(lost, -20)
  await occupied(fresh, -5)
  await occupied(held, 3)
  await endAbandonedVisits(server.deps)
  await endAbandonedVisits(server.deps)
  const ended = async ({ roomId }: typeof lost) => (await rooms.listVisits(roomId)).map(({ leftAt }) => leftAt !== null)
  expect([await ended(lost), await ended(fresh), await ended(held)]).toEqual([[true], [false], [false]])
  const failed = await db.selectFrom('events').select('data').where('type', '=', 'room.failed').execute()
  expect(failed).toMatchObject([{ data: { roomId: lost.roomId } }])
})

test('concurrent requests for a lease have one winner', async () => {
  const roomId = randomUUID()
  const nodes = Array.from({ length: 20 }, () => randomUUID())
  const holders = await Promise.all(nodes.map((node) => acquireLease(server.deps.db, roomId, node)))
  expect(new Set(holders.map(({ nodeId }) => nodeId)).size).toBe(1)
})

test('a client that sends nothing after opening, or another message first, is disconnected', async () => {
  const { roomId, users: both } = await createRoom('host')
  const { path } = await server.deps.realtime.acquireSocketPath(roomId)
  const client = new RoomClient(address + path, at(both, 0).cookie)
  open.push(client)
  await client.waitFor(() => client.socket.readyState === WebSocket.OPEN)
  client.send({ name: 'gather' })
  await client.waitFor(() => client.closeCode !== undefined)
  expect(client.closeCode).toBe(roomCloseCodes.malformed)
})
