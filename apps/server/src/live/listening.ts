import { refuse, type Result } from '@veranda/core/result.ts'
import { type Socket } from 'socket.io'
import * as z from 'zod/mini'
import { type Db } from '../db/database.ts'
import { type Left, type Stream } from '../db/wake.ts'
import { readStream, streamHead, streamPage } from '../log/stream.ts'
import { type Crowd, type Session } from './crowd.ts'
import { type FanOut, keyOf } from './fan-out.ts'
import { type JoinRule } from './live.ts'

const joinPayload = z.strictObject({
  kind: z.enum(['conversation', 'person', 'room']),
  id: z.uuid(),
  after: z.optional(z.int().check(z.gte(0))),
})
const leavePayload = z.strictObject({ kind: z.enum(['conversation', 'person', 'room']), id: z.uuid() })

/** Which socket listens to which stream. */
export class Listening {
  readonly #db: Db
  readonly #crowd: Crowd
  readonly #joins: readonly JoinRule[]
  readonly #fanOut: FanOut

  constructor(db: Db, crowd: Crowd, joins: readonly JoinRule[], fanOut: FanOut) {
    this.#db = db
    this.#crowd = crowd
    this.#joins = joins
    this.#fanOut = fanOut
  }

  /** Authorise, join, then the page from the cursor: what is committed in between comes live, so nothing is missed. */
  async join(socket: Socket, session: Session, payload: unknown): Promise<Result<unknown>> {
    const parsed = joinPayload.safeParse(payload)
    if (!parsed.success) return refuse('request.invalid', 'invalid')
    const stream: Stream = { kind: parsed.data.kind, id: parsed.data.id }
    if (!(await this.#may(session.actor.id, stream))) return refuse('stream.not-found', 'not-found')
    await this.enter(socket, session, stream)
    const { after } = parsed.data
    const items = after === undefined ? [] : await readStream(this.#db, stream, { after })
    const head = await streamHead(this.#db, stream)
    return { ok: true, value: { head, items, more: items.length === streamPage } }
  }

  /** The socket says that it listens no more. */
  async part(socket: Socket, session: Session, payload: unknown): Promise<Result<unknown>> {
    const parsed = leavePayload.safeParse(payload)
    if (!parsed.success) return refuse('request.invalid', 'invalid')
    this.leave(socket, session, { kind: parsed.data.kind, id: parsed.data.id })
    return { ok: true, value: {} }
  }

  async enter(socket: Socket, session: Session, stream: Stream): Promise<void> {
    const key = keyOf(stream)
    if (session.joined.has(key) || !this.#crowd.sessionOf(socket)) return
    session.joined.set(key, stream)
    await socket.join(key)
    await this.#fanOut.watch(stream)
  }

  leave(socket: Socket, session: Session, stream: Stream): void {
    if (!session.joined.delete(keyOf(stream))) return
    void socket.leave(keyOf(stream))
    this.#fanOut.unwatch(stream)
  }

  /** The socket is gone. */
  leaveAll(session: Session): void {
    for (const stream of session.joined.values()) this.#fanOut.unwatch(stream)
    session.joined.clear()
  }

  /** Somebody may listen to a stream no more. */
  close({ stream, personId }: Left): void {
    for (const socket of this.#crowd.socketsOf(personId)) {
      const session = this.#crowd.sessionOf(socket)
      if (!session?.joined.has(keyOf(stream))) continue
      this.leave(socket, session, stream)
      socket.emit('stream:closed', { kind: stream.kind, id: stream.id })
    }
  }

  /** Tells every socket how far its streams have come, so that it can ask for what it missed. */
  beat(): void {
    for (const [socket, { joined }] of this.#crowd.all()) {
      const streams = [...joined.values()].flatMap((stream) => {
        const seq = this.#fanOut.head(stream)
        return seq === undefined ? [] : [{ kind: stream.kind, id: stream.id, seq }]
      })
      socket.emit('marks', { streams })
    }
  }

  async #may(personId: string, stream: Stream): Promise<boolean> {
    if (stream.kind === 'person') return stream.id === personId
    const rule = this.#joins.find(({ kind }) => kind === stream.kind)
    return rule !== undefined && rule.may(this.#db, personId, stream.id)
  }
}
