import { type Server as HttpServer } from 'node:http'
import { refuse, type Result } from '@veranda/core/result.ts'
import { Server, type Socket } from 'socket.io'
import { type Access } from '../access/access.ts'
import { transact } from '../db/transact.ts'
import { type Stream } from '../db/wake.ts'
import { type Deps } from '../deps.ts'
import { isKnownOrigin } from '../http/cors.ts'
import { parsePart } from '../http/parse.ts'
import { admit, languageOf } from './admit.ts'
import { answer } from './answer.ts'
import { type Connected } from './connected.ts'
import { Crowd, type Session } from './crowd.ts'
import { type FanOut, keyOf, makeFanOut } from './fan-out.ts'
import { Listening } from './listening.ts'
import { type RoomDoor } from './rooms/door.ts'
import { RoomSockets } from './rooms/room-sockets.ts'
import { type JoinRule, type Live, type LiveEvent, type LiveSocket } from './live.ts'

const heartbeat = 15_000
const sweep = 1_000

export type LiveServer = Live & {
  attach(http: HttpServer): void
  /** Tells the other nodes where this one is reached. */
  listening(address: string): Promise<void>
  /** Told to come back later, with jitter on their side; then the socket server closes. */
  stop(): Promise<void>
}

type Parts = {
  access: Access
  events: readonly LiveEvent[]
  joins: readonly JoinRule[]
  connected: readonly Connected[]
  door: RoomDoor
}

/** The sockets of this node. `deps` is asked for late, because the live server is itself one of them. */
export function makeLive(late: () => Deps, parts: Parts): LiveServer {
  return new Sockets(late, parts)
}

class Sockets implements LiveServer {
  readonly #late: () => Deps
  readonly #parts: Parts
  readonly #crowd = new Crowd()
  readonly #timers: NodeJS.Timeout[] = []
  readonly #rooms: RoomSockets
  #io: Server | undefined
  #fanOut: FanOut | undefined
  #sweeping = false

  constructor(late: () => Deps, parts: Parts) {
    this.#late = late
    this.#parts = parts
    this.#rooms = new RoomSockets(late, parts.access, parts.door)
  }

  roomPath(roomId: string): Promise<{ path: string; node: string }> {
    return this.#rooms.pathOf(roomId)
  }

  listening(address: string): Promise<void> {
    return this.#rooms.listen(address)
  }

  toPerson(personId: string, name: string, payload: object): void {
    for (const socket of this.#crowd.socketsOf(personId)) socket.emit(name, payload)
  }

  toStream(stream: Stream, name: string, payload: object, except?: string): void {
    const room = this.#io?.to(keyOf(stream))
    ;(except ? room?.except(except) : room)?.emit(name, payload)
  }

  attach(http: HttpServer): void {
    const { env, db, log, wake } = this.#late()
    const io = new Server(http, {
      path: '/socket.io',
      transports: ['websocket', 'polling'],
      // Another socket server listens on the same port.
      destroyUpgrade: false,
      perMessageDeflate: false,
      httpCompression: false,
      maxHttpBufferSize: 65_536,
      pingInterval: 25_000,
      pingTimeout: 20_000,
      serveClient: false,
      cors: { origin: [...env.allowedOrigins], credentials: true },
      allowRequest: (request, done) => {
        const { origin, host } = request.headers
        done(null, origin === undefined || isKnownOrigin(origin, host, env))
      },
    })
    this.#io = io
    this.#rooms.attach(http)
    const fanOut = makeFanOut(db, log, ({ stream, seq, name, payload }) => {
      // Stream payloads are objects: appendToStream takes nothing else.
      io.to(keyOf(stream)).emit(name, { ...(payload as object), seq })
    })
    const listening = new Listening(db, this.#crowd, this.#parts.joins, fanOut)
    this.#fanOut = fanOut
    io.use((socket, proceed) => void this.#gate(socket).then((refusal) => proceed(refusal)))
    io.on('connection', (socket) => void this.#begin(socket, listening))
    wake.on((touched) => {
      fanOut.touched(touched)
      if (touched.endedSessions?.length) this.#crowd.end(new Set(touched.endedSessions))
      for (const left of touched.left ?? []) listening.close(left)
      if (touched.all) void this.#sweep()
    })
    this.#timers.push(
      setInterval(() => void this.#sweep(), sweep),
      setInterval(() => listening.beat(), heartbeat),
    )
    for (const timer of this.#timers) timer.unref()
  }

  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer)
    this.#io?.emit('server:leaving', { comeBackWithinMilliseconds: 3_000 })
    await this.#rooms.stop()
    await this.#io?.close()
  }

  /** Why a socket may not come in; undefined when it may. Its client reads `data.code`. */
  async #gate(socket: Socket): Promise<(Error & { data: { code: string } }) | undefined> {
    const refusal = (code: string) => Object.assign(new Error(code), { data: { code } })
    try {
      const actor = await admit(this.#parts.access, socket)
      if (!actor) return refusal('request.not-signed-in')
      this.#crowd.admit(socket, actor, languageOf(socket))
      return undefined
    } catch {
      return refusal('service.unavailable')
    }
  }

  async #begin(socket: Socket, listening: Listening): Promise<void> {
    const session = this.#crowd.sessionOf(socket)
    if (!session) return
    const { actor } = session
    this.#crowd.welcome(socket, session)
    socket.on('disconnect', () => {
      listening.leaveAll(session)
      this.#crowd.forget(socket, session)
    })
    const hear = (event: string, handle: (payload: unknown) => Promise<Result<unknown>>) =>
      socket.on(event, (...args: unknown[]) => void this.#answer(socket, event, args, handle))
    hear('stream:join', (payload) => listening.join(socket, session, payload))
    hear('stream:leave', (payload) => listening.part(socket, session, payload))
    for (const event of this.#parts.events) {
      hear(event.name, (payload) => this.#run(socket, session, event, payload, listening))
    }
    try {
      await listening.enter(socket, session, { kind: 'person', id: actor.id })
      const emit = (name: string, payload: object) => void socket.emit(name, payload)
      for (const tell of this.#parts.connected) await tell({ actor, deps: this.#late(), emit })
    } catch (error) {
      this.#late().log.error({ err: error }, 'a socket could not be welcomed')
      socket.disconnect(true)
    }
  }

  /** Counts the budgets, runs the handler and acknowledges, or emits `error` when no acknowledgement was asked for. */
  async #answer(
    socket: Socket,
    event: string,
    args: unknown[],
    handle: (payload: unknown) => Promise<Result<unknown>>,
  ): Promise<void> {
    const last = args.at(-1)
    // Socket.IO's own acknowledgement, or nothing callable.
    const acknowledge = typeof last === 'function' ? (last as (answer: object) => void) : undefined
    const session = this.#crowd.sessionOf(socket)
    if (!session) return
    let result: Result<unknown>
    try {
      const within = !this.#late().env.rateLimits || this.#crowd.spend(session)
      result = within
        ? await handle(acknowledge && args.length === 1 ? undefined : args[0])
        : refuse('live.too-many', 'too-many')
    } catch (error) {
      this.#late().log.error({ err: error, event }, 'a live event failed')
      result = refuse('request.failed', 'unavailable')
    }
    answer({ socket, event, language: session.language, acknowledge }, result)
  }

  async #run(
    socket: Socket,
    session: Session,
    event: LiveEvent,
    payload: unknown,
    listening: Listening,
  ): Promise<Result<unknown>> {
    const deps = this.#late()
    const parsed = parsePart(event.schema, payload)
    if (!parsed.ok) {
      const [first] = parsed.errors
      return refuse('request.invalid', 'invalid', first ? { field: first.field } : {})
    }
    const joins: Promise<unknown>[] = []
    const handle: LiveSocket = {
      id: socket.id,
      join: (stream) => void joins.push(listening.enter(socket, session, stream)),
      leave: (stream) => listening.leave(socket, session, stream),
    }
    const result = await transact(deps, (tx) =>
      event.run({ tx, actor: session.actor, payload: parsed.value, socket: handle, deps }),
    )
    await Promise.all(joins)
    return result
  }

  /** The backstop of every wake-up: sessions that ended elsewhere, rows that nobody told of. */
  async #sweep(): Promise<void> {
    if (this.#sweeping || this.#crowd.size === 0) return
    this.#sweeping = true
    try {
      this.#crowd.end(new Set(await this.#parts.access.endedOf(this.#crowd.sessionIds())))
      await this.#fanOut?.sweep()
    } catch (error) {
      this.#late().log.warn({ err: error }, 'the sockets could not be looked after')
    } finally {
      this.#sweeping = false
    }
  }
}
