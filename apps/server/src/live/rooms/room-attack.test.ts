import { type Duplex } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { roomCloses } from '@veranda/contract/rooms/wire.ts'
import { reach } from '@veranda/core/rooms/pose.ts'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import { parse } from './hear.ts'
import { malformed } from './testing/malformed.ts'
import { type RoomClient } from './testing/room-client.ts'
import { roomWorld, type RoomWorld } from './testing/room-world.ts'

const attacks = 1_000_000
let world: RoomWorld
let limited = true
/** The server's ends of the lines, in the order of their opening. */
const lines: WebSocket[] = []
beforeAll(async () => {
  const upgrade = WebSocketServer.prototype.handleUpgrade
  vi.spyOn(WebSocketServer.prototype, 'handleUpgrade').mockImplementation(function (
    this: WebSocketServer,
    request,
    socket: Duplex,
    head,
    opened,
  ) {
    upgrade.call(this, request, socket, head, (line, from) => {
      lines.push(line)
      opened(line, from)
    })
  })
  world = await roomWorld()
  Object.defineProperty(world.t.deps.env, 'rateLimits', { get: () => limited })
})
afterEach(() => world.cut())
afterAll(async () => {
  vi.restoreAllMocks()
  await world.t.close()
})

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

/** Bytes in use that are not rubbish: of objects, and of buffers, which come and go in blocks. */
async function inUse(): Promise<{ objects: number; buffers: number }> {
  collect()
  await turn()
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return { objects: heapUsed, buffers: external }
}

/** A room with two who mean well and attackers, and a way to see that the two go on hearing each other. */
async function besieged(attackers: number) {
  const { roomId, people } = await world.room(
    'host',
    'guest',
    ...Array.from({ length: attackers }, () => 'guest' as const),
  )
  const [one, two, ...others] = people
  if (!one || !two) throw new Error('nobody came')
  const [a, b] = [await world.enter(one, { roomId }), await world.enter(two, { roomId })]
  let step = 0
  const moved = async () => {
    step += 1
    const [fromA, fromB] = [step % 30, -(step % 30)]
    a.pose({ px: fromA })
    b.pose({ px: fromB })
    const isAt = (client: RoomClient, slot: number, px: number) =>
      Math.abs((client.poses.get(slot)?.head.px ?? Number.NaN) - px) < 0.001
    await a.until(() => isAt(a, b.slot, fromB), 'what the other does')
    await b.until(() => isAt(b, a.slot, fromA), 'what the other does')
  }
  return { roomId, a, b, attackers: others, moved }
}

test('a million malformed messages harm nothing and nobody: two go on seeing each other, and memory stays', async () => {
  const { roomId, a, b, attackers, moved } = await besieged(1)
  const [attacker] = attackers
  if (!attacker) throw new Error('nobody means harm')
  const client = await world.enter(attacker, { roomId })
  const line = lines.at(-1)
  if (!line) throw new Error('no line was opened')
  await moved()
  // Not cut off, so that all of it is looked at; by the very handler that hears the line.
  limited = false
  const messages = malformed(1)
  let before = { objects: 0, buffers: 0 }
  for (let sent = 0; sent < attacks; sent += 1) {
    const { data, binary } = messages.next().value
    line.emit('message', data, binary)
    if (sent % 20_000 !== 0) continue
    await moved()
    // The first of it makes room in the engine for its code.
    if (sent === 100_000) before = await inUse()
  }
  const after = await inUse()
  // Nine hundred thousand messages: less than two bytes of each, and of their buffers but the last blocks.
  expect(after.objects - before.objects).toBeLessThan(1_500_000)
  expect(after.buffers - before.buffers).toBeLessThan(20_000_000)
  const fromAttacker = a.poses.get(client.slot)
  for (const place of [fromAttacker?.head, fromAttacker?.right]) {
    expect(Math.abs(place?.px ?? 0)).toBeLessThanOrEqual(reach)
  }
  expect([a.closed, b.closed, client.closed]).toEqual([undefined, undefined, undefined])
  expect([...a.members.keys()].toSorted((x, y) => x - y)).toEqual(
    [a.slot, b.slot, client.slot].toSorted((x, y) => x - y),
  )

  limited = true
  for (let sent = 0; sent < 400; sent += 1) line.emit('message', Buffer.from([1, 2, 3]), true)
  // Shown out, it is not heard though it goes on.
  line.emit('message', Buffer.from('{"name":"muted","muted":true}'), false)
  await client.until(() => client.closed !== undefined, 'the attacker to be shown out')
  expect(client.closed).toBe(roomCloses.malformed)
  await moved()
  expect(a.tells.some((told) => told.name === 'changed' && told.member.muted)).toBe(false)
})

test('attackers on lines of their own are shown out one by one, while two go on seeing each other', async () => {
  const { roomId, a, b, attackers, moved } = await besieged(6)
  const seen: (number | undefined)[] = []
  for (const [index, attacker] of attackers.entries()) {
    const client = await world.enter(attacker, { roomId })
    const messages = malformed(index + 7)
    for (let sent = 0; sent < 1_000; sent += 1) {
      const { data, binary } = messages.next().value
      client.line.send(Buffer.from(data), { binary })
      if (sent % 250 === 0) await moved()
    }
    await client.until(() => client.closed !== undefined, 'the attacker to be shown out')
    seen.push(client.closed)
    await moved()
  }
  // Nonsense, too much of it, or a text that is none by the line's own rules.
  const reasons: (number | undefined)[] = [roomCloses.malformed, roomCloses.flood, 1007]
  for (const code of seen) expect(reasons).toContain(code)
  expect([a.closed, b.closed]).toEqual([undefined, undefined])
})

test('no text brings the reader of words down', () => {
  const messages = malformed(3)
  let read = 0
  for (let sent = 0; sent < 20_000; sent += 1) {
    const { data, binary } = messages.next().value
    if (!binary && parse(data.toString())) read += 1
  }
  // What there is of sense in it is the one who enters once more, which the room then refuses.
  expect(read).toBeGreaterThan(0)
  expect(read).toBeLessThan(1_000)
})
