import { keptForHosts, mostDevices, mostInRoom, roomCloses } from '@veranda/contract/rooms/wire.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type RoomClient } from './testing/room-client.ts'
import { roomWorld, type RoomWorld } from './testing/room-world.ts'

let world: RoomWorld
beforeAll(async () => {
  world = await roomWorld()
})
afterEach(() => world.cut())
afterAll(() => world.t.close())

/** A room with a host and guests, each with a device inside. */
async function inside(...roles: ('host' | 'guest')[]) {
  const { roomId, people } = await world.room('host', ...roles)
  const [host, ...others] = people
  if (!host) throw new Error('a room without a host')
  return { roomId, host, others }
}

test('a person has four devices in a room: with a fifth the oldest gives way, and is told why', async () => {
  const { roomId, host, others } = await inside('guest')
  const [guest] = others
  if (!guest) throw new Error('nobody came')
  const witness = await world.enter(host, { roomId })
  const devices: RoomClient[] = []
  for (let n = 0; n < mostDevices; n += 1) devices.push(await world.enter(guest, { roomId, device: 'phone' }))
  await witness.until(() => witness.members.size === 1 + mostDevices)
  const fifth = await world.enter(guest, { roomId })
  const [oldest, ...rest] = devices
  await oldest?.until(() => oldest.closed !== undefined, 'the oldest to give way')
  expect(oldest?.closed).toBe(roomCloses.devices)
  expect(rest.map(({ closed }) => closed)).toEqual([undefined, undefined, undefined])
  expect(fifth.welcome?.members).toHaveLength(1 + mostDevices)
  // One whose line broke gives way before those that are heard.
  const [, second, third] = devices
  third?.line.terminate()
  await expect.poll(async () => (await world.enter(guest, { roomId })).welcome !== undefined).toBe(true)
  second?.say({ name: 'ping', at: 3 })
  await second?.until(() => second.last('pong')?.at === 3)
  expect(second?.closed).toBeUndefined()
  // The person never left.
  await expect.poll(() => world.book.filter((line) => line.includes(guest.id))).toEqual([`came ${roomId} ${guest.id}`])
})

test('guests leave slots free, so that those whose room it is come in with all their devices', async () => {
  const guestsAtMost = mostInRoom - keptForHosts
  const { roomId, host, others } = await inside(...Array.from({ length: guestsAtMost / 4 + 1 }, () => 'guest' as const))
  const closed: (number | undefined)[] = []
  for (const guest of others) {
    for (let n = 0; n < 4; n += 1) closed.push((await world.enter(guest, { roomId })).closed)
  }
  expect(closed.filter((code) => code === undefined)).toHaveLength(guestsAtMost)
  expect(closed.slice(guestsAtMost)).toEqual([roomCloses.full, roomCloses.full, roomCloses.full, roomCloses.full])
  for (let n = 0; n < 4; n += 1) expect((await world.enter(host, { roomId })).closed).toBeUndefined()
})

test('who comes and goes all the time is left outside, alone', async () => {
  const { roomId, host, others } = await inside('guest')
  const [guest] = others
  if (!guest) throw new Error('nobody came')
  const witness = await world.enter(host, { roomId })
  let code: number | undefined
  for (let n = 0; n < 40 && code === undefined; n += 1) {
    const client = await world.enter(guest, { roomId })
    code = client.closed
    client.leave()
  }
  expect(code).toBe(roomCloses.flood)
  expect(witness.tells.filter(({ name }) => name === 'came').length).toBeLessThan(30)
  expect((await world.enter(host, { roomId })).closed).toBeUndefined()
})

test('muting all the time is told a few times, then as it is at last; who goes on is cut off alone', async () => {
  const { roomId, host, others } = await inside('guest', 'guest')
  const [guest, other] = others
  if (!guest || !other) throw new Error('nobody came')
  const witness = await world.enter(host, { roomId })
  const [toggler, undecided] = [await world.enter(guest, { roomId }), await world.enter(other, { roomId })]
  const changed = (slot: number) =>
    witness.tells.filter((told) => told.name === 'changed' && told.member.slot === slot).length
  for (let n = 0; n < 19; n += 1) undecided.say({ name: 'muted', muted: n % 2 === 0 })
  await witness.until(() => witness.members.get(undecided.slot)?.muted === true && changed(undecided.slot) > 10)
  expect(changed(undecided.slot)).toBeLessThan(16)
  expect(undecided.closed).toBeUndefined()

  for (let n = 0; n < 100; n += 1) toggler.say({ name: 'muted', muted: n % 2 === 0 })
  await toggler.until(() => toggler.closed !== undefined, 'the toggler to be cut off')
  expect(toggler.closed).toBe(roomCloses.flood)
  expect(changed(toggler.slot)).toBeLessThan(16)
  expect([witness.closed, undecided.closed]).toEqual([undefined, undefined])
})

test('signals beyond what voices need do not arrive, and whoever goes on is cut off alone', async () => {
  const { roomId, host, others } = await inside('guest')
  const [guest] = others
  if (!guest) throw new Error('nobody came')
  const [target, bomber] = [await world.enter(host, { roomId }), await world.enter(guest, { roomId })]
  // What a browser sends to agree with five others: an offer and six places to be reached at for each.
  for (let peer = 0; peer < 5; peer += 1) {
    bomber.say({ name: 'signal', to: target.slot, data: 'o'.repeat(4_000) })
    for (let n = 0; n < 6; n += 1) bomber.say({ name: 'signal', to: target.slot, data: 'c'.repeat(200) })
  }
  const arrived = () => target.tells.filter(({ name }) => name === 'signal').length
  await target.until(() => arrived() === 35, 'a whole agreement')
  for (let n = 0; n < 70; n += 1) bomber.say({ name: 'signal', to: target.slot, data: 'x'.repeat(15_900) })
  await bomber.until(() => bomber.closed !== undefined, 'the bomber to be cut off')
  expect(bomber.closed).toBe(roomCloses.flood)
  expect(arrived()).toBeLessThan(35 + 10)
  target.say({ name: 'ping', at: 5 })
  await target.until(() => target.last('pong')?.at === 5)
})

test('who comes into a full room agrees on a voice with everybody there, and stays', async () => {
  const guests = mostInRoom - keptForHosts
  const { roomId, host, others } = await inside(...Array.from({ length: guests }, () => 'guest' as const))
  const there = [await world.enter(host, { roomId })]
  for (const guest of others) there.push(await world.enter(guest, { roomId, voice: true }))
  const comer = there.pop()
  if (!comer) throw new Error('nobody came')
  for (const { slot } of there) comer.say({ name: 'signal', to: slot, data: 'a'.repeat(4_000) })
  for (let n = 0; n < 10; n += 1) {
    for (const { slot } of there) comer.say({ name: 'signal', to: slot, data: 'c'.repeat(240) })
  }
  const arrived = (client: RoomClient) => client.tells.filter(({ name }) => name === 'signal').length
  for (const one of there) await one.until(() => arrived(one) === 11, 'a whole agreement')
  comer.say({ name: 'ping', at: 7 })
  await comer.until(() => comer.last('pong')?.at === 7)
  expect(comer.closed).toBeUndefined()
}, 30_000)

test('a host who takes hold all the time is cut off, and what was held is free', async () => {
  const { roomId, host, others } = await inside('host')
  const [second] = others
  if (!second) throw new Error('nobody came')
  const [grabber, witness] = [await world.enter(host, { roomId }), await world.enter(second, { roomId })]
  for (let n = 0; n < 50; n += 1) {
    grabber.say({ name: 'hold', key: 'placement' })
    grabber.say({ name: 'let-go', key: 'placement' })
  }
  for (let n = 0; n < 40; n += 1) grabber.say({ name: 'hold', key: 'placement' })
  await grabber.until(() => grabber.closed !== undefined, 'the grabber to be cut off')
  expect(grabber.closed).toBe(roomCloses.flood)
  expect(witness.tells.filter(({ name }) => name === 'held').length).toBeLessThan(60)
  witness.say({ name: 'hold', key: 'placement' })
  await witness.until(() => witness.last('held')?.by === witness.slot)
})
