import { roomCloses, type RoomMember, type RoomTell } from '@veranda/contract/rooms/wire.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { jsonReply, problemReply, tokenEndingIn } from '../../lib/testing.ts'
import { RoomLine } from './room-line.ts'

const id = '019cc260-0aaf-733a-8b0d-2e4ae99f0759'
const endpoint = { path: '/rooms-live/n/r', node: 'n', iceServers: [] }
const fetched = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()

/** A line to a server that the test plays. */
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

  tell(what: RoomTell): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(what) }))
  }

  drop(code: number): void {
    this.readyState = 3
    this.dispatchEvent(new CloseEvent('close', { code }))
  }
}

const member = (slot: number): RoomMember => ({
  slot,
  personId: id,
  label: `Person ${slot}`,
  avatar: null,
  role: 'host',
  device: 'desktop',
  muted: false,
  silenced: false,
  voice: true,
})
const welcome = (slot: number): RoomTell => ({
  name: 'welcome',
  slot,
  resume: 'again',
  time: 0,
  members: [member(slot)],
})

let line: RoomLine

beforeEach(() => {
  vi.useFakeTimers()
  FakeSocket.opened = []
  fetched.mockReset()
  fetched.mockImplementation(async () => jsonReply(endpoint))
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('WebSocket', FakeSocket)
  localStorage.setItem('auth_token', tokenEndingIn(900))
  line = new RoomLine(id, { device: 'desktop', muted: true, voice: true })
})

afterEach(() => {
  line.leave()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  localStorage.clear()
})

/** The line that was opened as the `count`th. */
async function opened(count: number): Promise<FakeSocket> {
  await vi.waitFor(() => expect(FakeSocket.opened).toHaveLength(count))
  const socket = FakeSocket.opened[count - 1]
  if (!socket) throw new Error('no line was opened')
  socket.open()
  return socket
}

test('says whose it is first, and knows who is there', async () => {
  const socket = await opened(1)
  expect(socket.url).toMatch(/^ws:.*\/rooms-live\/n\/r$/)
  expect(JSON.parse(socket.sent[0] ?? '')).toMatchObject({ name: 'enter', device: 'desktop', muted: true, voice: true })
  expect(line.say({ name: 'gather' })).toBe(false)
  socket.tell(welcome(2))
  socket.tell({ name: 'came', member: member(5) })
  socket.tell({ name: 'held', key: 'placement', by: 5 })
  expect(line.state.get()).toMatchObject({ status: 'in', slot: 2 })
  expect([...line.state.get().members.keys()]).toEqual([2, 5])
  expect(line.state.get().holds.get('placement')).toBe(5)
  socket.tell({ name: 'held', key: 'placement', by: null })
  socket.tell({ name: 'left', slot: 5, dropped: false })
  expect([...line.state.get().members.keys()]).toEqual([2])
  expect(line.state.get().holds.size).toBe(0)
  expect(line.say({ name: 'gather' })).toBe(true)
})

test.each([1006, roomCloses.moved])(
  'a line that closes with %i comes back to its slot, on whichever node',
  async (code) => {
    const first = await opened(1)
    first.tell(welcome(3))
    line.mute(false)
    fetched.mockImplementation(async () => jsonReply({ ...endpoint, path: '/rooms-live/m/r' }))
    first.drop(code)
    expect(line.state.get().status).toBe('lost')
    await vi.advanceTimersByTimeAsync(1_000)
    const second = await opened(2)
    expect(second.url).toContain('/rooms-live/m/r')
    expect(JSON.parse(second.sent[0] ?? '')).toMatchObject({ resume: 'again', muted: false })
    second.tell(welcome(3))
    expect(line.state.get().status).toBe('in')
  },
)

test('while nobody answers it goes on asking', async () => {
  const first = await opened(1)
  first.tell(welcome(3))
  fetched.mockImplementation(async () => problemReply(503, 'service.unavailable'))
  first.drop(1006)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(line.state.get().status).toBe('lost')
  fetched.mockImplementation(async () => jsonReply(endpoint))
  await vi.advanceTimersByTimeAsync(10_000)
  await opened(2)
})

test.each(['removed', 'signed-out', 'flood', 'resumed', 'devices'] as const)(
  'who is shown out as %s stays out',
  async (why) => {
    const socket = await opened(1)
    socket.tell(welcome(3))
    socket.drop(roomCloses[why])
    await vi.advanceTimersByTimeAsync(30_000)
    expect(line.state.get()).toMatchObject({ status: 'out', why })
    expect(FakeSocket.opened).toHaveLength(1)
  },
)

test('a room that is not open, or not there, is not asked for again', async () => {
  const first = await opened(1)
  fetched.mockImplementation(async () => problemReply(410, 'room.over'))
  first.drop(1006)
  await vi.advanceTimersByTimeAsync(30_000)
  expect(line.state.get()).toMatchObject({ status: 'out', why: 'room.over' })
})

test('the server hears from it every few seconds, though nothing moves', async () => {
  const socket = await opened(1)
  socket.tell(welcome(3))
  await vi.advanceTimersByTimeAsync(6_000)
  expect(pings(socket)).toBe(2)
  line.leave()
  await vi.advanceTimersByTimeAsync(9_000)
  expect(pings(socket)).toBe(2)
})

const pings = ({ sent }: FakeSocket) => sent.filter((said) => said.includes('"ping"')).length
const pong: RoomTell = { name: 'pong', at: 0, time: 0 }

test('a line on which nothing is heard any more is given up after a few pings, and opened anew', async () => {
  const first = await opened(1)
  first.tell(welcome(3))
  // Whoever is heard stays, however long.
  for (let n = 0; n < 10; n += 1) {
    await vi.advanceTimersByTimeAsync(8_000)
    first.tell(pong)
  }
  expect(line.state.get().status).toBe('in')
  await vi.advanceTimersByTimeAsync(13_000)
  expect(line.state.get().status).toBe('lost')
  expect(first.readyState).toBe(3)
  const second = await opened(2)
  second.tell(welcome(3))
  await vi.advanceTimersByTimeAsync(2_000)
  expect(line.state.get().status).toBe('in')
})

test('a line that never opens, or is never welcomed, is tried anew', async () => {
  await opened(1)
  await vi.advanceTimersByTimeAsync(15_000)
  expect(FakeSocket.opened.length).toBeGreaterThan(1)
})

test.each([
  ['online', () => window],
  ['focus', () => window],
  ['visibilitychange', () => document],
] as const)('on %s a line that gives no answer is given up soon, and one that does is kept', async (name, where) => {
  const first = await opened(1)
  first.tell(welcome(3))
  where().dispatchEvent(new Event(name))
  expect(pings(first)).toBe(1)
  first.tell(pong)
  await vi.advanceTimersByTimeAsync(4_000)
  expect(line.state.get().status).toBe('in')
  first.tell(pong)
  where().dispatchEvent(new Event(name))
  await vi.advanceTimersByTimeAsync(3_100)
  expect(line.state.get().status).toBe('lost')
  await vi.advanceTimersByTimeAsync(1_000)
  await opened(2)
})

test('hurried twice, it comes once', async () => {
  const first = await opened(1)
  first.tell(welcome(3))
  first.drop(1006)
  dispatchEvent(new Event('online'))
  dispatchEvent(new Event('focus'))
  await vi.advanceTimersByTimeAsync(4_000)
  await opened(2)
  expect(FakeSocket.opened).toHaveLength(2)
})
