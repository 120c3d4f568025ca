import { type Socket } from 'socket.io'
import { type Actor } from '../access/actor.ts'
import { type Stream } from '../db/wake.ts'
import { Budget } from './budget.ts'

const perSocket = { most: 80, perSecond: 30 }
const perPerson = { most: 200, perSecond: 60 }

/** Who a socket is, what it may still say, and the streams it listens to. */
export type Session = {
  readonly actor: Actor
  readonly budget: Budget
  readonly joined: Map<string, Stream>
  readonly language: string
}

/** The sockets of this node and the people behind them. */
export class Crowd {
  readonly #sessions = new Map<Socket, Session>()
  readonly #people = new Map<string, { sockets: Set<Socket>; budget: Budget }>()

  get size(): number {
    return this.#sessions.size
  }

  /** A socket has shown who it is. */
  admit(socket: Socket, actor: Actor, language: string): void {
    const budget = new Budget(perSocket.most, perSocket.perSecond)
    this.#sessions.set(socket, { actor, budget, joined: new Map(), language })
  }

  /** It is connected: what its person is told reaches it from now on. */
  welcome(socket: Socket, { actor }: Session): void {
    const person = this.#people.get(actor.id) ?? {
      sockets: new Set(),
      budget: new Budget(perPerson.most, perPerson.perSecond),
    }
    person.sockets.add(socket)
    this.#people.set(actor.id, person)
  }

  forget(socket: Socket, { actor }: Session): void {
    this.#sessions.delete(socket)
    const person = this.#people.get(actor.id)
    person?.sockets.delete(socket)
    if (person?.sockets.size === 0) this.#people.delete(actor.id)
  }

  sessionOf(socket: Socket): Session | undefined {
    return this.#sessions.get(socket)
  }

  socketsOf(personId: string): Iterable<Socket> {
    return this.#people.get(personId)?.sockets ?? []
  }

  all(): Iterable<[Socket, Session]> {
    return this.#sessions
  }

  /** Counts one event against the socket's budget and its person's; false when either is spent. */
  spend({ actor, budget }: Session): boolean {
    return budget.take() && this.#people.get(actor.id)?.budget.take() === true
  }

  /** The sessions of accounts that are here, each once. */
  sessionIds(): string[] {
    return [...new Set([...this.#sessions.values()].map(({ actor }) => actor.sessionId))]
  }

  /** Sends those away whose session has ended. */
  end(sessionIds: ReadonlySet<string>): void {
    for (const [socket, { actor }] of this.#sessions) {
      if (!sessionIds.has(actor.sessionId)) continue
      socket.emit('session:ended', {})
      socket.disconnect(true)
    }
  }
}
