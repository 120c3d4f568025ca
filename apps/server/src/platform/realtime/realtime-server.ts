import { joinStream, leaveStream, serverLeaving } from '@veranda/contract/realtime/events.ts'
import {
  type ClientEvent,
  type EmittedPayload,
  type PayloadOf,
  type ServerEvent,
} from '@veranda/contract/realtime/socket-event.ts'
import { refuse, type Refused, type Result } from '@veranda/core/result.ts'
import { type Server as HttpServer, type IncomingMessage, ServerResponse } from 'node:http'
import { type Duplex } from 'node:stream'
import { Server, type Socket } from 'socket.io'
import { type ServerOptions, WebSocketServer } from 'ws'
import { type Actor } from '../access/actor.ts'
import { type Authenticator, endedSessionsCheckMs } from '../access/authentication.ts'
import { type Stream } from '../db/commit-signals.ts'
import { shareDatabaseTime } from '../db/database-time.ts'
import { transact } from '../db/transact.ts'
import { type Deps } from '../deps.ts'
import { isAllowedOrigin } from '../http/browser-policy/cors.ts'
import { isForeignHost } from '../http/browser-policy/own-hosts.ts'
import { headersWithoutHooks } from '../http/browser-policy/security-headers.ts'
import { type PoolLoad, shedsEvent } from '../http/limits/load-shedding.ts'
import { parseInput } from '../http/parse-input.ts'
import { type Connection, ConnectionRegistry } from './connection-registry.ts'
import { acknowledgeResult, emitEvent } from './emit-event.ts'
import { type JoinRule, type Realtime } from './realtime.ts'
import { type EmitToSocket, type EventSocket, type OnConnect, type SocketEvent } from './socket-events.ts'
import { authenticateSocket, socketLanguage } from './socket-authentication.ts'
import { SocketRefusals } from './socket-refusals.ts'
import { type SocketService, type SocketServiceFactory } from './socket-service.ts'
import { type FanOut, makeFanOut, streamKey } from './stream-fan-out.ts'
import { StreamSubscriptions } from './stream-subscriptions.ts'
import { rejectUpgrade } from './upgrade-proxy.ts'

/** The path of Socket.IO's own protocol. */
const socketIoPath = '/socket.io/'
const socketIoMethods: readonly string[] = ['GET', 'POST', 'OPTIONS']
/** A client that opened a socket has to sign in within this time. */
const signInTimeoutMs = 10_000
/** A client that does not answer a close frame is cut off after this time. */
const closeTimeoutMs = 3_000
/**
 * A longer event closes its socket. Far above the longest message, so that one which is too long gets an error instead:
 * 4,000 graphemes of several code points each take 100 kB and more.
 */
const maxEventBytes = 1_000_000
const heartbeatIntervalMs = 15_000
const resyncIntervalMs = 1_000
/** Spreads the reconnections after a stop. */
const reconnectWithinMs = 3_000

export type RealtimeServer = Realtime & {
  attach(http: HttpServer): void
  /** Publishes this node's address to the other nodes. */
  announceAddress(address: string): Promise<void>
  /** Returns how many sockets, rooms and participants of rooms this node has. */
  countConnections(): { sockets: number; rooms: number; participants: number }
  /** Asks clients to reconnect later, with jitter on their side, then closes the socket server. */
  stop(): Promise<void>
}

type RealtimeOptions = {
  authenticator: Authenticator
  /** The connections for events. */
  pool: PoolLoad
  /** Counts an event whose handler failed. */
  onEventFailed: (event: string) => void
  socketEvents: readonly SocketEvent[]
  joinRules: readonly JoinRule[]
  onConnect: readonly OnConnect[]
  socketService: SocketServiceFactory | undefined
}

/**
 * Makes the socket server of this node. `getDeps` returns the dependencies lazily, because the server is one of them.
 */
export function makeRealtimeServer(getDeps: () => Deps, options: RealtimeOptions): RealtimeServer {
  return new SocketServer(getDeps, options)
}

/** The WebSocket server that Socket.IO opens, which itself would wait half a minute for the answer to a close frame. */
class ShortCloseWebSocketServer extends WebSocketServer {
  constructor(options: ServerOptions) {
    // Known to ws, and not to its types.
    const all: ServerOptions & { closeTimeout: number } = { ...options, closeTimeout: closeTimeoutMs }
    super(all)
  }
}

/** Whom each socket of a running handshake belongs to. */
const actors = new WeakMap<Socket, Actor>()

class SocketServer implements RealtimeServer {
  readonly #getDeps: () => Deps
  readonly #options: RealtimeOptions
  readonly #connections = new ConnectionRegistry()
  readonly #timers: NodeJS.Timeout[] = []
  readonly #service: SocketService | undefined
  readonly #refusals: SocketRefusals
  /** Connections that were upgraded or ask for it. Neither HTTP server nor Socket.IO closes all of them. */
  readonly #upgrades = new Set<Duplex>()
  #io: Server | undefined
  #fanOut: FanOut | undefined
  #resyncing = false
  #checkingSessions = false
  #stopping = false

  constructor(getDeps: () => Deps, options: RealtimeOptions) {
    this.#getDeps = getDeps
    this.#options = options
    this.#service = options.socketService?.(getDeps, options.authenticator)
    this.#refusals = new SocketRefusals(getDeps, () => this.#stopping)
  }

  acquireSocketPath(id: string): Promise<{ path: string; node: string }> {
    if (!this.#service) throw new Error('no feature has a socket service')
    return this.#service.acquireSocketPath(id)
  }

  async announceAddress(address: string): Promise<void> {
    await this.#service?.listen(address)
  }

  emitToUser<E extends ServerEvent>(userId: string, event: E, payload: EmittedPayload<E>): void {
    for (const socket of this.#connections.socketsOfUser(userId)) emitEvent(socket, event, payload)
  }

  emitToAll<E extends ServerEvent>(event: E, payload: EmittedPayload<E>): void {
    if (this.#io) emitEvent(this.#io, event, payload)
  }

  emitToStream<E extends ServerEvent>(stream: Stream, event: E, payload: EmittedPayload<E>, except?: string): void {
    const room = this.#io?.to(streamKey(stream))
    if (room) emitEvent(except ? room.except(except) : room, event, payload)
  }

  attach(http: HttpServer): void {
    const { env, db, log, commitSignals } = this.#getDeps()
    const io = new Server(http, {
      path: socketIoPath,
      transports: ['websocket', 'polling'],
      // `#handleUpgrade` handles upgrades that are not for Socket.IO.
      destroyUpgrade: false,
      connectTimeout: signInTimeoutMs,
      perMessageDeflate: false,
      httpCompression: false,
      maxHttpBufferSize: maxEventBytes,
      pingInterval: 25_000,
      pingTimeout: 20_000,
      serveClient: false,
      wsEngine: ShortCloseWebSocketServer,
      cors: { origin: [...env.allowedOrigins], credentials: true },
      allowRequest: (request, done) => {
        const { origin, host } = request.headers
        const isAllowed = origin === undefined || isAllowedOrigin(origin, host, env)
        if (!isAllowed) this.#refusals.record('socket-origin', request, { site: origin })
        done(null, !this.#stopping && isAllowed)
      },
    })
    this.#io = io
    // Before Socket.IO's own listener, so that its refusals and preflights have the headers too.
    const headers = Object.entries(headersWithoutHooks(env))
    http.prependListener('request', ({ url }: IncomingMessage, response: ServerResponse) => {
      if (!url?.startsWith(socketIoPath)) return
      for (const [name, value] of headers) if (value !== undefined) response.setHeader(name, value)
    })
    io.engine.use((request: IncomingMessage, response: unknown, proceed: () => void) => {
      if (response instanceof ServerResponse && !socketIoMethods.includes(request.method ?? ''))
        return response.writeHead(405, { allow: socketIoMethods.join(', ') }).end()
      const { host } = request.headers
      if (!isForeignHost(host, env)) return proceed()
      this.#refusals.record('socket-host', request, { site: host })
      if (response instanceof ServerResponse) response.writeHead(421, { connection: 'close' }).end()
      else rejectUpgrade(request.socket, '421 Misdirected Request')
    })
    this.#refusals.watch(io.engine)
    http.on('upgrade', (request, socket, head) => this.#handleUpgrade(request, socket, head))
    this.#service?.start()
    const fanOut = makeFanOut(db, log, ({ stream, seq, name, payload }) => {
      // Stream payloads are objects: appendToStream accepts nothing else.
      io.to(streamKey(stream)).emit(name, { ...(payload as object), seq })
    })
    const subscriptions = new StreamSubscriptions(db, this.#connections, this.#options.joinRules, fanOut)
    this.#fanOut = fanOut
    io.use(
      (socket, proceed) => void shareDatabaseTime(() => this.#authenticate(socket)).then((refusal) => proceed(refusal)),
    )
    io.on('connection', (socket) => void this.#onConnection(socket, subscriptions))
    commitSignals.on((signal) => {
      fanOut.onCommitSignal(signal)
      if (signal.endedSessions?.length) this.#connections.disconnectSessions(new Set(signal.endedSessions))
      for (const revocation of signal.streamRevocations ?? []) subscriptions.revoke(revocation)
      if (signal.resync) void this.#resync()
    })
    this.#timers.push(
      setInterval(() => void this.#disconnectEndedSessions(), endedSessionsCheckMs),
      setInterval(() => void this.#resync(), resyncIntervalMs),
      setInterval(() => subscriptions.broadcastHeads(), heartbeatIntervalMs),
    )
    for (const timer of this.#timers) timer.unref()
  }

  countConnections(): { sockets: number; rooms: number; participants: number } {
    return { sockets: this.#connections.size, ...(this.#service?.countRooms() ?? { rooms: 0, participants: 0 }) }
  }

  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer)
    if (this.#io) emitEvent(this.#io, serverLeaving, { comeBackWithinMilliseconds: reconnectWithinMs })
    this.#stopping = true
    await this.#service?.stop()
    // Socket.IO's own `close` waits until the HTTP server has closed, which waits for all connections, these included.
    this.#io?.disconnectSockets(true)
    this.#io?.engine.close()
    for (const socket of this.#upgrades) socket.destroy()
  }

  /** Hands an upgrade request to the server of its path, or rejects it: none is left without an answer. */
  #handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.#upgrades.add(socket)
    socket.once('close', () => this.#upgrades.delete(socket))
    // A broken connection must not end the process.
    socket.on('error', () => socket.destroy())
    if (this.#stopping) return rejectUpgrade(socket, '503 Service Unavailable')
    // Socket.IO's own listener handles the requests that begin with its path, exactly as written.
    if (request.url?.startsWith(socketIoPath)) return
    if (this.#service?.handleUpgrade(request, socket, head)) return
    this.#refusals.record('upgrade-path', request)
    rejectUpgrade(socket, '404 Not Found')
  }

  /** Authenticates a socket; returns the error whose `data.code` the client reads, or undefined. */
  async #authenticate(socket: Socket): Promise<(Error & { data: { code: string } }) | undefined> {
    const refusal = (code: string) => Object.assign(new Error(code), { data: { code } })
    this.#refusals.markIntroduced(socket)
    try {
      const actor = await authenticateSocket(this.#options.authenticator, socket, this.#getDeps().env)
      if (!actor) {
        this.#refusals.record('socket-not-signed-in', socket.request)
        return refusal('request.not-signed-in')
      }
      if (this.#connections.isFull(actor.id)) {
        this.#refusals.record('socket-too-many', socket.request, { userId: actor.id })
        return refusal('realtime.too-many-connections')
      }
      // Registered only once the handshake is complete: a socket that breaks off before has no `disconnect`.
      actors.set(socket, actor)
      return undefined
    } catch {
      return refusal('server.unavailable')
    }
  }

  async #onConnection(socket: Socket, subscriptions: StreamSubscriptions): Promise<void> {
    const actor = actors.get(socket)
    // Several handshakes at once may have passed the first check.
    if (!actor || this.#connections.isFull(actor.id)) {
      if (actor) this.#refusals.record('socket-too-many', socket.request, { userId: actor.id })
      return void socket.disconnect(true)
    }
    const connection = this.#connections.add(socket, actor, socketLanguage(socket))
    socket.on('disconnect', () => {
      subscriptions.unsubscribeAll(connection)
      this.#connections.remove(socket, connection)
      // A client can leave without closing its connection, which then no limit counts and no sign-out ends.
      socket.conn.close()
    })
    const on = <E extends ClientEvent>(event: E, handle: (payload: PayloadOf<E>) => Promise<Result<unknown>>) =>
      socket.on(
        event.name,
        (...args: unknown[]) => void shareDatabaseTime(() => this.#handleEvent(socket, event, args, handle)),
      )
    on(joinStream, (payload) => subscriptions.handleJoin(socket, connection, payload))
    on(leaveStream, (payload) => subscriptions.handleLeave(socket, connection, payload))
    for (const handled of this.#options.socketEvents) {
      on(handled.event, (payload) => this.#runHandler(socket, connection, handled, payload, subscriptions))
    }
    try {
      await subscriptions.subscribe(socket, connection, { kind: 'user', id: actor.id })
      // A client that was away catches up from here; a new one starts counting.
      subscriptions.sendHeads(socket, connection)
      const emit: EmitToSocket = (event, payload) => emitEvent(socket, event, payload)
      for (const onConnect of this.#options.onConnect) await onConnect({ actor, deps: this.#getDeps(), emit })
    } catch (error) {
      this.#getDeps().log.error({ err: error }, 'socket setup failed')
      socket.disconnect(true)
    }
  }

  /**
   * Checks the rate limits, parses the payload, runs the handler and acknowledges, or emits `error` if no
   * acknowledgement was requested.
   */
  async #handleEvent<E extends ClientEvent>(
    socket: Socket,
    event: E,
    args: unknown[],
    handle: (payload: PayloadOf<E>) => Promise<Result<unknown>>,
  ): Promise<void> {
    const last = args.at(-1)
    // Socket.IO's acknowledgement callback, if there is one.
    const acknowledge = typeof last === 'function' ? (last as (answer: object) => void) : undefined
    const connection = this.#connections.find(socket)
    if (!connection) return
    let result: Result<unknown>
    try {
      const payload = acknowledge && args.length === 1 ? undefined : args[0]
      result = this.#refuseEvent(connection, event) ?? (await parseAndHandle(event, payload, handle))
    } catch (error) {
      this.#getDeps().log.error(
        { err: error, event: event.name, socketId: socket.id, userId: connection.actor.id },
        'socket event failed',
      )
      this.#options.onEventFailed(event.name)
      result = refuse('request.failed', 'unavailable')
    }
    acknowledgeResult({ socket, event: event.name, language: connection.language, acknowledge }, result)
  }

  /** Returns the refusal of an event above the rate limit of its connection, or while too many calls wait. */
  #refuseEvent(connection: Connection, { name }: ClientEvent): Refused | undefined {
    if (this.#getDeps().env.rateLimits && !this.#connections.consumeBudget(connection))
      return refuse('realtime.too-many', 'too-many')
    // Leaving a stream needs no database.
    return name !== leaveStream.name && shedsEvent(this.#options.pool)
      ? refuse('server.busy', 'unavailable')
      : undefined
  }

  async #runHandler(
    socket: Socket,
    connection: Connection,
    { run }: SocketEvent,
    payload: unknown,
    subscriptions: StreamSubscriptions,
  ): Promise<Result<unknown>> {
    const deps = this.#getDeps()
    const pendingJoins: Promise<unknown>[] = []
    const handle: EventSocket = {
      id: socket.id,
      join: (stream) => void pendingJoins.push(subscriptions.subscribe(socket, connection, stream)),
      leave: (stream) => subscriptions.unsubscribe(socket, connection, stream),
    }
    const result = await transact(deps, (tx) =>
      run({ tx, actor: connection.actor, clock: deps.clock, deps, payload, socket: handle }),
    )
    await Promise.all(pendingJoins)
    return result
  }

  /** Disconnects the sockets of sessions that ended on another node, whose signal may be lost. */
  async #disconnectEndedSessions(): Promise<void> {
    if (this.#checkingSessions || this.#connections.size === 0) return
    this.#checkingSessions = true
    try {
      this.#connections.disconnectSessions(
        new Set(await this.#options.authenticator.findEndedSessions(this.#connections.sessionIds())),
      )
    } catch (error) {
      this.#getDeps().log.warn({ err: error }, 'session check of sockets failed')
    } finally {
      this.#checkingSessions = false
    }
  }

  /** Catches up on stream rows whose signals were lost. */
  async #resync(): Promise<void> {
    if (this.#resyncing || this.#connections.size === 0) return
    this.#resyncing = true
    try {
      await this.#fanOut?.catchUpAll()
    } catch (error) {
      this.#getDeps().log.warn({ err: error }, 'socket resync failed')
    } finally {
      this.#resyncing = false
    }
  }
}

/** Parses a payload by its event's schema and hands it on; refuses it with the code and field of the first error. */
async function parseAndHandle<E extends ClientEvent>(
  event: E,
  payload: unknown,
  handle: (payload: PayloadOf<E>) => Promise<Result<unknown>>,
): Promise<Result<unknown>> {
  const parsed = parseInput(event.schema, payload)
  // Parsed by the schema of this event.
  if (parsed.ok) return handle(parsed.value as PayloadOf<E>)
  const [first] = parsed.errors
  return refuse(parsed.code, 'invalid', first ? { field: first.field } : {})
}
