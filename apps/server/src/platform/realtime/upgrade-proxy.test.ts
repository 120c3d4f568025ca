import { once } from 'node:events'
import { createServer as createHttpServer, type IncomingMessage, type Server as HttpServer } from 'node:http'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { type Duplex } from 'node:stream'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { proxyUpgrade } from './upgrade-proxy.ts'

const longerThanAnyTimeoutMs = 60_000
const upgradeRequest = 'GET /rooms-live/a/b HTTP/1.1\r\nHost: here\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'
const sockets = new Set<Socket>()
/** Errors that would have ended the process of a real server. */
const uncaughtErrors: string[] = []
const noteUncaught = (error: unknown) => void uncaughtErrors.push(String(error))
let otherNode: Server
let thisNode: HttpServer
let scheme = 'http'
let isDatabaseUnreachable = false

async function listen(server: Server | HttpServer): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // The node has to listen for errors by itself; only the other one's connections are the test's.
  server.on('connection', (socket: Socket) => (server === otherNode ? keep(socket) : void sockets.add(socket)))
  // The server listens on a port.
  return (server.address() as AddressInfo).port
}

function keep(socket: Socket): Socket {
  sockets.add(socket)
  socket.on('error', () => undefined)
  return socket
}

beforeEach(async () => {
  uncaughtErrors.length = 0
  process.on('uncaughtException', noteUncaught)
  scheme = 'http'
  isDatabaseUnreachable = false
  otherNode = createServer()
  const port = await listen(otherNode)
  thisNode = createHttpServer()
  const findAddress = async () => {
    if (isDatabaseUnreachable) throw new Error('the database is unreachable')
    return `${scheme}://127.0.0.1:${port}`
  }
  const proxy = (request: IncomingMessage, socket: Duplex, head: Buffer) =>
    void proxyUpgrade(request, socket, head, 'http://127.0.0.1:1', findAddress)
  thisNode.on('upgrade', proxy)
  await listen(thisNode)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  process.off('uncaughtException', noteUncaught)
  vi.useRealTimers()
  for (const socket of sockets) socket.destroy()
  sockets.clear()
  otherNode.close()
  thisNode.close()
})

/** Asks this node for an upgrade; resolves once the other node has received the first bytes of the proxy. */
async function requestUpgrade(): Promise<{ client: Socket; upstream: Socket }> {
  const arrival = once(otherNode, 'connection')
  // The server listens on a port.
  const client = keep(connect((thisNode.address() as AddressInfo).port, '127.0.0.1'))
  client.write(upgradeRequest)
  // What a server emits with a connection.
  const [upstream] = (await arrival) as [Socket]
  await once(upstream, 'data')
  return { client, upstream }
}

/** Returns what the client receives until its connection ends. */
async function readAll(client: Socket): Promise<string> {
  let text = ''
  client.on('data', (chunk: Buffer) => (text += chunk.toString()))
  await once(client, 'close')
  return text
}

test('a node that accepts the connection and never replies gets the client 503', async () => {
  const { client } = await requestUpgrade()
  const reply = readAll(client)
  vi.advanceTimersByTime(3_000)
  expect(await reply).toMatch(/^HTTP\/1\.1 503 .*\r\nRetry-After: 2\r\n/)
})

test('while the database does not say which node has a room, the client gets 503 and when to try again', async () => {
  isDatabaseUnreachable = true
  // The server listens on a port.
  const client = keep(connect((thisNode.address() as AddressInfo).port, '127.0.0.1'))
  client.write(upgradeRequest)
  expect(await readAll(client)).toMatch(/^HTTP\/1\.1 503 .*\r\nRetry-After: 2\r\n/)
})

test('a node to which no secure connection comes about gets the client 503', async () => {
  scheme = 'https'
  // The handshake of TLS has begun and is never answered.
  const { client } = await requestUpgrade()
  const reply = readAll(client)
  vi.advanceTimersByTime(3_000)
  expect(await reply).toMatch(/^HTTP\/1\.1 503 /)
})

test('a node that ends the connection without a reply gets the client 502', async () => {
  const { client, upstream } = await requestUpgrade()
  const reply = readAll(client)
  upstream.destroy()
  expect(await reply).toMatch(/^HTTP\/1\.1 502 /)
})

test('a node that refuses connections gets the client 502, and does not end this one', async () => {
  otherNode.close()
  await once(otherNode, 'close')
  // The server listens on a port.
  const client = keep(connect((thisNode.address() as AddressInfo).port, '127.0.0.1'))
  client.write(upgradeRequest)
  expect(await readAll(client)).toMatch(/^HTTP\/1\.1 502 /)
  expect(uncaughtErrors).toEqual([])
})

test('a client that is reset during an upgrade, and a node that is during its reply, do not end this one', async () => {
  const first = await requestUpgrade()
  first.client.resetAndDestroy()
  await once(first.upstream, 'close')
  const second = await requestUpgrade()
  second.upstream.resetAndDestroy()
  expect(await readAll(second.client)).toMatch(/^HTTP\/1\.1 502 /)
  expect(uncaughtErrors).toEqual([])
})

test('a connection that was answered has no timeout', async () => {
  const { client, upstream } = await requestUpgrade()
  upstream.write('HTTP/1.1 101 Switching Protocols\r\n\r\n')
  await once(client, 'data')
  vi.advanceTimersByTime(longerThanAnyTimeoutMs)
  upstream.write('pose')
  expect(String((await once(client, 'data'))[0])).toBe('pose')
  client.write('move')
  expect(String((await once(upstream, 'data'))[0])).toBe('move')
})
