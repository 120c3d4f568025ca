import {
  type joinStream,
  type leaveStream,
  streamClosed,
  streamHeads,
  type StreamHeads,
} from '@veranda/contract/realtime/events.ts'
import { type PayloadOf } from '@veranda/contract/realtime/socket-event.ts'
import { refuse, type Result } from '@veranda/core/result.ts'
import { type Socket } from 'socket.io'
import { type Db } from '../db/database.ts'
import { type StreamRevocation, type Stream } from '../db/commit-signals.ts'
import { readStream, readStreamHead, maxStreamPage } from '../events/streams.ts'
import { type ConnectionRegistry, type Connection } from './connection-registry.ts'
import { type FanOut, streamKey } from './stream-fan-out.ts'
import { emitEvent } from './emit-event.ts'
import { type JoinRule } from './realtime.ts'

/** Tracks which socket is subscribed to which stream. */
export class StreamSubscriptions {
  readonly #db: Db
  readonly #connections: ConnectionRegistry
  readonly #joinRules: readonly JoinRule[]
  readonly #fanOut: FanOut

  constructor(db: Db, connections: ConnectionRegistry, joinRules: readonly JoinRule[], fanOut: FanOut) {
    this.#db = db
    this.#connections = connections
    this.#joinRules = joinRules
    this.#fanOut = fanOut
  }

  /**
   * Authorizes and subscribes first, then reads the page from the cursor. Rows committed in between arrive live, so
   * nothing is missed.
   */
  async handleJoin(
    socket: Socket,
    connection: Connection,
    { kind, id, after }: PayloadOf<typeof joinStream>,
  ): Promise<Result<unknown>> {
    const stream: Stream = { kind, id }
    if (!(await this.#canJoin(connection.actor.id, stream))) return refuse('stream.not-found', 'not-found')
    await this.subscribe(socket, connection, stream)
    const items = after === undefined ? [] : await readStream(this.#db, stream, { after })
    const head = await readStreamHead(this.#db, stream)
    return { ok: true, value: { head, items, more: items.length === maxStreamPage } }
  }

  /** Handles a client's request to leave a stream. */
  async handleLeave(
    socket: Socket,
    connection: Connection,
    { kind, id }: PayloadOf<typeof leaveStream>,
  ): Promise<Result<unknown>> {
    this.unsubscribe(socket, connection, { kind, id })
    return { ok: true, value: {} }
  }

  async subscribe(socket: Socket, connection: Connection, stream: Stream): Promise<void> {
    const key = streamKey(stream)
    if (connection.subscriptions.has(key) || !this.#connections.find(socket)) return
    connection.subscriptions.set(key, stream)
    await socket.join(key)
    await this.#fanOut.watch(stream)
  }

  unsubscribe(socket: Socket, connection: Connection, stream: Stream): void {
    if (!connection.subscriptions.delete(streamKey(stream))) return
    void socket.leave(streamKey(stream))
    this.#fanOut.unwatch(stream)
  }

  /** Drops all subscriptions of a closed connection. */
  unsubscribeAll(connection: Connection): void {
    for (const stream of connection.subscriptions.values()) this.#fanOut.unwatch(stream)
    connection.subscriptions.clear()
  }

  /** Ends a user's subscriptions to a stream that they lost access to. */
  revoke({ stream, userId }: StreamRevocation): void {
    for (const socket of this.#connections.socketsOfUser(userId)) {
      const connection = this.#connections.find(socket)
      if (!connection?.subscriptions.has(streamKey(stream))) continue
      this.unsubscribe(socket, connection, stream)
      emitEvent(socket, streamClosed, { kind: stream.kind, id: stream.id })
    }
  }

  /** Sends every socket the newest sequence numbers of its streams, so that it can request what it missed. */
  broadcastHeads(): void {
    for (const [socket, connection] of this.#connections.entries()) this.sendHeads(socket, connection)
  }

  /** Sends one socket the newest sequence numbers of its streams. */
  sendHeads(socket: Socket, { subscriptions }: Connection): void {
    const streams: StreamHeads['streams'] = [...subscriptions.values()].flatMap((stream) => {
      const seq = this.#fanOut.head(stream)
      return seq === undefined ? [] : [{ kind: stream.kind, id: stream.id, seq }]
    })
    emitEvent(socket, streamHeads, { streams })
  }

  async #canJoin(userId: string, stream: Stream): Promise<boolean> {
    if (stream.kind === 'user') return stream.id === userId
    const rule = this.#joinRules.find(({ kind }) => kind === stream.kind)
    return rule !== undefined && rule.canJoin(this.#db, userId, stream.id)
  }
}
