import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { afterEach, expect, test } from 'vitest'
import { closeWhenStalled, limitBodyTime } from './transfer-limits.ts'

const limitMs = 250
const servers: Server[] = []
const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
  for (const server of servers.splice(0)) server.close()
})

/** Serves every request with the handler; returns a function that opens a connection. */
async function serve(handler: Parameters<typeof createServer>[1]): Promise<() => Socket> {
  const server = createServer(handler)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A TCP server has an address of this shape.
  const { port } = server.address() as AddressInfo
  return () => {
    const socket = connect(port, '127.0.0.1')
    sockets.push(socket)
    socket.on('error', () => undefined)
    return socket
  }
}

test('a file is closed when its reader stands still, and not while the reader goes on slowly', async () => {
  const closed: string[] = []
  const open = await serve((request, reply) => {
    closeWhenStalled(reply, limitMs)
    const file = Readable.from(
      (function* () {
        for (let part = 0; part < 400; part += 1) yield Buffer.alloc(65_536)
      })(),
    )
    pipeline(file, reply).then(
      () => closed.push(`${request.url} complete`),
      () => closed.push(`${request.url} cut off`),
    )
  })
  const still = open()
  still.pause()
  still.write('GET /still HTTP/1.1\r\nhost: x\r\n\r\n')
  const slow = open()
  slow.write('GET /slow HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')
  slow.on('data', () => {
    slow.pause()
    setTimeout(() => slow.resume(), 1)
  })
  await expect.poll(() => closed.toSorted(), { timeout: 20_000 }).toEqual(['/slow complete', '/still cut off'])
})

test('a body that trickles is answered with 408 and its connection is closed', async () => {
  const open = await serve((request) => {
    limitBodyTime(request, limitMs)
    request.resume()
  })
  const client = open()
  let answer = ''
  client.on('data', (bytes: Buffer) => (answer += bytes.toString()))
  client.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1000000\r\n\r\n')
  const trickle = setInterval(() => client.write('x'), 20)
  client.on('close', () => clearInterval(trickle))
  await expect.poll(() => answer).toContain('408 Request Timeout')
  await expect.poll(() => client.closed).toBe(true)
})
