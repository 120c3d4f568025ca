import { randomUUID } from 'node:crypto'
import { type IncomingMessage, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { Client } from 'pg'
import { requestRefused } from '../audit/request-refusals.ts'
import { type TestUser, testApp, type TestApp } from '../../testing/test-app.ts'
import { maxSocketsPerUser } from './connection-registry.ts'

let app: TestApp
let address: string
let user: TestUser
beforeAll(async () => {
  app = await testApp()
  address = await app.listen()
  user = await app.createUser('Clara')
})
afterAll(() => app.close())

/** Asks for an upgrade and never closes its own side. Resolves with the answer once the server has closed. */
function requestUpgrade(path: string, headers: Record<string, string> = {}): Promise<string> {
  const { hostname, port } = new URL(address)
  const socket: Socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
  const all = {
    host: `${hostname}:${port}`,
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    'sec-websocket-version': '13',
    ...headers,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  socket.write(`GET ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
  return new Promise((resolve) => {
    let answer = ''
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()))
    socket.on('error', () => undefined)
    // A half-open connection that the server destroys ends with a reset or a close.
    socket.on('close', () => resolve(answer))
    const probe = setInterval(() => socket.write('x'), 100)
    socket.on('close', () => clearInterval(probe))
  })
}

const openConnections = () =>
  new Promise<number>((resolve, reject) =>
    app.app.http.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  )

test.each([
  '/',
  '/nowhere',
  '/socket.io',
  '/socket.io?EIO=4&transport=websocket',
  '/Socket.IO/?EIO=4&transport=websocket',
  '/%73ocket.io/?EIO=4&transport=websocket',
  '/rooms-live',
  `/rooms-live/${randomUUID()}/not-a-room`,
  `/rooms-live/${randomUUID()}/${randomUUID()}`,
])('an upgrade request to a path that no socket server takes is answered and closed: %s', async (path) => {
  expect(await requestUpgrade(path)).toMatch(/^HTTP\/1\.1 (404|502) /)
  await expect.poll(openConnections).toBe(0)
})

test('a request that offers HTTP/2, as curl does, is answered as without the offer', async () => {
  const headers = { upgrade: 'h2c', 'http2-settings': 'AAMAAABkAAQAoAAAAAIAAAAA', connection: 'Upgrade, close' }
  const reply = await requestUpgrade('/api/config', headers)
  expect(reply).toMatch(/^HTTP\/1\.1 200 /)
  expect(reply).toContain('content-type: application/json')
  await expect.poll(openConnections).toBe(0)
})

test('an upgrade of another website is refused and closed', async () => {
  const headers = { origin: 'https://evil.example' }
  expect(await requestUpgrade('/socket.io/?EIO=4&transport=websocket', headers)).toMatch(/^HTTP\/1\.1 4/)
  await expect.poll(openConnections).toBe(0)
})

/** Sends a request to Socket.IO's path; fetch would not send another Host header. */
function callSocketIo(query: string, headers: Record<string, string> = {}, method = 'GET'): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const outgoing = request(`${address}/socket.io/?${query}`, { method, headers }, (reply) => {
      reply.resume()
      reply.once('end', () => resolve(reply))
    })
    outgoing.once('error', reject)
    outgoing.end()
  })
}

test("Socket.IO's handshake is refused under another host name, as every request is", async () => {
  const foreign = { host: 'evil.example' }
  expect((await callSocketIo('EIO=4&transport=polling', foreign)).statusCode).toBe(421)
  expect(await requestUpgrade('/socket.io/?EIO=4&transport=websocket', foreign)).toMatch(/^HTTP\/1\.1 421 /)
  await expect.poll(openConnections).toBe(0)
})

test("Socket.IO's path answers a method that it does not have with 405 and those that it has", async () => {
  for (const method of ['PUT', 'DELETE', 'PATCH', 'PROPFIND']) {
    const { statusCode, headers } = await callSocketIo('EIO=4&transport=polling', { connection: 'close' }, method)
    expect([method, statusCode, headers.allow]).toEqual([method, 405, 'GET, POST, OPTIONS'])
  }
})

test.each([
  ['a handshake', 'EIO=4&transport=polling', {}, 'GET', 200],
  ['a refusal', 'EIO=4&transport=carrier-pigeon', {}, 'GET', 400],
  ['another host name', 'EIO=4&transport=polling', { host: 'evil.example' }, 'GET', 421],
  ['a preflight', 'EIO=4&transport=polling', { origin: 'https://evil.example' }, 'OPTIONS', 204],
])("Socket.IO's replies have the security headers of every reply: %s", async (_, query, sent, method, status) => {
  const { statusCode, headers } = await callSocketIo(query, { ...sent, connection: 'close' }, method)
  expect(statusCode).toBe(status)
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'cross-origin-resource-policy': 'same-origin',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
    'permissions-policy': expect.any(String),
  })
})

test('an upgrade that Socket.IO cannot read is refused and closed', async () => {
  expect(await requestUpgrade('/socket.io/?EIO=4&transport=carrier-pigeon')).toMatch(/^HTTP\/1\.1 4/)
  await expect.poll(openConnections).toBe(0)
})

test('a socket that breaks off during its handshake is forgotten', async () => {
  // Its session is in no cache yet, so that it has to be read.
  const stranger = await app.createUser('Pia')
  const locker = new Client({ connectionString: app.app.databaseUrl })
  await locker.connect()
  await locker.query('begin; lock table sessions in access exclusive mode')
  const socket = new WebSocket(`${address.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`, {
    headers: { cookie: stranger.cookie },
  })
  await new Promise((resolve) => socket.once('message', resolve))
  socket.send(`40${JSON.stringify({ token: stranger.token })}`)
  // The session is being read, which waits for the lock.
  await expect
    .poll(async () => (await locker.query('select 1 from pg_locks where not granted')).rowCount)
    .toBeGreaterThan(0)
  socket.terminate()
  await expect.poll(openConnections).toBe(0)
  await locker.query('rollback')
  // The session has been read, and the server has come to a request that was made after it.
  await expect.poll(async () => (await locker.query('select 1 from pg_locks where not granted')).rowCount).toBe(0)
  await locker.end()
  expect((await fetch(`${address}/readyz`, { headers: { connection: 'close' } })).status).toBe(200)
  expect(app.app.realtime.countConnections().sockets).toBe(0)
})

/** Reads the first message of Socket.IO on a new connection, and nothing of what follows, so no close frame either. */
async function openSilentSocket(headers: Record<string, string> = {}): Promise<WebSocket> {
  const socket = new WebSocket(`${address.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`, { headers })
  await new Promise((resolve) => socket.once('message', resolve))
  socket.pause()
  return socket
}

/** Within this time the server has closed a connection whose client does not answer its close frame. */
const closedWithinMs = 6_000

test('sockets that never sign in are closed, also one that does not answer, and listed among the refusals', async () => {
  const socket = new WebSocket(`${address.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`)
  await new Promise((resolve) => socket.once('message', resolve))
  const silent = await openSilentSocket()
  expect(await openConnections()).toBe(2)
  await new Promise((resolve) => socket.once('close', resolve))
  await expect.poll(openConnections, { timeout: closedWithinMs }).toBe(0)
  silent.terminate()
  await app.deps.failureLog.flush()
  const rows = await app.deps.db.selectFrom('audit_log').select('data').where('action', '=', requestRefused).execute()
  const refused = rows.map(({ data }) => data)
  expect(refused).toContainEqual(expect.objectContaining({ reason: 'socket-no-handshake' }))
})

test('a socket whose session ends is closed, also when it does not answer', async () => {
  const leaver = await app.createUser('Nea')
  const silent = await openSilentSocket({ cookie: leaver.cookie })
  silent.send(`40${JSON.stringify({ token: leaver.token })}`)
  await expect.poll(() => app.app.realtime.countConnections().sockets).toBe(1)
  await app.deps.db.deleteFrom('sessions').where('user_id', '=', leaver.id).execute()
  await expect.poll(() => app.app.realtime.countConnections().sockets, { timeout: 5_000 }).toBe(0)
  await expect.poll(openConnections, { timeout: closedWithinMs }).toBe(0)
  silent.terminate()
})

test('a client that leaves is disconnected, so that it cannot keep connections that nobody counts', async () => {
  const leaver = await app.createUser('Lea')
  const socket = new WebSocket(`${address.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`, {
    headers: { cookie: leaver.cookie },
  })
  const packets: string[] = []
  socket.on('message', (data: Buffer) => packets.push(data.toString()))
  const isClosed = new Promise((resolve) => socket.once('close', resolve))
  await expect.poll(() => packets.some((packet) => packet.startsWith('0{'))).toBe(true)
  socket.send(`40${JSON.stringify({ token: leaver.token })}`)
  await expect.poll(() => packets.some((packet) => packet.startsWith('40{'))).toBe(true)
  socket.send('41')
  await isClosed
  await expect.poll(openConnections).toBe(0)
})

test(`a user has at most ${maxSocketsPerUser} sockets, and others are not affected`, async () => {
  const open = () =>
    io(address, {
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
      auth: { token: user.token },
      extraHeaders: { cookie: user.cookie },
    })
  const sockets = Array.from({ length: maxSocketsPerUser }, open)
  await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once('stream:heads', resolve))))
  const extra = open()
  const error = await new Promise<Error & { data?: { code: string } }>((resolve) =>
    extra.once('connect_error', resolve),
  )
  expect(error.data?.code).toBe('realtime.too-many-connections')
  sockets[0]?.disconnect()
  await expect.poll(() => app.app.realtime.countConnections().sockets).toBe(maxSocketsPerUser - 1)
  const again = open()
  await new Promise((resolve) => again.once('stream:heads', resolve))
  for (const socket of [...sockets, extra, again]) socket.disconnect()
  await expect.poll(() => app.app.realtime.countConnections().sockets).toBe(0)
})

test('of many handshakes of a user at once no more get in than one after another', async () => {
  const other = await app.createUser('Cleo')
  const [locker, watcher] = [0, 1].map(() => new Client({ connectionString: app.app.databaseUrl }))
  if (!locker || !watcher) throw new Error('there is no connection')
  await Promise.all([locker.connect(), watcher.connect()])
  // All of them wait for the session, and are let in at the same moment.
  await locker.query('begin')
  await locker.query('lock table sessions in access exclusive mode')
  const sockets = Array.from({ length: maxSocketsPerUser + 20 }, () =>
    io(address, {
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
      auth: { token: other.token },
      extraHeaders: { cookie: other.cookie },
    }),
  )
  const ended = sockets.map(
    (socket) =>
      new Promise<void>((resolve) => {
        for (const event of ['stream:heads', 'connect_error', 'disconnect']) socket.once(event, () => resolve())
      }),
  )
  const waiting = `select count(*)::int as count from pg_stat_activity where wait_event_type = 'Lock'`
  await expect.poll(openConnections).toBe(sockets.length)
  // The last one does not answer when it is turned away.
  const silent = await openSilentSocket({ cookie: other.cookie })
  silent.send(`40${JSON.stringify({ token: other.token })}`)
  await expect
    .poll(async () => (await watcher.query<{ count: number }>(waiting)).rows[0]?.count, { interval: 5 })
    .toBeGreaterThan(0)
  await locker.query('commit')
  await Promise.all([locker.end(), watcher.end(), ...ended])
  await expect.poll(() => app.app.realtime.countConnections().sockets).toBe(maxSocketsPerUser)
  await expect.poll(openConnections, { timeout: closedWithinMs }).toBe(maxSocketsPerUser)
  silent.terminate()
  for (const socket of sockets) socket.disconnect()
  await expect.poll(() => app.app.realtime.countConnections().sockets).toBe(0)
})

test.each(['/nowhere', `/rooms-live/${randomUUID()}/${randomUUID()}`, '/socket.io/?EIO=4&transport=websocket'])(
  'connections that are reset while they ask for an upgrade do not end the process: %s',
  async (path) => {
    const { hostname, port } = new URL(address)
    const errors: unknown[] = []
    const note = (error: unknown) => errors.push(error)
    process.on('uncaughtException', note)
    try {
      const handshake = 'upgrade: websocket\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\nsec-websocket-version: 13'
      const reset = () =>
        new Promise<void>((resolve) => {
          const socket = connect(Number(port), hostname)
          socket.on('error', () => undefined)
          socket.on('close', () => resolve())
          socket.write(
            `GET ${path} HTTP/1.1\r\nhost: ${hostname}:${port}\r\nconnection: Upgrade\r\n${handshake}\r\n\r\n`,
          )
          socket.once('connect', () => setImmediate(() => socket.resetAndDestroy()))
        })
      await Promise.all(Array.from({ length: 100 }, reset))
      await expect.poll(openConnections).toBe(0)
      expect(errors).toEqual([])
    } finally {
      process.off('uncaughtException', note)
    }
  },
)

test('the server stops although clients keep their sockets and asked for upgrades', async () => {
  const other = await testApp()
  const there = await other.listen()
  const { hostname, port } = new URL(there)
  const lingering = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
  lingering.on('error', () => undefined)
  lingering.write(
    `GET /nowhere HTTP/1.1\r\nhost: ${hostname}:${port}\r\nconnection: Upgrade\r\nupgrade: websocket\r\n\r\n`,
  )
  await new Promise((resolve) => lingering.once('data', resolve))
  const socket = new WebSocket(`${there.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`)
  await new Promise((resolve) => socket.once('message', resolve))
  socket.on('error', () => undefined)
  await expect(other.close()).resolves.toBeUndefined()
  socket.terminate()
  lingering.destroy()
})
