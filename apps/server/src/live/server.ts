import { type Server as HttpServer } from 'node:http'
import { refuse, type Result } from '@veranda/core/result.ts'
import { Server, type Socket } from 'socket.io'
import * as z from 'zod/mini'
import { type Access } from '../access/access.ts'
import { type Actor } from '../access/actor.ts'
import { transact } from '../db/transact.ts'
import { type Left, type Stream } from '../db/wake.ts'
import { type Deps } from '../deps.ts'
import { isKnownOrigin } from '../http/cors.ts'
import { parsePart } from '../http/parse.ts'
import { readStream, streamHead, streamPage } from '../log/stream.ts'
import { admit, languageOf } from './admit.ts'
import { answer } from './answer.ts'
import { Budget } from './budget.ts'
import { type Connected } from './connected.ts'
import { type FanOut, keyOf, makeFanOut } from './fan-out.ts'
import { type RoomDoor } from './rooms/door.ts'
import { RoomSockets } from './rooms/room-sockets.ts'
import { type JoinRule, type Live, type LiveEvent, type LiveSocket } from './live.ts'

const heartbeat = 15_000
const sweep = 1_000
const perSocket = { most: 80, perSecond: 30 }
const perPerson = { most: 200, perSecond: 60 }

export type LiveServer = Live & {
  attach(http: HttpServer): void
  /** Tells the other nodes where this one is reached. */
  listening(address: string): Promise<void>
  /** Told to come back later, with jitter on their side; then the socket server closes. */
  stop(): Promise<void>
}

type Session = { actor: Actor; budget: Budget; joined: Map<string, Stream>; language: string }
type Parts = {
  access: Access
  events: readonly LiveEvent[]
  joins: readonly JoinRule[]
  connected: readonly Connected[]
  door: RoomDoor
}

const joinPayload = z.strictObject({
  kind: z.enum(['conversation', 'person', 'room']),
  id: z.uuid(),
  after: z.optional(z.int().check(z.gte(0))),
})
const leavePayload = z.strictObject({ kind: z.enum(['conversation', 'person', 'room']), id: z.uuid() })

/** The sockets of this node. `deps` is asked for late, because the live server is itself one of them. */
export function makeLive(late: () => Deps, parts: Parts): LiveServer {
  return new Sockets(late, parts)
}

class Sockets implements LiveServer {
  readonly #late: () => Deps
  readonly #parts: Parts
  readonly #sessions = new Map<Socket, Session>()
  readonly #people = new Map<string, { sockets: Set<Socket>; budget: Budget }>()
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
    for (const socket of this.#people.get(personId)?.sockets ?? []) socket.emit(name, payload)
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
    this.#fanOut = makeFanOut(db, log, ({ stream, seq, name, payload }) => {
      // Stream payloads are objects: appendToStream takes nothing else.
      io.to(keyOf(stream)).emit(name, { ...(payload as object), seq })
    })
    io.use((socket, proceed) => void this.#gate(socket).then((refusal) => proceed(refusal)))
    io.on('connection', (socket) => void this.#begin(socket))
    wake.on((touched) => {
      this.#fanOut?.touched(touched)
      if (touched.endedSessions?.length) this.#end(new Set(touched.endedSessions))
      for (const left of touched.left ?? []) this.#close(left)
      if (touched.all) void this.#sweep()
    })
    this.#timers.push(
      setInterval(() => void this.#sweep(), sweep),
      setInterval(() => this.#beat(), heartbeat),
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
      const session = await this.#admit(socket)
      if (!session) return refusal('request.not-signed-in')
      this.#sessions.set(socket, session)
      return undefined
    } catch {
      return refusal('service.unavailable')
    }
  }

  async #admit(socket: Socket): Promise<Session | undefined> {
    const actor = await admit(this.#parts.access, socket)
    const budget = new Budget(perSocket.most, perSocket.perSecond)
    return actor && { actor, budget, joined: new Map(), language: languageOf(socket) }
  }

  async #begin(socket: Socket): Promise<void> {
    const session = this.#sessions.get(socket)
    if (!session) return
    const { actor } = session
    const person = this.#people.get(actor.id) ?? {
      sockets: new Set(),
      budget: new Budget(perPerson.most, perPerson.perSecond),
    }
    person.sockets.add(socket)
    this.#people.set(actor.id, person)
    socket.on('disconnect', () => this.#forget(socket, session))
    socket.on(
      'stream:join',
      (...args: unknown[]) =>
        void this.#answer(socket, 'stream:join', args, (payload) => this.#join(socket, session, payload)),
    )
    socket.on(
      'stream:leave',
      (...args: unknown[]) =>
        void this.#answer(socket, 'stream:leave', args, async (payload) => {
          const parsed = leavePayload.safeParse(payload)
          if (!parsed.success) return refuse('request.invalid', 'invalid')
          this.#leave(socket, session, { kind: parsed.data.kind, id: parsed.data.id })
          return { ok: true, value: {} }
        }),
    )
    for (const event of this.#parts.events) {
      socket.on(
        event.name,
        (...args: unknown[]) =>
          void this.#answer(socket, event.name, args, (payload) => this.#run(socket, session, event, payload)),
      )
    }
    try {
      await this.#enter(socket, session, { kind: 'person', id: actor.id })
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
    const session = this.#sessions.get(socket)
    if (!session) return
    let result: Result<unknown>
    try {
      const within = !this.#late().env.rateLimits || this.#spend(session)
      result = within
        ? await handle(acknowledge && args.length === 1 ? undefined : args[0])
        : refuse('live.too-many', 'too-many')
    } catch (error) {
      this.#late().log.error({ err: error, event }, 'a live event failed')
      result = refuse('request.failed', 'unavailable')
    }
    answer({ socket, event, language: session.language, acknowledge }, result)
  }

  #spend({ actor, budget }: Session): boolean {
    return budget.take() && this.#people.get(actor.id)?.budget.take() === true
  }

  async #run(socket: Socket, session: Session, event: LiveEvent, payload: unknown): Promise<Result<unknown>> {
    const deps = this.#late()
    const parsed = parsePart(event.schema, payload)
    if (!parsed.ok) {
      const [first] = parsed.errors
      return refuse('request.invalid', 'invalid', first ? { field: first.field } : {})
    }
    const joins: Promise<unknown>[] = []
    const handle: LiveSocket = {
      id: socket.id,
      join: (stream) => void joins.push(this.#enter(socket, session, stream)),
      leave: (stream) => this.#leave(socket, session, stream),
    }
    const result = await transact(deps, (t) =>
      event.run({ t, actor: session.actor, payload: parsed.value, socket: handle, deps }),
    )
    await Promise.all(joins)
    return result
  }

  /** Authorise, join, then the page from the cursor: what is committed in between comes live, so nothing is missed. */
  async #join(socket: Socket, session: Session, payload: unknown): Promise<Result<unknown>> {
    const parsed = joinPayload.safeParse(payload)
    if (!parsed.success) return refuse('request.invalid', 'invalid')
    const { db } = this.#late()
    const stream: Stream = { kind: parsed.data.kind, id: parsed.data.id }
    if (!(await this.#may(session.actor.id, stream))) return refuse('stream.not-found', 'not-found')
    await this.#enter(socket, session, stream)
    const { after } = parsed.data
    const items = after === undefined ? [] : await readStream(db, stream, { after })
    const head = await streamHead(db, stream)
    return { ok: true, value: { head, items, more: items.length === streamPage } }
  }

  async #may(personId: string, stream: Stream): Promise<boolean> {
    if (stream.kind === 'person') return stream.id === personId
    const rule = this.#parts.joins.find(({ kind }) => kind === stream.kind)
    return rule !== undefined && rule.may(this.#late().db, personId, stream.id)
  }

  async #enter(socket: Socket, session: Session, stream: Stream): Promise<void> {
    const key = keyOf(stream)
    if (session.joined.has(key) || !this.#sessions.has(socket)) return
    session.joined.set(key, stream)
    await socket.join(key)
    await this.#fanOut?.watch(stream)
  }

  #leave(socket: Socket, session: Session, stream: Stream): void {
    if (!session.joined.delete(keyOf(stream))) return
    void socket.leave(keyOf(stream))
    this.#fanOut?.unwatch(stream)
  }

  #forget(socket: Socket, session: Session): void {
    for (const stream of session.joined.values()) this.#fanOut?.unwatch(stream)
    session.joined.clear()
    this.#sessions.delete(socket)
    const person = this.#people.get(session.actor.id)
    person?.sockets.delete(socket)
    if (person?.sockets.size === 0) this.#people.delete(session.actor.id)
  }

  #end(sessionIds: ReadonlySet<string>): void {
    for (const [socket, { actor }] of this.#sessions) {
      if (!sessionIds.has(actor.sessionId)) continue
      socket.emit('session:ended', {})
      socket.disconnect(true)
    }
  }

  #close({ stream, personId }: Left): void {
    for (const socket of this.#people.get(personId)?.sockets ?? []) {
      const session = this.#sessions.get(socket)
      if (!session?.joined.has(keyOf(stream))) continue
      this.#leave(socket, session, stream)
      socket.emit('stream:closed', { kind: stream.kind, id: stream.id })
    }
  }

  /** The backstop of every wake-up: sessions that ended elsewhere, rows that nobody told of. */
  async #sweep(): Promise<void> {
    if (this.#sweeping || this.#sessions.size === 0) return
    this.#sweeping = true
    try {
      const ids = [...new Set([...this.#sessions.values()].map(({ actor }) => actor.sessionId))]
      this.#end(new Set(await this.#parts.access.endedOf(ids)))
      await this.#fanOut?.sweep()
    } catch (error) {
      this.#late().log.warn({ err: error }, 'the sockets could not be looked after')
    } finally {
      this.#sweeping = false
    }
  }

  #beat(): void {
    for (const [socket, { joined }] of this.#sessions) {
      const streams = [...joined.values()].flatMap((stream) => {
        const seq = this.#fanOut?.head(stream)
        return seq === undefined ? [] : [{ kind: stream.kind, id: stream.id, seq }]
      })
      socket.emit('marks', { streams })
    }
  }
}
