import {
  roomCloseCodes,
  type RoomParticipant,
  type RoomServerMessage,
} from '@veranda/contract/rooms/connection/messages.ts'
import { readRoomEndpoint } from '@veranda/contract/rooms/routes.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type ContractServer, contractServer } from '../../../lib/testing/contract-server.ts'
import { tokenExpiringIn } from '../../../lib/testing/replies.ts'
import { RoomConnection } from './room-connection.ts'

const id = '019cc260-0aaf-733a-8b0d-2e4ae99f0759'
const endpoint = { path: '/rooms-live/n/r', node: 'n', iceServers: [], iceTtlSeconds: null }
let server: ContractServer

/** A WebSocket to a server played by the test. */
class FakeSocket extends EventTarget {
  static readonly OPEN = 1
  static opened: FakeSocket[] = []
  readonly url: string
  readyState = 0
  bufferedAmount = 0
  binaryType = ''
  readonly sent: string[] = []

  constructor(url: string) {
    super()
    this.url = url
    FakeSocket.opened.push(this)
  }

  send(data: string): void {
    this.sent.push(data)
  }

  close(code = 1005): void {
    this.drop(code)
  }

  open(): void {
    this.readyState = 1
    this.dispatchEvent(new Event('open'))
  }

  receive(message: RoomServerMessage): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }))
  }

  drop(code: number): void {
    this.readyState = 3
    this.dispatchEvent(new CloseEvent('close', { code }))
  }
}

const participantAt = (participantSlot: number): RoomParticipant => ({
  participantSlot,
  userId: id,
  displayName: `User ${participantSlot}`,
  avatar: null,
  role: 'host',
  device: 'desktop',
  muted: false,
  silenced: false,
  voice: true,
})
const snapshotFor = (participantSlot: number): RoomServerMessage => ({
  name: 'snapshot',
  participantSlot,
  resumeToken: 'again',
  time: 0,
  participants: [participantAt(participantSlot)],
})

let connection: RoomConnection

beforeEach(() => {
  vi.useFakeTimers()
  FakeSocket.opened = []
  server = contractServer()
  server.reply(readRoomEndpoint, endpoint)
  vi.stubGlobal('WebSocket', FakeSocket)
  localStorage.setItem('auth_token', tokenExpiringIn(900))
  connection = new RoomConnection(id, { device: 'desktop', muted: true, voice: true })
})

afterEach(() => {
  connection.leave()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  localStorage.clear()
})

/** Returns the `count`th socket, opened. */
async function openSocket(count: number): Promise<FakeSocket> {
  await vi.waitFor(() => expect(FakeSocket.opened).toHaveLength(count))
  const socket = FakeSocket.opened[count - 1]
  if (!socket) throw new Error('no socket was opened')
  socket.open()
  return socket
}

test('enters first, and tracks the participants', async () => {
  const socket = await openSocket(1)
  expect(socket.url).toMatch(/^ws:.*\/rooms-live\/n\/r$/)
  expect(JSON.parse(socket.sent[0] ?? '')).toMatchObject({ name: 'enter', device: 'desktop', muted: true, voice: true })
  expect(connection.send({ name: 'gather' })).toBe(false)
  socket.receive(snapshotFor(2))
  socket.receive({ name: 'joined', participant: participantAt(5) })
  socket.receive({ name: 'grab-changed', key: 'placement', by: 5 })
  expect(connection.state.get()).toMatchObject({ status: 'joined', participantSlot: 2 })
  expect([...connection.state.get().participants.keys()]).toEqual([2, 5])
  expect(connection.state.get().grabs.get('placement')).toBe(5)
  socket.receive({ name: 'grab-changed', key: 'placement', by: null })
  socket.receive({ name: 'left', participantSlot: 5, dropped: false })
  expect([...connection.state.get().participants.keys()]).toEqual([2])
  expect(connection.state.get().grabs.size).toBe(0)
  expect(connection.send({ name: 'gather' })).toBe(true)
})

test.each([1006, roomCloseCodes.moved])(
  'a connection closed with %i resumes its participant slot, on any node',
  async (code) => {
    const first = await openSocket(1)
    first.receive(snapshotFor(3))
    connection.mute(false)
    server.reply(readRoomEndpoint, { ...endpoint, path: '/rooms-live/m/r' })
    first.drop(code)
    expect(connection.state.get().status).toBe('reconnecting')
    await vi.advanceTimersByTimeAsync(1_000)
    const second = await openSocket(2)
    expect(second.url).toContain('/rooms-live/m/r')
    expect(JSON.parse(second.sent[0] ?? '')).toMatchObject({ resumeToken: 'again', muted: false })
    second.receive(snapshotFor(3))
    expect(connection.state.get().status).toBe('joined')
  },
)

test('retries while the server does not respond', async () => {
  const first = await openSocket(1)
  first.receive(snapshotFor(3))
  server.refuse(readRoomEndpoint, 503, 'server.unavailable')
  first.drop(1006)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(connection.state.get().status).toBe('reconnecting')
  server.reply(readRoomEndpoint, endpoint)
  await vi.advanceTimersByTimeAsync(10_000)
  await openSocket(2)
})

test.each(['removed', 'signed-out', 'flood', 'resumed', 'devices'] as const)(
  'a client disconnected as %s stays out',
  async (reason) => {
    const socket = await openSocket(1)
    socket.receive(snapshotFor(3))
    socket.drop(roomCloseCodes[reason])
    await vi.advanceTimersByTimeAsync(30_000)
    expect(connection.state.get()).toMatchObject({ status: 'closed', closeReason: reason })
    expect(FakeSocket.opened).toHaveLength(1)
  },
)

test('a room that is closed or missing is not retried', async () => {
  const first = await openSocket(1)
  server.refuse(readRoomEndpoint, 410, 'room.over')
  first.drop(1006)
  await vi.advanceTimersByTimeAsync(30_000)
  expect(connection.state.get()).toMatchObject({ status: 'closed', closeReason: 'room.over' })
})

test('the server receives a ping every few seconds, even if nothing moves', async () => {
  const socket = await openSocket(1)
  socket.receive(snapshotFor(3))
  await vi.advanceTimersByTimeAsync(6_000)
  expect(pings(socket)).toBe(2)
  connection.leave()
  await vi.advanceTimersByTimeAsync(9_000)
  expect(pings(socket)).toBe(2)
})

const pings = ({ sent }: FakeSocket) => sent.filter((message) => message.includes('"ping"')).length
const pong: RoomServerMessage = { name: 'pong', at: 0, time: 0 }

test('a silent connection is given up after a few pings and opened again', async () => {
  const first = await openSocket(1)
  first.receive(snapshotFor(3))
  // A connection that receives messages stays, however long.
  for (let n = 0; n < 10; n += 1) {
    await vi.advanceTimersByTimeAsync(8_000)
    first.receive(pong)
  }
  expect(connection.state.get().status).toBe('joined')
  await vi.advanceTimersByTimeAsync(13_000)
  expect(connection.state.get().status).toBe('reconnecting')
  expect(first.readyState).toBe(3)
  const second = await openSocket(2)
  second.receive(snapshotFor(3))
  await vi.advanceTimersByTimeAsync(2_000)
  expect(connection.state.get().status).toBe('joined')
})

test('a connection that never opens, or never gets a snapshot, is retried', async () => {
  await openSocket(1)
  await vi.advanceTimersByTimeAsync(15_000)
  expect(FakeSocket.opened.length).toBeGreaterThan(1)
})

test.each([
  ['online', () => window],
  ['focus', () => window],
  ['visibilitychange', () => document],
] as const)(
  'on %s a connection that does not answer is soon given up, and one that does is kept',
  async (name, target) => {
    const first = await openSocket(1)
    first.receive(snapshotFor(3))
    target().dispatchEvent(new Event(name))
    expect(pings(first)).toBe(1)
    first.receive(pong)
    await vi.advanceTimersByTimeAsync(4_000)
    expect(connection.state.get().status).toBe('joined')
    first.receive(pong)
    target().dispatchEvent(new Event(name))
    await vi.advanceTimersByTimeAsync(3_100)
    expect(connection.state.get().status).toBe('reconnecting')
    await vi.advanceTimersByTimeAsync(1_000)
    await openSocket(2)
  },
)

test('a page that was busy for longer than an answer may take reads it before it gives the connection up', async () => {
  const first = await openSocket(1)
  first.receive(snapshotFor(3))
  dispatchEvent(new Event('focus'))
  // The page draws something large, and the timer fires before what has arrived meanwhile is read.
  const busyMs = 6_000
  const now = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + busyMs)
  await vi.advanceTimersByTimeAsync(3_100)
  now.mockRestore()
  expect(connection.state.get().status).toBe('joined')
  first.receive(pong)
  await vi.advanceTimersByTimeAsync(4_000)
  expect(connection.state.get().status).toBe('joined')
  expect(FakeSocket.opened).toHaveLength(1)
})

test('triggered twice, it reconnects once', async () => {
  const first = await openSocket(1)
  first.receive(snapshotFor(3))
  first.drop(1006)
  dispatchEvent(new Event('online'))
  dispatchEvent(new Event('focus'))
  await vi.advanceTimersByTimeAsync(4_000)
  await openSocket(2)
  expect(FakeSocket.opened).toHaveLength(2)
})
