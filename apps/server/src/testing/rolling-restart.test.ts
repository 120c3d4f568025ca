import { readAccount } from '@veranda/contract/accounts/settings/routes.ts'
import { chatMessage } from '@veranda/contract/conversations/events.ts'
import { openDirectConversation, sendMessage } from '@veranda/contract/conversations/routes.ts'
import { joinStream, serverLeaving, type StreamEntry } from '@veranda/contract/realtime/events.ts'
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LoadBalancer, startLoadBalancer } from './load-balancer.ts'
import { testApp, type TestApp, type TestUser } from './test-app.ts'
import { isMatrixRun } from './test-scope.ts'

/** Long enough for a busy machine; each wait ends with its state. */
const maxWaitMs = 30_000

let app: TestApp
let folder: string
let balancer: LoadBalancer
const nodes: ChildProcess[] = []
const ports: number[] = []

beforeAll(async () => {
  app = await testApp()
  folder = await mkdtemp(join(tmpdir(), 'veranda-rolling-'))
  for (const index of [0, 1]) {
    ports[index] = await findFreePort()
    nodes[index] = await startNode(index)
  }
  balancer = await startLoadBalancer(ports)
}, 2 * maxWaitMs)
afterAll(async () => {
  await balancer.close()
  for (const node of nodes) await stopNode(node)
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

async function findFreePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // The server listens on a port.
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Starts a node as its own process and waits until it listens. */
async function startNode(index: number): Promise<ChildProcess> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../main.ts')], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      PORT: String(ports[index]),
      DATABASE_URL: app.app.databaseUrl,
      DATABASE_POOL: '6',
      VERANDA_DATA: join(folder, String(index)),
      RATE_LIMITS: '0',
      LOG_LEVEL: 'warn',
      SHUTDOWN_DELAY_SECONDS: '1',
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  await new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve())
    child.once('exit', (code) => reject(new Error(`a node ended with ${code}: ${output}`)))
  })
  return child
}

/** Sends SIGTERM and returns the exit code. */
async function stopNode(node: ChildProcess): Promise<number | null> {
  const ended = new Promise<number | null>((resolve) => node.once('exit', (code) => resolve(code)))
  if (node.exitCode !== null) return node.exitCode
  node.kill('SIGTERM')
  return ended
}

const agent = new Agent({ keepAlive: true })

/** Calls a route through the balancer, once; returns the status, or the error of the connection. */
function call(user: TestUser, { method, path }: { method: string; path: string }, body?: object): Promise<string> {
  const headers = { authorization: `Bearer ${user.token}`, cookie: user.cookie }
  return new Promise((resolve) => {
    const sent = request(
      `${balancer.address}/api${path}`,
      { method, agent, headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) } },
      (reply) => {
        let text = ''
        reply.on('data', (chunk: Buffer) => (text += chunk.toString()))
        reply.on('error', (error) => resolve(String(error)))
        reply.on('end', () => resolve(reply.statusCode === 200 ? 'ok' : `${reply.statusCode} ${text}`))
      },
    )
    sent.on('error', (error) => resolve(String(error)))
    sent.end(body ? JSON.stringify(body) : undefined)
  })
}

type Client = {
  readonly socket: Socket
  /** The numbers of the messages that it has, each counted. */
  readonly received: Map<number, number>
  connections: number
}

/** Opens a socket that holds a conversation, comes back when it is sent away, and asks for what it missed. */
function openClient(user: TestUser, conversationId: string): Client {
  const socket = io(balancer.address, {
    transports: ['websocket'],
    forceNew: true,
    reconnectionDelay: 100,
    auth: { token: user.token },
    extraHeaders: { cookie: user.cookie },
  })
  const client: Client = { socket, received: new Map(), connections: 0 }
  let cursor = 0
  const early = new Set<number>()
  const apply = (seq: number) => {
    if (seq > cursor + 1) return void early.add(seq)
    if (seq <= cursor) return
    cursor = seq
    client.received.set(seq, (client.received.get(seq) ?? 0) + 1)
    if (early.delete(cursor + 1)) apply(cursor + 1)
  }
  const catchUp = async (): Promise<void> => {
    const query = { kind: 'conversation', id: conversationId, after: cursor }
    // The server acknowledges in this form.
    const page = (await socket.timeout(5_000).emitWithAck(joinStream.name, query)) as {
      items: StreamEntry[]
      more: boolean
    }
    for (const { seq } of page.items) apply(seq)
    if (page.more) await catchUp()
  }
  socket.on('connect', () => {
    client.connections += 1
    // A connection that breaks meanwhile asks again with the next one.
    catchUp().catch(() => undefined)
  })
  socket.on(chatMessage.name, ({ seq }: { seq: number }) => apply(seq))
  socket.on(serverLeaving.name, ({ comeBackWithinMilliseconds }: { comeBackWithinMilliseconds: number }) => {
    socket.disconnect()
    setTimeout(() => socket.connect(), Math.random() * comeBackWithinMilliseconds)
  })
  socket.on('disconnect', (reason) => {
    if (reason === 'io server disconnect') socket.connect()
  })
  return client
}

test.runIf(isMatrixRun)(
  'where WebSockets are blocked, a client of each node falls back to long polling and receives messages',
  async () => {
    const blocking = await startLoadBalancer(ports, { webSockets: false })
    await expect.poll(() => blocking.ready().length, { timeout: maxWaitMs }).toBe(2)
    const [cay, dee] = [await app.createUser('Cay Cole'), await app.createUser('Dee Dunn')]
    const { id } = (await app.injectAs(cay, openDirectConversation, { body: { userId: dee.id } })).reply
    // The two addresses of this machine that lead to different nodes.
    const sockets = [cay, dee].map((user, index) =>
      io(blocking.address, {
        transports: ['websocket', 'polling'],
        tryAllTransports: true,
        forceNew: true,
        reconnection: false,
        auth: { token: user.token },
        extraHeaders: { cookie: user.cookie },
        // The type names the agent of another version of Node.
        agent: new Agent({ localAddress: `127.0.0.${index + 1}` }) as unknown as string,
      }),
    )
    const received = sockets.map(() => new Set<string>())
    sockets.forEach((socket, index) => {
      socket.on('connect', () => socket.emit(joinStream.name, { kind: 'conversation', id }))
      socket.on(chatMessage.name, ({ message }: { message: string }) => received[index]?.add(message))
    })
    await expect.poll(() => sockets.every(({ connected }) => connected), { timeout: maxWaitMs }).toBe(true)
    for (const message of ['one', 'two', 'three']) {
      await app.injectAs(cay, sendMessage, { params: { id }, body: { clientId: randomUUID(), message } })
      for (const set of received) await expect.poll(() => set.has(message), { timeout: maxWaitMs }).toBe(true)
    }
    expect(sockets.map((socket) => socket.io.engine.transport.name)).toEqual(['polling', 'polling'])
    for (const socket of sockets) socket.disconnect()
    await blocking.close()
  },
  120_000,
)

test.runIf(isMatrixRun)(
  'each of two nodes is restarted under load: no call fails, and sockets miss nothing',
  async () => {
    await expect.poll(() => balancer.ready().length, { timeout: maxWaitMs }).toBe(2)
    const [ann, bo] = [await app.createUser('Ann Archer'), await app.createUser('Bo Brook')]
    const { id } = (await app.injectAs(ann, openDirectConversation, { body: { userId: bo.id } })).reply
    const clients = [ann, bo, ann, bo].map((user) => openClient(user, id))
    await expect.poll(() => clients.every(({ connections }) => connections === 1), { timeout: maxWaitMs }).toBe(true)

    const outcomes: string[] = []
    let acknowledged = 0
    let running = true
    const sendPath = { method: sendMessage.method, path: sendMessage.path.replace(':id', id) }
    const reader = async () => {
      while (running) outcomes.push(await call(bo, readAccount))
    }
    const writer = async (user: TestUser) => {
      while (running) {
        const outcome = await call(user, sendPath, { clientId: randomUUID(), message: 'hello' })
        outcomes.push(outcome)
        if (outcome === 'ok') acknowledged += 1
      }
    }
    const load = [reader(), reader(), writer(ann), writer(bo)]
    const exitCodes: (number | null)[] = []
    for (const [index, node] of nodes.entries()) {
      const before = outcomes.length
      await expect.poll(() => outcomes.length, { timeout: maxWaitMs }).toBeGreaterThan(before + 60)
      exitCodes.push(await stopNode(node))
      nodes[index] = await startNode(index)
      await expect.poll(() => balancer.ready().length, { timeout: maxWaitMs }).toBe(2)
    }
    const before = outcomes.length
    await expect.poll(() => outcomes.length, { timeout: maxWaitMs }).toBeGreaterThan(before + 60)
    running = false
    await Promise.all(load)

    expect(outcomes.filter((outcome) => outcome !== 'ok')).toEqual([])
    expect(exitCodes).toEqual([0, 0])
    const stream = app.deps.db.selectFrom('streams').select('last_seq').where('kind', '=', 'conversation')
    const head = (await stream.where('id', '=', id).executeTakeFirstOrThrow()).last_seq
    expect(head).toBe(acknowledged)
    const whole = Array.from({ length: head }, (_, index) => index + 1)
    for (const client of clients) {
      await expect.poll(() => client.received.size, { timeout: maxWaitMs }).toBe(head)
      expect([...client.received.keys()]).toEqual(whole)
      // Each node sent its sockets away once. One that is still on its way back may have received everything before.
      await expect.poll(() => client.connections, { timeout: maxWaitMs }).toBeGreaterThan(1)
      client.socket.disconnect()
    }
  },
  180_000,
)
