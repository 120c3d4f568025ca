import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDirectConversation, readConversation, sendMessage } from '@veranda/contract/conversations/routes.ts'
import { takeInOrder } from '@veranda/core/ordered-entries.ts'
import { io, type Socket } from 'socket.io-client'
import type { Acknowledgements } from './acknowledgements.ts'
import { answerTimeoutMs, type GateUser, retryForMs } from './gate-user.ts'
import type { LoadClient } from './load-client.ts'
import { socketEvent } from './replies.ts'

const connectTimeoutMs = 5_000
/** A server closes a connection that is not signed in after 10 seconds, and a killed one at once. */
const handshakeTimeoutMs = 20_000

type Entry = { seq: number; name: string; payload: { clientId?: string | null } }
type Refusal = { ok: false; error: { status: number; code: string } }
/** The reasons of a connection that one of the two ended in order, and that did not break off. */
const endedInOrder = ['io server disconnect', 'io client disconnect']
/** Logged for what had no answer within its time. */
const noAnswerStatus = 599
type Page = { ok: true; items: Entry[]; more: boolean } | Refusal
type SendReply = { ok: true; seq: number } | Refusal

/** A member of a conversation with an open socket, who applies the entries of the conversation's stream in order. */
class ConversationSocket {
  readonly #user: GateUser
  readonly #conversationId: string
  #socket: Socket | undefined
  /** The port of the node that the socket was opened to last. */
  #port = 0
  #cursor: number
  /** Why there was no connection at the last try, or no page of the stream. */
  lastFailure = 'none'
  /** Handshakes that hung. */
  readonly faults: string[] = []
  /** The number of times that each message was applied, by its client id. */
  readonly applied = new Map<string, number>()

  constructor(user: GateUser, conversationId: string, from: number) {
    this.#user = user
    this.#conversationId = conversationId
    this.#cursor = from
  }

  /** Returns a connected socket that has caught up with the stream; undefined when there is no connection to be had. */
  async connect(): Promise<Socket | undefined> {
    if (this.#socket?.connected) return this.#socket
    const socket = await this.#tryToConnect()
    // The session's token had expired; any call renews it.
    if (socket || this.#user.token !== '') return socket
    await this.#user.call(readConversation, { params: { id: this.#conversationId } })
    return this.#tryToConnect()
  }

  /** Connects once; without a token afterwards when the one that it had has expired. */
  async #tryToConnect(): Promise<Socket | undefined> {
    this.leave()
    const { token, cookie } = this.#user
    const url = this.#user.url()
    this.#port = Number(new URL(url).port)
    const startedAt = performance.now()
    const socket = io(url, {
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
      timeout: connectTimeoutMs,
      auth: { token },
      extraHeaders: { cookie, origin: url },
    })
    this.#socket = socket
    socket.on('chat_message', (payload: { seq: number; conversationId: string; clientId: string | null }) => {
      if (payload.conversationId !== this.#conversationId) return
      if (this.#apply([{ seq: payload.seq, name: 'chat_message', payload }])) void this.catchUp()
    })
    const refusal = await new Promise<(Error & { data?: unknown }) | undefined>((resolve) => {
      const timeout = setTimeout(() => {
        this.faults.push('a socket was neither connected nor refused nor closed')
        settle(new Error('no answer'))
      }, handshakeTimeoutMs)
      const settle = (reason?: Error) => {
        clearTimeout(timeout)
        resolve(reason)
      }
      socket.once('connect', () => settle())
      socket.once('connect_error', settle)
      // The connection broke off before the server had accepted the socket. A refusal closes it too, and says why next.
      socket.io.once('close', () => setImmediate(() => settle(new Error('connection closed'))))
    })
    // The server's own refusals carry a code.
    const refusedWith = refusal?.data === undefined ? undefined : refusal.message === 'server.unavailable' ? 503 : 401
    this.#log('connect', startedAt, refusal ? refusedWith : 200)
    if (refusal) this.lastFailure = `connect: ${refusal.message}`
    if (refusal?.message === 'request.not-signed-in') this.#user.token = ''
    if (refusal || !(await this.catchUp())) {
      this.leave()
      return undefined
    }
    return socket
  }

  /** Applies what the stream holds beyond the cursor. Returns false when the connection was lost meanwhile. */
  async catchUp(): Promise<boolean> {
    for (let more = true; more;) {
      if (!this.#socket?.connected) return false
      const request = { kind: 'conversation', id: this.#conversationId, after: this.#cursor }
      const page = await this.emit<Page>('stream:join', request)
      if (!page?.ok) {
        this.lastFailure = `stream:join: ${page?.error.code ?? 'no answer'}`
        return false
      }
      this.#apply(page.items)
      more = page.more
    }
    return true
  }

  /** Emits an event over the connected socket. Returns its acknowledgement; undefined when there is none. */
  async emit<T extends { ok: true } | Refusal>(event: string, payload: object): Promise<T | undefined> {
    const socket = this.#socket
    if (!socket) return undefined
    const startedAt = performance.now()
    let endedBy: string | undefined
    const noteEnd = (reason: string) => (endedBy = reason)
    socket.once('disconnect', noteEnd)
    const answer = await socket
      .timeout(answerTimeoutMs)
      .emitWithAck(event, payload)
      // The server acknowledges every event in this shape.
      .then((reply) => reply as T)
      .catch(() => undefined)
    socket.off('disconnect', noteEnd)
    if (answer) this.#log(event, startedAt, answer.ok ? 200 : answer.error.status)
    else if (endedBy === undefined) this.#log(event, startedAt, noAnswerStatus)
    else if (!endedInOrder.includes(endedBy)) this.#log(event, startedAt, undefined)
    return answer
  }

  #log(event: string, startedAt: number, status: number | undefined): void {
    const endedAt = performance.now()
    this.#user.log({
      what: `${socketEvent} ${event}`,
      port: this.#port,
      status,
      retryAfter: undefined,
      milliseconds: endedAt - startedAt,
      endedAt,
    })
  }

  leave(): void {
    this.#socket?.disconnect()
    this.#socket = undefined
  }

  /** Applies the entries that follow the cursor. Returns whether there is a gap before the others. */
  #apply(entries: Entry[]): boolean {
    const taken = takeInOrder(this.#cursor, entries)
    this.#cursor = taken.cursor
    for (const { name, payload } of taken.entries) {
      const clientId = name === 'chat_message' ? payload.clientId : undefined
      if (clientId) this.applied.set(clientId, (this.applied.get(clientId) ?? 0) + 1)
    }
    return taken.gap
  }
}

/** Sends messages over a socket, or over HTTP, to another member who reads them on a socket. */
export async function makeMessageClient(
  sender: GateUser,
  reader: GateUser,
  way: 'socket' | 'http',
  acknowledged: Acknowledgements,
): Promise<LoadClient> {
  const { id: conversationId } = await sender.call(openDirectConversation, { body: { userId: reader.id } })
  const { head } = await reader.call(readConversation, { params: { id: conversationId } })
  const [sending, reading] = [sender, reader].map((user) => new ConversationSocket(user, conversationId, head))
  if (!sending || !reading) throw new Error('a conversation has two members')

  const sendOverSocket = async (clientId: string): Promise<number> => {
    const deadline = Date.now() + retryForMs
    for (;;) {
      if (Date.now() > deadline)
        throw new Error(`message:send had no answer for ${retryForMs / 1_000} s, at last ${sending.lastFailure}`)
      const socket = await sending.connect()
      const payload = { conversationId, message: `gate ${clientId}`, clientId }
      const reply = socket && (await sending.emit<SendReply>('message:send', payload))
      if (reply?.ok) return reply.seq
      if (reply && reply.error.status < 500) throw new Error(`message:send: ${reply.error.code}`)
      if (socket) sending.lastFailure = `message:send: ${reply?.error.code ?? 'no answer'}`
      await sleep(100)
    }
  }
  const sendOverHttp = async (clientId: string): Promise<number> => {
    const body = { clientId, message: `gate ${clientId}` }
    return (await sender.call(sendMessage, { params: { id: conversationId }, body })).seq
  }

  return {
    name: `messages over ${way === 'http' ? 'HTTP' : 'a socket'}`,
    async step() {
      const clientId = randomUUID()
      const sent = way === 'socket' ? sendOverSocket(clientId) : sendOverHttp(clientId)
      const [seq] = await Promise.all([sent, reading.connect()])
      acknowledged.messages.push({ conversationId, clientId, seq })
    },
    leave() {
      for (const one of [sending, reading]) one.leave()
    },
    async findFaults() {
      const hung = [...sending.faults, ...reading.faults]
      if (!(await reading.connect())) return [...hung, 'the reader could not connect']
      const sent = acknowledged.messages.filter((one) => one.conversationId === conversationId)
      const missed = sent.flatMap(({ clientId, seq }) => {
        const times = reading.applied.get(clientId) ?? 0
        return times === 1 ? [] : [`message ${seq} reached the reader ${times} times`]
      })
      return [...hung, ...missed]
    },
  }
}
