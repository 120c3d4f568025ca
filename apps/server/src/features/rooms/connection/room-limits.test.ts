import {
  reservedHostSlotCount,
  maxDevicesPerUser,
  maxDevicesPerUserInAllRooms,
  maxParticipantSlots,
  roomCloseCodes,
} from '@veranda/contract/rooms/connection/messages.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type RoomClient } from './testing/room-client.ts'
import { startTestRooms, type TestRooms } from './testing/test-rooms.ts'

let rooms: TestRooms
beforeAll(async () => {
  rooms = await startTestRooms()
})
afterEach(() => rooms.dropConnections())
afterAll(() => rooms.server.close())

/** Creates a room with a host and other users. */
async function inside(...roles: ('host' | 'guest')[]) {
  const { roomId, users } = await rooms.createRoom('host', ...roles)
  const [host, ...others] = users
  if (!host) throw new Error('a room without a host')
  return { roomId, host, others }
}

test('a user can have four devices in a room: a fifth evicts the oldest, with a reason', async () => {
  const { roomId, host, others } = await inside('guest')
  const [guest] = others
  if (!guest) throw new Error('missing user')
  const witness = await rooms.enter(host, { roomId })
  const devices: RoomClient[] = []
  for (let n = 0; n < maxDevicesPerUser; n += 1) devices.push(await rooms.enter(guest, { roomId, device: 'phone' }))
  await witness.waitFor(() => witness.participants.size === 1 + maxDevicesPerUser)
  const fifth = await rooms.enter(guest, { roomId })
  const [oldest, ...rest] = devices
  await oldest?.waitFor(() => oldest.closeCode !== undefined, 'the oldest to give way')
  expect(oldest?.closeCode).toBe(roomCloseCodes.devices)
  expect(rest.map(({ closeCode }) => closeCode)).toEqual([undefined, undefined, undefined])
  expect(fifth.snapshot?.participants).toHaveLength(1 + maxDevicesPerUser)
  // A device that lost its connection is evicted before connected ones.
  const [, second, third] = devices
  third?.socket.terminate()
  await expect.poll(async () => (await rooms.enter(guest, { roomId })).snapshot !== undefined).toBe(true)
  second?.send({ name: 'ping', at: 3 })
  await second?.waitFor(() => second.lastMessage('pong')?.at === 3)
  expect(second?.closeCode).toBeUndefined()
  // The user never left. Visits are written after the fact, by the presence writer.
  await expect.poll(async () => (await rooms.listVisits(roomId, guest)).map(({ leftAt }) => leftAt)).toEqual([null])
})

test('a user can have twelve devices in all rooms: one more evicts the oldest, wherever it is', async () => {
  const { roomId, host } = await inside('guest')
  const devices = [await rooms.enter(host, { roomId })]
  while (devices.length < maxDevicesPerUserInAllRooms) {
    const other = await inside('guest')
    await rooms.changeRole(other.roomId, host, 'guest')
    for (let n = 0; n < maxDevicesPerUser && devices.length < maxDevicesPerUserInAllRooms; n += 1)
      devices.push(await rooms.enter(host, { roomId: other.roomId, device: 'phone' }))
  }
  expect(devices.map(({ closeCode }) => closeCode)).toEqual(devices.map(() => undefined))
  const [oldest, ...rest] = devices
  const next = await inside('guest')
  await rooms.changeRole(next.roomId, host, 'guest')
  const last = await rooms.enter(host, { roomId: next.roomId })
  await oldest?.waitFor(() => oldest.closeCode !== undefined, 'the oldest to give way')
  expect(oldest?.closeCode).toBe(roomCloseCodes.devices)
  expect([...rest, last].map(({ closeCode }) => closeCode)).toEqual(devices.map(() => undefined))
})

test('guests leave participant slots free, so that hosts can join with all their devices', async () => {
  const guestsAtMost = maxParticipantSlots - reservedHostSlotCount
  const { roomId, host, others } = await inside(...Array.from({ length: guestsAtMost / 4 + 1 }, () => 'guest' as const))
  const closed: (number | undefined)[] = []
  for (const guest of others) {
    for (let n = 0; n < 4; n += 1) closed.push((await rooms.enter(guest, { roomId })).closeCode)
  }
  expect(closed.filter((code) => code === undefined)).toHaveLength(guestsAtMost)
  expect(closed.slice(guestsAtMost)).toEqual([
    roomCloseCodes.full,
    roomCloseCodes.full,
    roomCloseCodes.full,
    roomCloseCodes.full,
  ])
  for (let n = 0; n < 4; n += 1) expect((await rooms.enter(host, { roomId })).closeCode).toBeUndefined()
})

test('a user who joins and leaves all the time is rejected, and no one else', async () => {
  const { roomId, host, others } = await inside('guest')
  const [guest] = others
  if (!guest) throw new Error('missing user')
  const witness = await rooms.enter(host, { roomId })
  let code: number | undefined
  for (let n = 0; n < 40 && code === undefined; n += 1) {
    const client = await rooms.enter(guest, { roomId })
    code = client.closeCode
    client.leave()
  }
  expect(code).toBe(roomCloseCodes.flood)
  expect(witness.messages.filter(({ name }) => name === 'joined').length).toBeLessThan(30)
  expect((await rooms.enter(host, { roomId })).closeCode).toBeUndefined()
})

test('frequent muting is broadcast a few times and then as its last state; who goes on is cut off alone', async () => {
  const { roomId, host, others } = await inside('guest', 'guest')
  const [guest, other] = others
  if (!guest || !other) throw new Error('missing user')
  const witness = await rooms.enter(host, { roomId })
  const [toggler, undecided] = [await rooms.enter(guest, { roomId }), await rooms.enter(other, { roomId })]
  const changed = (participantSlot: number) =>
    witness.messages.filter(
      (message) => message.name === 'changed' && message.participant.participantSlot === participantSlot,
    ).length
  for (let n = 0; n < 19; n += 1) undecided.send({ name: 'muted', muted: n % 2 === 0 })
  await witness.waitFor(
    () =>
      witness.participants.get(undecided.participantSlot)?.muted === true && changed(undecided.participantSlot) > 10,
  )
  expect(changed(undecided.participantSlot)).toBeLessThan(16)
  expect(undecided.closeCode).toBeUndefined()

  for (let n = 0; n < 100; n += 1) toggler.send({ name: 'muted', muted: n % 2 === 0 })
  await toggler.waitFor(() => toggler.closeCode !== undefined, 'the toggler to be cut off')
  expect(toggler.closeCode).toBe(roomCloseCodes.flood)
  expect(changed(toggler.participantSlot)).toBeLessThan(16)
  expect([witness.closeCode, undecided.closeCode]).toEqual([undefined, undefined])
})

test('signals beyond what voice needs are dropped, and their sender is cut off alone', async () => {
  const { roomId, host, others } = await inside('guest')
  const [guest] = others
  if (!guest) throw new Error('missing user')
  const [target, bomber] = [await rooms.enter(host, { roomId }), await rooms.enter(guest, { roomId })]
  // A browser's messages to negotiate with five others: an offer and six ICE candidates for each.
  for (let peer = 0; peer < 5; peer += 1) {
    bomber.send({ name: 'signal', to: target.participantSlot, data: 'o'.repeat(4_000) })
    for (let n = 0; n < 6; n += 1) bomber.send({ name: 'signal', to: target.participantSlot, data: 'c'.repeat(200) })
  }
  const arrived = () => target.messages.filter(({ name }) => name === 'signal').length
  await target.waitFor(() => arrived() === 35, 'a whole agreement')
  for (let n = 0; n < 70; n += 1) bomber.send({ name: 'signal', to: target.participantSlot, data: 'x'.repeat(15_900) })
  await bomber.waitFor(() => bomber.closeCode !== undefined, 'the bomber to be cut off')
  expect(bomber.closeCode).toBe(roomCloseCodes.flood)
  expect(arrived()).toBeLessThan(35 + 10)
  target.send({ name: 'ping', at: 5 })
  await target.waitFor(() => target.lastMessage('pong')?.at === 5)
})

test('a participant who joins a full room negotiates voice with everyone and stays connected', async () => {
  const guests = maxParticipantSlots - reservedHostSlotCount
  const { roomId, host, others } = await inside(...Array.from({ length: guests }, () => 'guest' as const))
  const there = [await rooms.enter(host, { roomId })]
  for (const guest of others) there.push(await rooms.enter(guest, { roomId, voice: true }))
  const newcomer = there.pop()
  if (!newcomer) throw new Error('missing user')
  for (const { participantSlot } of there)
    newcomer.send({ name: 'signal', to: participantSlot, data: 'a'.repeat(4_000) })
  for (let n = 0; n < 10; n += 1) {
    for (const { participantSlot } of there)
      newcomer.send({ name: 'signal', to: participantSlot, data: 'c'.repeat(240) })
  }
  const arrived = (client: RoomClient) => client.messages.filter(({ name }) => name === 'signal').length
  for (const one of there) await one.waitFor(() => arrived(one) === 11, 'a whole agreement')
  newcomer.send({ name: 'ping', at: 7 })
  await newcomer.waitFor(() => newcomer.lastMessage('pong')?.at === 7)
  expect(newcomer.closeCode).toBeUndefined()
}, 30_000)

test('a host who grabs all the time is cut off, and the grabbed object is free', async () => {
  const { roomId, host, others } = await inside('host')
  const [second] = others
  if (!second) throw new Error('missing user')
  const [grabber, witness] = [await rooms.enter(host, { roomId }), await rooms.enter(second, { roomId })]
  for (let n = 0; n < 50; n += 1) {
    grabber.send({ name: 'grab', key: 'placement' })
    grabber.send({ name: 'release', key: 'placement' })
  }
  for (let n = 0; n < 40; n += 1) grabber.send({ name: 'grab', key: 'placement' })
  await grabber.waitFor(() => grabber.closeCode !== undefined, 'the grabber to be cut off')
  expect(grabber.closeCode).toBe(roomCloseCodes.flood)
  expect(witness.messages.filter(({ name }) => name === 'grab-changed').length).toBeLessThan(60)
  witness.send({ name: 'grab', key: 'placement' })
  await witness.waitFor(() => witness.lastMessage('grab-changed')?.by === witness.participantSlot)
})
