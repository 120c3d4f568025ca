import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { takeInOrder } from '@veranda/core/ordered-entries.ts'
import { io, type Socket } from 'socket.io-client'
import type { ApiClient } from '../support/api-client.ts'
import { dropConnection } from './drop-connection.ts'
import { countOutcome, type Outcome, faultPlan } from './delivery-outcome.ts'

type Entry = { seq: number; name: string; payload: { message?: string } }
type CatchUpPage = { ok: true; head: number; items: Entry[]; more: boolean } | { ok: false }
type Acknowledged = { ok: true; seq: number } | { ok: false; error: { code: string } }

/** Connects with the app's settings: the current token, and reconnecting after one second without end. */
function connect(url: string, client: ApiClient): Socket {
  return io(url, {
    transports: ['websocket', 'polling'],
    timeout: 20_000,
    reconnectionDelay: 1_000,
    auth: (callback) => callback({ token: client.token }),
    extraHeaders: { cookie: client.cookie, origin: url },
  })
}

/**
 * A reader that works like the app: joins, pages from its cursor, applies only what follows, and catches up after a
 * gap.
 */
class Reader {
  readonly socket: Socket
  readonly received: number[] = []
  #cursor = 0
  #isCatchingUp = false
  readonly #conversationId: string

  constructor(url: string, client: ApiClient, conversationId: string, from: number) {
    this.#conversationId = conversationId
    this.#cursor = from
    this.socket = connect(url, client)
    this.socket.on('connect', () => void this.#catchUp())
    this.socket.on('chat_message', (payload: { seq: number; message: string; conversationId: string }) => {
      if (payload.conversationId === conversationId) this.#apply([{ seq: payload.seq, name: 'chat_message', payload }])
    })
    this.socket.on('stream:heads', ({ streams }: { streams: { id: string; seq: number }[] }) => {
      if (streams.some(({ id, seq }) => id === conversationId && seq > this.#cursor)) void this.#catchUp()
    })
  }

  #apply(entries: Entry[]): void {
    const taken = takeInOrder(this.#cursor, entries)
    this.#cursor = taken.cursor
    for (const { name, payload } of taken.entries)
      if (name === 'chat_message') this.received.push(Number(payload.message))
    if (taken.gap) void this.#catchUp()
  }

  async #catchUp(): Promise<void> {
    if (this.#isCatchingUp) return
    this.#isCatchingUp = true
    try {
      for (let more = true; more && this.socket.connected;) {
        const request = { kind: 'conversation', id: this.#conversationId, after: this.#cursor }
        // The server acknowledges every event in this shape.
        const page = (await this.socket.timeout(3_000).emitWithAck('stream:join', request)) as CatchUpPage
        if (!page.ok) return
        this.#apply(page.items)
        more = page.more
      }
    } catch {
      // The connection was lost; the next one catches up again.
    } finally {
      this.#isCatchingUp = false
    }
  }
}

/**
 * Sends one message as the app's send queue does: in order, retried with the same client id until it is acknowledged.
 */
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
      // The same shape as above.
      const acknowledgement = (await socket.timeout(1_500).emitWithAck('message:send', payload)) as Acknowledged
      if (acknowledgement.ok) return
      if (acknowledgement.error.code !== 'realtime.too-many') throw new SendRefused(acknowledgement.error.code)
      await sleep(120)
    } catch (error) {
      if (error instanceof SendRefused) throw error
    }
  }
}

class SendRefused extends Error {}

export type ServerControls = { crash(): Promise<void>; restart(): Promise<void>; url(): string }

/**
 * Sends the messages through Veranda under the fault plan. `members` belong to the conversation: one sends, the others
 * and the sender's second device read.
 */
export async function runVeranda(
  server: ServerControls,
  members: { sender: ApiClient; readers: readonly ApiClient[] },
  conversationId: string,
  from: number,
): Promise<Outcome> {
  const socket = connect(server.url(), members.sender)
  const readers = members.readers.map((client) => new Reader(server.url(), client, conversationId, from))
  const acknowledged = new Set<number>()
  for (let number = 0; number < faultPlan.messages; number += 1) {
    const isKilled = (faultPlan.killBefore as readonly number[]).includes(number)
    const clientId = randomUUID()
    const sending = sendUntilAcknowledged(socket, conversationId, number, clientId)
    if (isKilled) {
      // Killed mid-message: sent and perhaps stored, but not acknowledged.
      await server.crash()
      await sleep(faultPlan.downtimeMs)
      await server.restart()
    }
    if (number % faultPlan.duplicateEvery === 0) {
      await Promise.all([sending, sendUntilAcknowledged(socket, conversationId, number, clientId)])
    }
    await sending
    acknowledged.add(number)
    if (number % faultPlan.dropEvery === faultPlan.dropEvery - 1) {
      dropConnection(readers[number % readers.length]?.socket)
      if (number % 3 === 0) dropConnection(socket)
    }
  }
  const deadline = Date.now() + 30_000
  while (Date.now() < deadline && readers.some(({ received }) => received.length < faultPlan.messages)) await sleep(100)
  for (const one of [socket, ...readers.map((reader) => reader.socket)]) one.disconnect()
  return countOutcome(
    faultPlan.messages,
    acknowledged,
    readers.map(({ received }) => received),
  )
}
