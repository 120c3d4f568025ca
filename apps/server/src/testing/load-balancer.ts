import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { type Duplex } from 'node:stream'

const probeIntervalMs = 100
const probeTimeoutMs = 1_000

/** A proxy in front of nodes, as a load balancer behaves that knows nothing of Veranda. */
export type LoadBalancer = {
  readonly address: string
  /** Returns the addresses of the nodes that get requests. */
  ready(): readonly string[]
  close(): Promise<void>
}

type Upstream = { readonly port: number; readonly agent: Agent; ready: boolean }

/**
 * Starts a proxy that asks `/readyz` of each node ten times a second and spreads requests over those that are ready, on
 * connections that it keeps. It tries another node only when a connection was refused, so before anything was sent. What
 * belongs to Socket.IO goes to one node for each address of a client.
 */
export async function startLoadBalancer(
  ports: readonly number[],
  { webSockets = true }: { webSockets?: boolean } = {},
): Promise<LoadBalancer> {
  const upstreams: Upstream[] = ports.map((port) => ({ port, agent: new Agent({ keepAlive: true }), ready: false }))
  let turn = 0
  /** Returns the nodes to try: each one that is ready, beginning with the next in turn, or for sockets by the client. */
  const nodesToTry = ({ url, socket }: IncomingMessage) => {
    const ready = upstreams.filter((upstream) => upstream.ready)
    if (!url?.startsWith('/socket.io/')) turn += 1
    const first = url?.startsWith('/socket.io/') ? Number(socket.remoteAddress?.split('.').at(-1)) : turn
    return ready.map((_, index) => ready[(first + index) % ready.length]).filter((upstream) => upstream !== undefined)
  }
  const probe = async (upstream: Upstream) => {
    const url = `http://127.0.0.1:${upstream.port}/readyz`
    const reply = await fetch(url, { signal: AbortSignal.timeout(probeTimeoutMs) }).catch(() => undefined)
    await reply?.body?.cancel()
    upstream.ready = reply?.status === 200
  }
  const timer = setInterval(() => upstreams.forEach((upstream) => void probe(upstream)), probeIntervalMs)

  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => forward(nodesToTry(incoming), incoming, Buffer.concat(chunks), outgoing))
  })
  const sockets = new Set<Duplex>()
  server.on('upgrade', (incoming: IncomingMessage, socket: Duplex, head: Buffer) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.once('close', () => sockets.delete(socket))
    if (!webSockets) return void socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n')
    forwardUpgrade(nodesToTry(incoming), incoming, socket, head)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // The server listens on a port.
  const { port } = server.address() as AddressInfo
  return {
    address: `http://127.0.0.1:${port}`,
    ready: () => upstreams.filter(({ ready }) => ready).map((upstream) => `http://127.0.0.1:${upstream.port}`),
    async close() {
      clearInterval(timer)
      for (const socket of sockets) socket.destroy()
      for (const { agent } of upstreams) agent.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const isRefused = (error: NodeJS.ErrnoException) => error.code === 'ECONNREFUSED'

function forward(
  [upstream, ...others]: readonly Upstream[],
  incoming: IncomingMessage,
  body: Buffer,
  outgoing: ServerResponse,
): void {
  if (!upstream) return void outgoing.writeHead(502).end('no node is ready')
  const { port, agent } = upstream
  const { method, url: path, headers } = incoming
  const sent = request({ host: '127.0.0.1', port, agent, method, path, headers }, (reply) => {
    const { connection: _, ...passedOn } = reply.headers
    outgoing.writeHead(reply.statusCode ?? 502, passedOn)
    reply.pipe(outgoing)
    reply.on('error', () => outgoing.destroy())
  })
  sent.on('error', (error) => {
    if (isRefused(error)) forward(others, incoming, body, outgoing)
    else if (outgoing.headersSent) outgoing.destroy()
    else outgoing.writeHead(502).end(String(error))
  })
  sent.end(body)
}

function forwardUpgrade(
  [upstream, ...others]: readonly Upstream[],
  incoming: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): void {
  if (!upstream) return void socket.end('HTTP/1.1 502 Bad Gateway\r\nConnection: close\r\n\r\n')
  const connection = connect(upstream.port, '127.0.0.1')
  connection.once('connect', () => {
    const lines = [`${incoming.method} ${incoming.url} HTTP/1.1`]
    for (let at = 0; at < incoming.rawHeaders.length; at += 2)
      lines.push(`${incoming.rawHeaders[at]}: ${incoming.rawHeaders[at + 1]}`)
    connection.write(`${lines.join('\r\n')}\r\n\r\n`)
    connection.write(head)
    connection.pipe(socket)
    socket.pipe(connection)
    socket.once('close', () => connection.destroy())
    connection.once('close', () => socket.destroy())
  })
  connection.on('error', (error) => {
    if (isRefused(error)) forwardUpgrade(others, incoming, socket, head)
    else socket.destroy()
  })
}
