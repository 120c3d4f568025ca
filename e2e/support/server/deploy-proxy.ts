import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'

/**
 * A proxy in front of a server that deploys other builds of the app. Build `B` is build `A` with another hash in the name
 * of each script and style sheet, so that no file of one can be taken for one of the other.
 */
export type DeployProxy = {
  readonly url: string
  /** The build of the documents and of the service worker; the files of both are there, as after a deploy. */
  build: 'A' | 'B'
  /** Files that are lost, as in the middle of a deploy. */
  lost: RegExp | undefined
  /** Replaces the service worker's script; null is no script at all. */
  worker: string | null | undefined
  close(): Promise<void>
}

const hashOfA = /\b([\da-f]{7})(?=\.(?:js|css)\b)/g
const hashOfB = /\b([\da-f]{7})b0(?=\.(?:js|css)\b)/g

export async function openDeployProxy(target: string): Promise<DeployProxy> {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  const server = createServer((incoming, outgoing) => {
    void reply(incoming, outgoing).catch(() => outgoing.destroy())
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.on('upgrade', (incoming, client: Socket, head) => {
    const upstream = connect(Number(port), hostname)
    for (const end of [client, upstream]) end.on('error', () => [client, upstream].forEach((one) => one.destroy()))
    const lines = incoming.rawHeaders.flatMap((name, at, all) => (at % 2 === 0 ? [`${name}: ${all[at + 1]}`] : []))
    upstream.write(`${incoming.method} ${incoming.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
    upstream.write(head)
    upstream.pipe(client)
    client.pipe(upstream)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()

  const proxy: DeployProxy = {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    build: 'A',
    lost: undefined,
    worker: undefined,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }

  async function reply(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const path = incoming.url ?? '/'
    const isWorker = path === '/service-worker.js'
    if (proxy.lost?.test(path) || (isWorker && proxy.worker === null)) return void outgoing.writeHead(404).end()
    if (isWorker && proxy.worker !== undefined) {
      return void outgoing.writeHead(200, { 'content-type': 'text/javascript' }).end(proxy.worker)
    }
    // A validator of one build would say that nothing has changed.
    const { 'if-none-match': _tag, 'if-modified-since': _date, ...asking } = incoming.headers
    const headers = { ...asking, 'accept-encoding': 'identity' }
    const asked = path.replace(hashOfB, '$1')
    const upstream = request({ hostname, port, method: incoming.method, path: asked, headers })
    incoming.pipe(upstream)
    const [received] = (await once(upstream, 'response')) as [IncomingMessage]
    // Files keep the build in whose names they are asked for; all others are of the deployed one.
    const isOfB = path.startsWith('/assets/') ? asked !== path : proxy.build === 'B'
    const isText = /javascript|html/.test(received.headers['content-type'] ?? '')
    if (!isOfB || !isText) {
      outgoing.writeHead(received.statusCode ?? 502, received.headers)
      return void received.pipe(outgoing)
    }
    const chunks: Buffer[] = []
    for await (const chunk of received) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks).toString().replace(hashOfA, '$1b0')
    const { 'content-length': _, etag: __, ...kept } = received.headers
    outgoing.writeHead(received.statusCode ?? 502, kept).end(body)
  }

  return proxy
}
