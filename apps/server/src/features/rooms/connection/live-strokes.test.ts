import { randomUUID } from 'node:crypto'
import { type RoomClientMessage, roomCloseCodes } from '@veranda/contract/rooms/connection/messages.ts'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type WebSocket } from 'ws'
import { ActiveRoom } from './active-room.ts'
import { Participant } from './participant.ts'
import { startTestRooms, type TestRooms } from './testing/test-rooms.ts'

let rooms: TestRooms
beforeAll(async () => {
  rooms = await startTestRooms()
})
afterEach(() => rooms.dropConnections())
afterAll(() => rooms.server.close())

type StrokeMessage = Extract<RoomClientMessage, { name: 'stroke' }>

const on = { deliverableId: randomUUID(), assetId: randomUUID(), part: 'Seat' }
const chunk = (key: string, from = 0): StrokeMessage => {
  return { name: 'stroke', key, color: 'amber', on, from, points: [0, 0.4, 0, 0.01, 0.4, 0] }
}

/** Enters a room with a host and another user. */
async function enterTwo(role: 'host' | 'guest' = 'host') {
  const { roomId, users } = await rooms.createRoom('host', role)
  const [first, second] = users
  if (!first || !second) throw new Error('two users expected')
  return { roomId, first, drawer: await rooms.enter(first, { roomId }), other: await rooms.enter(second, { roomId }) }
}

test('a stroke is seen while it is drawn, with the part and version it is on, and ends with its record', async () => {
  const { drawer, other } = await enterTwo()
  drawer.send(chunk('stroke:a'))
  await other.waitFor(() => other.lastMessage('stroke') !== undefined)
  expect(other.lastMessage('stroke')).toEqual({ ...chunk('stroke:a'), by: drawer.participantSlot })
  drawer.send(chunk('stroke:a', 2))
  drawer.send({ name: 'stroke-end', key: 'stroke:a', kept: true })
  await other.waitFor(() => other.lastMessage('stroke-end') !== undefined)
  expect(other.lastMessage('stroke-end')).toEqual({
    name: 'stroke-end',
    by: drawer.participantSlot,
    key: 'stroke:a',
    kept: true,
  })
  expect(drawer.messages.some(({ name }) => name.startsWith('stroke'))).toBe(false)
})

test('a guest draws nothing, and no one ends what another one draws', async () => {
  const { drawer, other } = await enterTwo('guest')
  drawer.send(chunk('stroke:a'))
  other.send(chunk('stroke:b'))
  other.send({ name: 'stroke-end', key: 'stroke:a', kept: false })
  await other.waitFor(() => other.lastMessage('refused') !== undefined)
  expect(other.lastMessage('refused')).toMatchObject({ of: 'stroke', code: 'room.hosts-only' })
  other.send({ name: 'ping', at: 1 })
  await other.waitFor(() => other.lastMessage('pong') !== undefined)
  expect(other.lastMessage('stroke-end')).toBeUndefined()
  expect(drawer.messages.some(({ name }) => name.startsWith('stroke'))).toBe(false)
})

test('a stroke ends when its device loses the connection, and when it begins another one', async () => {
  const { roomId, first, drawer, other } = await enterTwo()
  const ended = () => other.messages.flatMap((message) => (message.name === 'stroke-end' ? [message] : []))
  drawer.send(chunk('stroke:a'))
  drawer.send(chunk('stroke:b'))
  await other.waitFor(() => ended().length === 1)
  drawer.socket.terminate()
  await other.waitFor(() => ended().length === 2, 'the end of the lost stroke')
  expect(ended().map(({ key, kept }) => [key, kept])).toEqual([
    ['stroke:a', false],
    ['stroke:b', false],
  ])
  const again = await rooms.enter(first, { roomId })
  again.send({ name: 'stroke-end', key: 'stroke:b', kept: true })
  again.send(chunk('stroke:c'))
  await other.waitFor(() => other.lastMessage('stroke')?.key === 'stroke:c')
  expect(ended()).toHaveLength(2)
})

test('a device that draws far faster than a hand is cut off alone', async () => {
  const { drawer, other } = await enterTwo()
  for (let from = 0; from < 200; from += 1) drawer.send(chunk('stroke:a', from))
  await drawer.waitFor(() => drawer.closeCode !== undefined, 'the flood to be cut off')
  expect(drawer.closeCode).toBe(roomCloseCodes.flood)
  expect(other.messages.filter(({ name }) => name === 'stroke').length).toBeLessThan(40)
  expect(other.closeCode).toBeUndefined()
})

test('a slow device misses what is being drawn and gets its end', () => {
  const room = new ActiveRoom('room', () => undefined)
  const enter = (participantSlot: number, bufferedAmount: number) => {
    const send = vi.fn<(text: string) => void>()
    const participant = new Participant({
      participantSlot,
      joinOrder: participantSlot,
      // Only these fields of both are read.
      actor: { id: `user-${participantSlot}` } as Participant['actor'],
      socket: { readyState: 1, OPEN: 1, bufferedAmount, send } as unknown as WebSocket,
      device: 'headset',
      resumeToken: '',
      voice: true,
      muted: false,
      access: { name: 'Ada', avatar: null, role: 'host', silenced: false },
    })
    room.add(participant)
    send.mockClear()
    return {
      participant,
      send,
      names: () => send.mock.calls.map(([text]) => (JSON.parse(text) as { name: string }).name),
    }
  }
  const [drawer, quick, slow] = [enter(0, 0), enter(1, 0), enter(2, 20_000)]
  quick.send.mockClear()
  room.showStroke(drawer.participant, chunk('stroke:a'))
  room.endStroke(drawer.participant, 'stroke:a', true)
  expect(quick.names()).toEqual(['stroke', 'stroke-end'])
  expect(slow.names()).toEqual(['stroke-end'])
})
