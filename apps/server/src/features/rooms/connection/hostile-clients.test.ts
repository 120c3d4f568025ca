import { type Duplex } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { roomClientMessage, roomCloseCodes } from '@veranda/contract/rooms/connection/messages.ts'
import { recordKinds } from '@veranda/contract/rooms/records/record-kinds.ts'
import { poseRangeMetres } from '@veranda/core/rooms/connection/pose.ts'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import { seededRandom } from '../../../platform/assets/fuzz/testing/mutate.ts'
import { mutatedInput, pick } from '../../../testing/mutated-input.ts'
import { TokenBucket } from '../../../platform/token-bucket.ts'
import { ActiveRoom } from './active-room.ts'
import { parseClientMessage } from './message-handler.ts'
import { malformedFrames } from './testing/malformed-frames.ts'
import { type RoomClient } from './testing/room-client.ts'
import { startTestRooms, type TestRooms } from './testing/test-rooms.ts'
import { isGateRun } from '../../../testing/test-scope.ts'

const attacks = 1_000_000
let rooms: TestRooms
let limited = true
/** The server's ends of the connections, in the order of opening. */
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
  rooms = await startTestRooms()
  Object.defineProperty(rooms.server.deps.env, 'rateLimits', { get: () => limited })
})
afterEach(() => rooms.dropConnections())
afterAll(async () => {
  vi.restoreAllMocks()
  await rooms.server.close()
})

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

/** Returns the bytes in use after garbage collection: of objects, and of buffers, which are freed in blocks. */
async function inUse(): Promise<{ objects: number; buffers: number }> {
  collect()
  await turn()
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return { objects: heapUsed, buffers: external }
}

/** Creates a room with two well-behaved users and attackers, and a check that the two still see each other move. */
async function besieged(attackers: number) {
  const { roomId, users } = await rooms.createRoom(
    'host',
    'guest',
    ...Array.from({ length: attackers }, () => 'guest' as const),
  )
  const [one, two, ...others] = users
  if (!one || !two) throw new Error('missing user')
  const [a, b] = [await rooms.enter(one, { roomId }), await rooms.enter(two, { roomId })]
  let step = 0
  const moved = async () => {
    step += 1
    const [fromA, fromB] = [step % 30, -(step % 30)]
    a.sendPose({ px: fromA })
    b.sendPose({ px: fromB })
    const isAt = (client: RoomClient, participantSlot: number, px: number) =>
      Math.abs((client.poses.get(participantSlot)?.head.px ?? Number.NaN) - px) < 0.001
    await a.waitFor(() => isAt(a, b.participantSlot, fromB), 'what the other does')
    await b.waitFor(() => isAt(b, a.participantSlot, fromA), 'what the other does')
  }
  return { roomId, a, b, attackers: others, moved }
}

test('a million malformed messages do no harm: two users keep seeing each other, and memory does not grow', async () => {
  const { roomId, a, b, attackers, moved } = await besieged(1)
  const [attacker] = attackers
  if (!attacker) throw new Error('missing attacker')
  const client = await rooms.enter(attacker, { roomId })
  const line = lines.at(-1)
  if (!line) throw new Error('no connection was opened')
  await moved()
  // Rate limits are off, so that the handler of the connection sees every message.
  limited = false
  const messages = malformedFrames(1)
  let before = { objects: 0, buffers: 0 }
  for (let sent = 0; sent < attacks; sent += 1) {
    const { data, binary } = messages.next().value
    line.emit('message', data, binary)
    if (sent % 20_000 !== 0) continue
    await moved()
    // The first messages make the engine compile its code.
    if (sent === 100_000) before = await inUse()
  }
  const after = await inUse()
  // 900,000 messages: less than two bytes for each, and no more buffers than the last blocks.
  expect(after.objects - before.objects).toBeLessThan(1_500_000)
  expect(after.buffers - before.buffers).toBeLessThan(20_000_000)
  const fromAttacker = a.poses.get(client.participantSlot)
  for (const place of [fromAttacker?.head, fromAttacker?.right]) {
    expect(Math.abs(place?.px ?? 0)).toBeLessThanOrEqual(poseRangeMetres)
  }
  expect([a.closeCode, b.closeCode, client.closeCode]).toEqual([undefined, undefined, undefined])
  expect([...a.participants.keys()].toSorted((x, y) => x - y)).toEqual(
    [a.participantSlot, b.participantSlot, client.participantSlot].toSorted((x, y) => x - y),
  )

  limited = true
  for (let sent = 0; sent < 400; sent += 1) line.emit('message', Buffer.from([1, 2, 3]), true)
  // After it was closed, it is ignored even if it continues.
  line.emit('message', Buffer.from('{"name":"muted","muted":true}'), false)
  await client.waitFor(() => client.closeCode !== undefined, 'the attacker to be shown out')
  expect(client.closeCode).toBe(roomCloseCodes.malformed)
  await moved()
  expect(a.messages.some((message) => message.name === 'changed' && message.participant.muted)).toBe(false)
})

test('attackers are disconnected one by one, while two users keep seeing each other', async () => {
  const { roomId, a, b, attackers, moved } = await besieged(6)
  const seen: (number | undefined)[] = []
  for (const [index, attacker] of attackers.entries()) {
    const client = await rooms.enter(attacker, { roomId })
    const messages = malformedFrames(index + 7)
    for (let sent = 0; sent < 1_000; sent += 1) {
      const { data, binary } = messages.next().value
      client.socket.send(Buffer.from(data), { binary })
      if (sent % 250 === 0) await moved()
    }
    await client.waitFor(() => client.closeCode !== undefined, 'the attacker to be shown out')
    seen.push(client.closeCode)
    await moved()
  }
  // Malformed, too many, or text that is not valid UTF-8.
  const reasons: (number | undefined)[] = [roomCloseCodes.malformed, roomCloseCodes.flood, 1007]
  for (const code of seen) expect(reasons).toContain(code)
  expect([a.closeCode, b.closeCode]).toEqual([undefined, undefined])
})

test('no text crashes the message parser', () => {
  const messages = malformedFrames(3)
  let read = 0
  for (let sent = 0; sent < 20_000; sent += 1) {
    const { data, binary } = messages.next().value
    if (!binary && parseClientMessage(data.toString())) read += 1
  }
  // The only valid message among them is a second `enter`, which the room refuses.
  expect(read).toBeGreaterThan(0)
  expect(read).toBeLessThan(1_000)
})

/** The gate sends as many as the other mutated inputs. */
const mutatedCount = isGateRun ? 100_000 : 5_000

test(`${mutatedCount} mutated messages of every kind are each applied or refused, and the device stays in the room`, async () => {
  const { roomId, attackers, moved } = await besieged(1)
  const [attacker] = attackers
  if (!attacker) throw new Error('missing attacker')
  const client = await rooms.enter(attacker, { roomId })
  const line = lines.at(-1)
  if (!line) throw new Error('no connection was opened')
  limited = false
  // No budget runs out, so that each message is read.
  const budget = vi.spyOn(TokenBucket.prototype, 'tryTake').mockReturnValue(true)
  const random = seededRandom(Number(process.env['FUZZ_SEED'] ?? 7))
  const keys = Object.keys(recordKinds).flatMap((kind) => [kind, `${kind}:${attacker.id}`])
  for (let sent = 0; sent < mutatedCount; sent += 1) {
    const text = mutatedInput(roomClientMessage, [roomId, attacker.id], random)
    line.emit('message', Buffer.from(text.replaceAll('"placement"', `"${pick(keys, random)}"`)), false)
    if (sent % 500 === 0) await turn()
  }
  budget.mockRestore()
  limited = true
  await moved()
  expect(client.closeCode).toBeUndefined()
})

test('a message that fails in the server closes its own socket and no other', async () => {
  const { roomId, attackers, a, moved } = await besieged(1)
  const [attacker] = attackers
  if (!attacker) throw new Error('missing attacker')
  const client = await rooms.enter(attacker, { roomId })
  const fault = vi.spyOn(ActiveRoom.prototype, 'receivePose').mockImplementationOnce(() => {
    throw new TypeError('planted')
  })
  client.sendPose({ px: 1 })
  await client.waitFor(() => client.closeCode !== undefined, 'its socket to be closed')
  fault.mockRestore()
  await moved()
  expect(a.closeCode).toBeUndefined()
})
