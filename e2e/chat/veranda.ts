import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { takeEntries } from '@veranda/core/conversations/sequenced-log.ts'
import { io, type Socket } from 'socket.io-client'
import type { Caller } from '../support/person.ts'
import { cut } from './cut.ts'
import { countOutcome, type Outcome, weather } from './outcome.ts'

type Entry = { seq: number; name: string; payload: { message?: string } }
type Page = { ok: true; head: number; items: Entry[]; more: boolean } | { ok: false }
type Acknowledged = { ok: true; seq: number } | { ok: false; error: { code: string } }

/** A connection with the product's settings: the newest token, reconnecting without end after a second. */
function connect(url: string, person: Caller): Socket {
  return io(url, {
    transports: ['websocket', 'polling'],
    timeout: 20_000,
    reconnectionDelay: 1_000,
    auth: (give) => give({ token: person.token }),
    extraHeaders: { cookie: person.cookie, origin: url },
  })
}

/** A reader as the app is one: joins, pages from its cursor, applies only what follows, fetches at a gap. */
class Reader {
  readonly socket: Socket
  readonly seen: number[] = []
  #cursor = 0
  #catching = false
  readonly #conversationId: string

  constructor(url: string, person: Caller, conversationId: string, from: number) {
    this.#conversationId = conversationId
    this.#cursor = from
    this.socket = connect(url, person)
    this.socket.on('connect', () => void this.#catchUp())
    this.socket.on('chat_message', (payload: { seq: number; message: string; conversationId: string }) => {
      if (payload.conversationId === conversationId) this.#take([{ seq: payload.seq, name: 'chat_message', payload }])
    })
    this.socket.on('marks', ({ streams }: { streams: { id: string; seq: number }[] }) => {
      if (streams.some(({ id, seq }) => id === conversationId && seq > this.#cursor)) void this.#catchUp()
    })
  }

  #take(entries: Entry[]): void {
    const taken = takeEntries(this.#cursor, entries)
    this.#cursor = taken.cursor
    for (const { name, payload } of taken.entries) if (name === 'chat_message') this.seen.push(Number(payload.message))
    if (taken.gap) void this.#catchUp()
  }

  async #catchUp(): Promise<void> {
    if (this.#catching) return
    this.#catching = true
    try {
      for (let more = true; more && this.socket.connected;) {
        const request = { kind: 'conversation', id: this.#conversationId, after: this.#cursor }
        // The server acknowledges every event in this form.
        const page = (await this.socket.timeout(3_000).emitWithAck('stream:join', request)) as Page
        if (!page.ok) return
        this.#take(page.items)
        more = page.more
      }
    } catch {
      // The line went away; the next connection begins again.
    } finally {
      this.#catching = false
    }
  }
}

/** The sender's outbox: first in, first out, each message repeated under its client id until it is acknowledged. */
async function sendUntilAcknowledged(
  socket: Socket,
  conversationId: string,
  number: number,
  clientId: string,
): Promise<void> {
  const payload = { conversationId, message: String(number), clientId }
  for (;;) {
    if (!socket.connected) await new Promise<void>((resolve) => socket.once('connect', () => resolve()))
    try {
      // As above.
      const answer = (await socket.timeout(1_500).emitWithAck('message:send', payload)) as Acknowledged
      if (answer.ok) return
      if (answer.error.code !== 'live.too-many') throw new Refused(answer.error.code)
      await pause(120)
    } catch (error) {
      if (error instanceof Refused) throw error
    }
  }
}

class Refused extends Error {}

export type Hands = { crash(): Promise<void>; restart(): Promise<void>; url(): string }

/**
 * Sends the script's messages through Veranda under the script's weather. `people` are members of the conversation;
 * the first one sends, all the others and the sender's second device read.
 */
export async function runVeranda(
  hands: Hands,
  people: { sender: Caller; readers: readonly Caller[] },
  conversationId: string,
  from: number,
): Promise<Outcome> {
  const socket = connect(hands.url(), people.sender)
  const readers = people.readers.map((person) => new Reader(hands.url(), person, conversationId, from))
  const acknowledged = new Set<number>()
  for (let number = 0; number < weather.messages; number += 1) {
    const killed = (weather.kills as readonly number[]).includes(number)
    const clientId = randomUUID()
    const sending = sendUntilAcknowledged(socket, conversationId, number, clientId)
    if (killed) {
      // In the middle of a message: sent, and perhaps stored, but not acknowledged.
      await hands.crash()
      await pause(weather.downMilliseconds)
      await hands.restart()
    }
    if (number % weather.everyDuplicate === 0) {
      await Promise.all([sending, sendUntilAcknowledged(socket, conversationId, number, clientId)])
    }
    await sending
    acknowledged.add(number)
    if (number % weather.everyCut === weather.everyCut - 1) {
      cut(readers[number % readers.length]?.socket)
      if (number % 3 === 0) cut(socket)
    }
  }
  const limit = Date.now() + 30_000
  while (Date.now() < limit && readers.some(({ seen }) => seen.length < weather.messages)) await pause(100)
  for (const one of [socket, ...readers.map((reader) => reader.socket)]) one.disconnect()
  return countOutcome(
    weather.messages,
    acknowledged,
    readers.map(({ seen }) => seen),
  )
}
