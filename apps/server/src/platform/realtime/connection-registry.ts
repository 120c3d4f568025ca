import { sessionEnded } from '@veranda/contract/realtime/events.ts'
import { type Socket } from 'socket.io'
import { type Actor } from '../access/actor.ts'
import { type Stream } from '../db/commit-signals.ts'
import { emitEvent } from './emit-event.ts'
import { TokenBucket } from '../token-bucket.ts'

/** On one node: windows, tabs and devices. Beyond it a tab works without live events. */
export const maxSocketsPerUser = 40
const socketRate = { capacity: 80, perSecond: 30 }
const userRate = { capacity: 200, perSecond: 60 }

/** A connection: its actor, its rate budget and the streams it is subscribed to. */
export type Connection = {
  readonly actor: Actor
  readonly budget: TokenBucket
  readonly subscriptions: Map<string, Stream>
  readonly language: string
}

/** The sockets of this node by connection and by user. */
export class ConnectionRegistry {
  readonly #connections = new Map<Socket, Connection>()
  readonly #users = new Map<string, { sockets: Set<Socket>; budget: TokenBucket }>()

  get size(): number {
    return this.#connections.size
  }

  /** Returns whether the user has as many sockets as one user may have. */
  isFull(userId: string): boolean {
    return (this.#users.get(userId)?.sockets.size ?? 0) >= maxSocketsPerUser
  }

  /** Adds a connected socket: events for its user reach it from now on. Remove it when it disconnects. */
  add(socket: Socket, actor: Actor, language: string): Connection {
    const budget = new TokenBucket(socketRate.capacity, socketRate.perSecond)
    const connection: Connection = { actor, budget, subscriptions: new Map(), language }
    this.#connections.set(socket, connection)
    const user = this.#users.get(actor.id) ?? {
      sockets: new Set(),
      budget: new TokenBucket(userRate.capacity, userRate.perSecond),
    }
    user.sockets.add(socket)
    this.#users.set(actor.id, user)
    return connection
  }

  remove(socket: Socket, { actor }: Connection): void {
    this.#connections.delete(socket)
    const user = this.#users.get(actor.id)
    user?.sockets.delete(socket)
    if (user?.sockets.size === 0) this.#users.delete(actor.id)
  }

  find(socket: Socket): Connection | undefined {
    return this.#connections.get(socket)
  }

  socketsOfUser(userId: string): Iterable<Socket> {
    return this.#users.get(userId)?.sockets ?? []
  }

  entries(): Iterable<[Socket, Connection]> {
    return this.#connections
  }

  /** Counts one event against the budgets of the socket and the user; returns false when either is spent. */
  consumeBudget({ actor, budget }: Connection): boolean {
    return budget.tryTake() && this.#users.get(actor.id)?.budget.tryTake() === true
  }

  /** Returns the distinct session ids of the connected users. */
  sessionIds(): string[] {
    return [...new Set([...this.#connections.values()].map(({ actor }) => actor.sessionId))]
  }

  /** Disconnects sockets whose session has ended. */
  disconnectSessions(sessionIds: ReadonlySet<string>): void {
    for (const [socket, { actor }] of this.#connections) {
      if (!sessionIds.has(actor.sessionId)) continue
      emitEvent(socket, sessionEnded, {})
      socket.disconnect(true)
    }
  }
}
