import Fastify, { type FastifyInstance } from 'fastify'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import sharp from 'sharp'
import { afterEach, expect, test } from 'vitest'
import { uploadImage } from '../../assets/testing/upload-client.ts'
import { testApp } from '../../../testing/test-app.ts'
import { credentialsOf } from '../../../testing/route-calls.ts'
import { addTransferLimits, transferLimits } from './transfer-limits.ts'

const limitMs = 250
const apps: FastifyInstance[] = []
const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  for (const app of apps.splice(0)) await app.close()
})

/**
 * Serves a file of 26 MB, one that is received and an ordinary body, with short limits. Returns what became of each
 * request, and a function that opens a connection.
 */
async function serve() {
  const app = Fastify({ forceCloseConnections: true })
  apps.push(app)
  addTransferLimits(app, { bodyTimeoutMs: limitMs, stalledTransferMs: limitMs })
  const ended: string[] = []
  app.get('/file/:name', ({ raw }, reply) => {
    const file = Readable.from(
      (function* () {
        for (let part = 0; part < 400; part += 1) yield Buffer.alloc(65_536)
      })(),
    )
    reply.raw.on('close', () => ended.push(`${raw.url} ${reply.raw.writableFinished ? 'complete' : 'cut off'}`))
    return reply.type('application/octet-stream').send(file)
  })
  app.addContentTypeParser('application/octet-stream', (_request, _payload, done) => done(null))
  app.patch('/file/:name', { config: { receivesFile: true } }, async ({ raw }) => {
    raw.on('close', () => ended.push(`${raw.url} ${raw.complete ? 'complete' : 'cut off'}`))
    for await (const _ of raw) continue
    return { received: true }
  })
  app.post('/body', async () => ({ received: true }))
  await app.listen({ port: 0, host: '127.0.0.1' })
  // A TCP server has an address of this shape.
  const { port } = app.server.address() as AddressInfo
  const open = () => {
    const socket = connect(port, '127.0.0.1')
    sockets.push(socket)
    socket.on('error', () => undefined)
    return socket
  }
  return { open, ended }
}

test('a file is closed when its reader stands still, and not while the reader goes on slowly', async () => {
  const { open, ended } = await serve()
  const still = open()
  still.pause()
  still.write('GET /file/still HTTP/1.1\r\nhost: x\r\n\r\n')
  const slow = open()
  slow.write('GET /file/slow HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')
  slow.on('data', () => {
    slow.pause()
    setTimeout(() => slow.resume(), 1)
  })
  await expect.poll(() => ended.toSorted(), { timeout: 20_000 }).toEqual(['/file/slow complete', '/file/still cut off'])
})

/** Sends the head of a request whose body has a megabyte, and then a byte from time to time. */
function trickle(socket: Socket, head: string, everyMs: number): void {
  socket.write(
    `${head} HTTP/1.1\r\nhost: x\r\ncontent-type: application/octet-stream\r\ncontent-length: 1000000\r\n\r\n`,
  )
  const timer = setInterval(() => socket.write('x'), everyMs)
  socket.on('close', () => clearInterval(timer))
}

test('a file that is received is cut off when its sender stands still, and may take its time otherwise', async () => {
  const { open, ended } = await serve()
  const [still, slow] = [open(), open()]
  trickle(slow, 'PATCH /file/slow', limitMs / 10)
  still.write(
    'PATCH /file/still HTTP/1.1\r\nhost: x\r\ncontent-type: application/octet-stream\r\ncontent-length: 9\r\n\r\nx',
  )
  // The slow one began first.
  await expect.poll(() => ended).toEqual(['/file/still cut off'])
  await expect.poll(() => still.closed).toBe(true)
  expect(slow.closed).toBe(false)
})

test('a body that trickles is answered with 408 and its connection is closed', async () => {
  const { open } = await serve()
  const client = open()
  let reply = ''
  client.on('data', (bytes: Buffer) => (reply += bytes.toString()))
  trickle(client, 'POST /body', limitMs / 10)
  await expect.poll(() => reply).toContain('408 Request Timeout')
  await expect.poll(() => client.closed).toBe(true)
})

test('the server of the product limits the standstill of the pictures that it sends', async () => {
  const app = await testApp()
  try {
    const address = await app.listen()
    const user = await app.createUser('Maya Torres')
    const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
    const png = await sharp({ create: { width: 400, height: 400, channels: 3, background: '#483', noise } })
      .png()
      .toBuffer()
    const { id } = await uploadImage(app, user, 'a.png', png)
    const timeouts: number[] = []
    app.app.http.server.on('connection', (socket: Socket) => {
      const setTimeout = socket.setTimeout.bind(socket)
      socket.setTimeout = (timeoutMs, done) => {
        timeouts.push(timeoutMs)
        return setTimeout(timeoutMs, done)
      }
    })
    const reply = await fetch(`${address}/api/files/${id}`, { headers: credentialsOf(user) })
    expect(reply.status).toBe(200)
    expect((await reply.arrayBuffer()).byteLength).toBeGreaterThan(65_536)
    expect(timeouts).toContain(transferLimits.stalledTransferMs)
  } finally {
    await app.close()
  }
})
