import { logout } from '@veranda/contract/accounts/sessions/routes.ts'
import { readAccount } from '@veranda/contract/accounts/settings/routes.ts'
import { listNoShows } from '@veranda/contract/bookings/routes.ts'
import { receiveWebhook } from '@veranda/contract/payments/routes.ts'
import { roomCloseCodes } from '@veranda/contract/rooms/connection/messages.ts'
import { after, day, minute } from '@veranda/core/time/instant.ts'
import { randomUUID } from 'node:crypto'
import { type IncomingMessage, request } from 'node:http'
import { io, type Socket } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { adminCommands } from '../admin.ts'
import { RoomClient } from '../features/rooms/connection/testing/room-client.ts'
import { startTestRooms, type TestRooms } from '../features/rooms/connection/testing/test-rooms.ts'
import { maxFailureRowsPerMinute } from '../platform/audit/failure-log.ts'
import { recordRefusal, requestRefused } from '../platform/audit/request-refusals.ts'
import { timestamptz } from '../platform/db/timestamptz.ts'
import { maxSocketsPerUser } from '../platform/realtime/connection-registry.ts'
import { openLiveSocket } from './live-socket.ts'
import { credentialsOf } from './route-calls.ts'
import { testApp, type TestUser } from './test-app.ts'

let rooms: TestRooms
let server: TestRooms['server']
const sockets: { close(): void }[] = []
beforeAll(async () => {
  rooms = await startTestRooms()
  server = rooms.server
})
// Each test begins a day and a minute of its own.
beforeEach(() => server.clock.setShift(server.clock.shift() + 2 * day - (server.clock.now() % minute)))
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close()
  rooms.dropConnections()
})
afterAll(() => server.close())

const foreign = { origin: 'https://evil.example' }
const socketIo = '/socket.io/?EIO=4&transport='

/** Sends a request; fetch would not send another Host header. */
function send(path: string, headers: Record<string, string>, method = 'GET'): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      rooms.address + path,
      { method, headers: { connection: 'close', ...headers } },
      (reply) => {
        reply.resume()
        reply.once('end', () => resolve(reply))
      },
    )
    outgoing.once('error', reject)
    outgoing.end()
  })
}

/** Opens a WebSocket and waits until it is open or closed. */
async function openSocket(path: string, headers: Record<string, string> = {}): Promise<WebSocket> {
  const socket = new WebSocket(rooms.address.replace('http', 'ws') + path, { headers })
  sockets.push(socket)
  await new Promise((resolve) => {
    for (const event of ['open', 'close']) socket.once(event, resolve)
    socket.on('error', () => undefined)
  })
  return socket
}

function connect(user: TestUser): Socket {
  const socket = io(rooms.address, {
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    auth: { token: user.token },
    extraHeaders: { cookie: user.cookie },
  })
  sockets.push(socket)
  return socket
}

/** Returns the rows of refusals of this test, by kind. */
async function refusals(app = server) {
  await app.deps.failureLog.flush()
  const rows = await app.deps.db
    .selectFrom('audit_log')
    .select(['user_id', 'ip_address', 'user_agent', 'data'])
    .where('action', '=', requestRefused)
    .where('at', '>', timestamptz(after(app.clock.now(), -day)))
    .execute()
  // Written by the failure log.
  const read = rows.map((row) => ({ ...row, data: row.data as { reason: string; count: number; site?: string } }))
  return new Map(read.map((row) => [row.data.reason, row]))
}

async function list(app = server): Promise<string[]> {
  await app.deps.failureLog.flush()
  const lines: string[] = []
  expect(await adminCommands['refusals']?.(app.app, '', (line) => lines.push(line))).toBe(0)
  return lines
}

test('nothing is listed before something is refused', async () => {
  expect(await list()).toEqual(['Nothing has been refused in the last 24 hours.'])
})

test('refused origins, host names and upgrades are listed with their address and the website that they named', async () => {
  const agent = { 'user-agent': 'Scanner 1', cookie: 'veranda.session=not-to-be-stored' }
  expect((await send(`/api${logout.path}`, { ...foreign, ...agent }, 'POST')).statusCode).toBe(403)
  expect((await send('/api/config', { host: 'rebound.example', ...agent })).statusCode).toBe(421)
  expect((await send(`${socketIo}polling`, { host: 'rebound.example' })).statusCode).toBe(421)
  expect((await send(`${socketIo}polling`, foreign)).statusCode).toBe(403)
  expect((await openSocket(`${socketIo}websocket`, foreign)).readyState).toBe(WebSocket.CLOSED)
  expect((await send(`${socketIo}carrier-pigeon`, {})).statusCode).toBe(400)
  expect((await openSocket('/nowhere')).readyState).toBe(WebSocket.CLOSED)
  const room = `/rooms-live/${randomUUID()}/${randomUUID()}`
  expect((await openSocket(room, foreign)).readyState).toBe(WebSocket.CLOSED)
  expect((await openSocket(room, { host: 'rebound.example' })).readyState).toBe(WebSocket.CLOSED)
  const rows = await refusals()
  expect(Object.fromEntries([...rows].map(([kind, { data }]) => [kind, [data.count, data.site]]))).toEqual({
    origin: [1, foreign.origin],
    host: [1, 'rebound.example'],
    'socket-host': [1, 'rebound.example'],
    'socket-origin': [2, foreign.origin],
    'socket-malformed': [1, undefined],
    'upgrade-path': [1, undefined],
    'room-origin': [1, foreign.origin],
    'room-host': [1, 'rebound.example'],
  })
  for (const row of rows.values()) expect(row).toMatchObject({ user_id: null, ip_address: '127.0.0.1' })
  expect(rows.get('host')?.user_agent).toBe('Scanner 1')
  expect(JSON.stringify([...rows])).not.toContain('not-to-be-stored')
  expect((await list()).at(-1)).toMatch(
    /^ {2}9 {2}127\.0\.0\.1: (?=.*\bhost 1)(?=.*\bsocket-origin 2).*; 0 accounts; named https:\/\/evil\.example, rebound\.example; last /,
  )
})

test('forged webhooks, readings of the metrics without their token, admin routes tried by users and forged tokens are listed', async () => {
  const app = await testApp({ env: { METRICS_TOKEN: 'm'.repeat(32) } })
  try {
    const user = await app.createUser('Tim')
    const statusOf = async (method: 'GET' | 'POST', url: string, headers: Record<string, string> = {}) =>
      (await app.app.http.inject({ method, url, headers, ...(method === 'POST' ? { payload: {} } : {}) })).statusCode
    expect(await statusOf('POST', `/api${receiveWebhook.path}`)).toBe(401)
    expect(await statusOf('GET', '/metrics', { authorization: 'Bearer guess' })).toBe(401)
    expect(await statusOf('GET', `/api${listNoShows.path}`, credentialsOf(user))).toBe(404)
    const forged = `Bearer ${user.token.slice(0, -4)}AAAA`
    expect(await statusOf('GET', `/api${readAccount.path}`, { ...credentialsOf(user), authorization: forged })).toBe(
      401,
    )
    const rows = await refusals(app)
    expect([...rows.keys()].toSorted()).toEqual(['admin', 'metrics-token', 'token', 'webhook-signature'])
    for (const row of rows.values()) expect(row).toMatchObject({ ip_address: '127.0.0.1', data: { count: 1 } })
    expect(rows.get('admin')?.user_id).toBe(user.id)
    expect(await list(app)).toContainEqual(expect.stringMatching(`^  1  ${user.email}: admin 1; 1 addresses; last`))
  } finally {
    await app.close()
  }
})

test('refused handshakes of sockets are listed, with the user where one is known', async () => {
  const user = await server.createUser('Clara')
  const error = await new Promise<Error>((resolve) =>
    connect({ ...user, cookie: 'veranda.session=ended' }).once('connect_error', resolve),
  )
  expect(error.message).toBe('request.not-signed-in')
  for (let count = 0; count < maxSocketsPerUser; count += 1) sockets.push(await openLiveSocket(rooms.address, user))
  await new Promise((resolve) => connect(user).once('connect_error', resolve))
  const rows = await refusals()
  expect([...rows.keys()].toSorted()).toEqual(['socket-not-signed-in', 'socket-too-many'])
  expect(rows.get('socket-not-signed-in')).toMatchObject({ user_id: null, ip_address: '127.0.0.1' })
  expect(rows.get('socket-too-many')).toMatchObject({ user_id: user.id, ip_address: '127.0.0.1' })
  expect(await list()).toContainEqual(
    expect.stringMatching(`^  1  ${user.email}: socket-too-many 1; 1 addresses; last`),
  )
})

test('a connection that sends no handshake is listed, and one that leaves is not', async () => {
  const leaving = await openSocket(`${socketIo}websocket`)
  leaving.terminate()
  await new Promise((resolve) => leaving.once('close', resolve))
  const socket = await openSocket(`${socketIo}websocket`)
  socket.send('4no packet')
  await new Promise((resolve) => socket.once('close', resolve))
  await expect
    .poll(async () => [...(await refusals()).values()].map(({ data }) => data))
    .toEqual([{ reason: 'socket-no-handshake', count: 1 }])
})

test('refused entries into a room are listed, also one that is never asked for', async () => {
  const { roomId, users } = await rooms.createRoom('host')
  const [user] = users
  if (!user) throw new Error('the room has no user')
  const { path } = await server.deps.realtime.acquireSocketPath(roomId)
  const silent = new RoomClient(rooms.address + path, user.cookie)
  sockets.push(silent.socket)
  const noise = new RoomClient(rooms.address + path, user.cookie)
  await noise.waitFor(() => noise.socket.readyState === WebSocket.OPEN)
  noise.socket.send('{}')
  await noise.waitFor(() => noise.closeCode === roomCloseCodes.malformed)
  await rooms.enter({ ...user, token: 'x' }, { roomId })
  let last: RoomClient
  do last = await rooms.enter(user, { roomId })
  while (last.closeCode !== roomCloseCodes.flood)
  await silent.waitFor(() => silent.closeCode !== undefined, 'the silent device to be cut off')
  const rows = await refusals()
  expect([...rows.keys()].toSorted()).toEqual([
    'room-malformed',
    'room-no-handshake',
    'room-not-signed-in',
    'room-too-many',
  ])
  expect(rows.get('room-too-many')?.user_id).toBe(user.id)
  for (const row of rows.values()) expect(row.ip_address).toBe('127.0.0.1')
})

test('a flood is one row for each address and kind, has a bounded number of rows, and hides no other refusal', async () => {
  const send = (site: string, ip: string) =>
    recordRefusal(server.deps.failureLog, 'origin', { id: 'one', ip, userAgent: null }, { site })
  const name = `https://a\u202E\u0007${'x'.repeat(5_000)}`
  send(name, '192.0.2.1')
  for (let count = 1; count < 2_000; count += 1) send(`https://${count}.example`, '192.0.2.1')
  const rows = await refusals()
  expect([...rows.values()].map(({ data }) => data)).toEqual([
    { reason: 'origin', count: 2_000, site: `https://a  ${'x'.repeat(89)}` },
  ])
  for (let count = 0; count < 1_000; count += 1) send('null', `10.0.${count >> 8}.${count & 255}`)
  const failure = { action: 'account.sign-in-failed', reason: 'wrong-password', userId: null }
  server.deps.failureLog.record({ ...failure, request: { id: 'one', ip: '192.0.2.9', userAgent: null } })
  await server.deps.failureLog.flush()
  const stored = await server.deps.db
    .selectFrom('audit_log')
    .select(['action', 'ip_address'])
    .where('at', '>=', timestamptz(after(server.clock.now(), -minute)))
    .where('action', 'in', [requestRefused, failure.action])
    .execute()
  expect(stored.filter(({ action }) => action === requestRefused)).toHaveLength(maxFailureRowsPerMinute + 1)
  expect(stored.filter(({ action }) => action === failure.action)).toEqual([
    { action: failure.action, ip_address: '192.0.2.9' },
  ])
})
