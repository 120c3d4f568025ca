import {
  clockMoved,
  eventRefused,
  type StreamEntry,
  joinStream,
  serverLeaving,
  sessionEnded,
  streamHeads,
} from '@veranda/contract/realtime/events.ts'
import {
  type AcknowledgementOf,
  type ClientEvent,
  type EmittedPayload,
  type OutputOf,
  type PayloadOf,
  type ServerEvent,
} from '@veranda/contract/realtime/socket-event.ts'
import { type Socket } from 'socket.io-client'
import { connectionState } from './connection-state.ts'
import { networkProblem, Problem } from '../api/problem.ts'
import { refreshToken } from '../session/refresh-token.ts'
import { storedToken } from '../session/session.ts'
import {
  buildSettings,
  connectTimeoutMs,
  debugLogging,
  reconnectDelayMs,
  tokenRefreshBufferSeconds,
} from '../build-settings.ts'
import { expiresWithin } from '../session/token.ts'
import { syncServerClock } from './server-clock.ts'
import { StreamCatchUp } from './stream-catch-up.ts'

/** `replayed`: missed while the connection was lost, and read afterwards. */
export type Receipt = { readonly replayed: boolean }
type Handler = (payload: unknown, receipt: Receipt) => void
type Ack = { ok: true } | { ok: false; error: { code: string; status: number; message: string; field?: string } }

type UserEntry = StreamEntry & Receipt
type UserStream = { readonly catchUp: StreamCatchUp<UserEntry>; cursor: number }

/** A client that missed more pages of events than this reads what it shows again. */
const maxReplayedPages = 4

const handlers = new Map<string, Set<Handler>>()
const resumeListeners = new Set<() => void>()
const resyncListeners = new Set<() => void>()
let socket: Socket | undefined
let shouldConnect = false
let userEventNames: ReadonlySet<string> = new Set()
let userStream: UserStream | undefined
let reconnectTimer: ReturnType<typeof setTimeout> | undefined

/** Registers a listener for an event; a payload that does not match its schema is dropped. */
export function on<E extends ServerEvent>(
  event: E,
  handle: (payload: PayloadOf<E>, receipt: Receipt) => void,
): () => void {
  const handler: Handler = (payload, receipt) => {
    const parsed = parse<E['schema']>(event.schema, payload)
    if (parsed) handle(parsed.value, receipt)
    else console.warn(`realtime event ${event.name} does not match its schema`)
  }
  const registered = handlers.get(event.name) ?? new Set()
  handlers.set(event.name, registered.add(handler))
  return () => registered.delete(handler)
}

/** Registers a listener for every connect and reconnect, for focus, and for the network coming back. */
export function onResume(listener: () => void): () => void {
  resumeListeners.add(listener)
  return () => resumeListeners.delete(listener)
}

/**
 * Registers a listener for the moment from which events are received. Data read before it may have changed without an
 * event; from then on whatever a lost connection misses is replayed, so a reconnect calls it only after a long absence.
 */
export function onResync(listener: () => void): () => void {
  resyncListeners.add(listener)
  return () => resyncListeners.delete(listener)
}

/** Emits an event and waits for the server's acknowledgement; throws a `Problem` if refused or not acknowledged. */
export async function emit<E extends ClientEvent>(event: E, payload: EmittedPayload<E>): Promise<AcknowledgementOf<E>> {
  if (!socket?.connected) throw networkProblem()
  let ack: Ack
  try {
    // The server acknowledges every event in this format.
    ack = (await socket.timeout(10_000).emitWithAck(event.name, payload)) as Ack
  } catch {
    throw networkProblem()
  }
  if (!ack.ok) {
    const { code, status, message, field } = ack.error
    throw new Problem({ code, status, detail: message, field })
  }
  const parsed = parse<E['reply']>(event.reply, ack)
  if (!parsed) throw networkProblem()
  return parsed.value
}

/** Emits an event that may be lost, such as typing. */
export function emitVolatile<E extends ClientEvent>(event: E, payload: EmittedPayload<E>): void {
  socket?.volatile.emit(event.name, payload)
}

/**
 * Connects until `disconnectRealtime` is called; loads the socket client on demand. `userEvents` are the names of the
 * events in the user's own stream.
 */
export async function connectRealtime(userEvents: ReadonlySet<string>): Promise<void> {
  if (shouldConnect) return
  shouldConnect = true
  userEventNames = userEvents
  connectionState.set('connecting')
  const { io } = await import('socket.io-client')
  if (!shouldConnect) return
  const client = io(buildSettings.socketUrl, {
    transports: ['websocket', 'polling'],
    // Where a network blocks WebSockets, long polling.
    tryAllTransports: true,
    withCredentials: true,
    timeout: connectTimeoutMs,
    reconnectionAttempts: Infinity,
    reconnectionDelay: reconnectDelayMs,
    randomizationFactor: 0.5,
    auth: (send) => void freshToken().then((token) => send({ token })),
  })
  socket = client
  let triedRefresh = false
  client.on('connect', () => {
    triedRefresh = false
    connectionState.set(connectionState.get() === 'lost' && userStream ? 'catching-up' : 'on')
    notifyResumed()
  })
  client.on('disconnect', (reason) => {
    // This side closed it: at sign-out, or because the server is leaving.
    if (!shouldConnect || reason === 'io client disconnect') return
    connectionState.set('lost')
    console.warn(`realtime connection lost: ${reason}`)
    // The server closed it (the session may be over), which Socket.IO treats as final.
    if (reason === 'io server disconnect') reconnectIn(1000)
  })
  client.on('connect_error', (error) => {
    console.warn(`realtime connection refused: ${error.message}`)
    connectionState.set('lost')
    if (client.active) return
    // A refused handshake is final for Socket.IO: refresh the token once and reconnect, then retry more slowly.
    const stale = storedToken()
    const firstFailure = !triedRefresh
    triedRefresh = true
    if (firstFailure) void refreshToken(stale).then((refresh) => refresh.outcome !== 'refused' && reconnectIn(0))
    else reconnectIn(15_000)
  })
  client.onAny((name: string, payload: unknown) => {
    if (debugLogging) console.debug('realtime', name, payload)
    receive(name, payload)
  })
  addEventListener('focus', notifyResumed)
  addEventListener('online', reconnectNow)
}

/** Closes the connection, after sign-out or when the shell unmounts. */
export function disconnectRealtime(): void {
  shouldConnect = false
  clearTimeout(reconnectTimer)
  removeEventListener('focus', notifyResumed)
  removeEventListener('online', reconnectNow)
  socket?.removeAllListeners()
  socket?.disconnect()
  socket = undefined
  userStream = undefined
  connectionState.set('off')
}

// The head of the user's stream comes with every connect and heartbeat: the first is where counting starts, a later one
// shows what was missed.
on(streamHeads, ({ streams }) => {
  const head = streams.find(({ kind }) => kind === 'user')
  if (!head) return
  if (userStream) {
    userStream.catchUp.noteHead(head.seq)
    return connectionState.get() === 'catching-up' ? catchUpWith(userStream) : undefined
  }
  userStream = openUserStream(head.id, head.seq)
  for (const listener of resyncListeners) listener()
})

function openUserStream(userId: string, start: number): UserStream {
  const request = { kind: 'user', id: userId } as const
  const stream: UserStream = {
    cursor: start,
    catchUp: new StreamCatchUp<UserEntry>({
      cursor: () => stream.cursor,
      maxPages: maxReplayedPages,
      loadSnapshot: async () => {
        stream.cursor = (await emit(joinStream, request)).head
        for (const listener of resyncListeners) listener()
      },
      readAfter: async (after) => {
        const { items, ...page } = await emit(joinStream, { ...request, after })
        return { ...page, entries: items.map((entry) => ({ ...entry, replayed: true })) }
      },
      apply: (entries) => {
        for (const { seq, name, payload, replayed } of entries) {
          stream.cursor = seq
          dispatch(name, { ...payload, seq }, { replayed })
        }
      },
    }),
  }
  return stream
}

on(clockMoved, ({ now }) => syncServerClock(now))
/** Reads what was missed; a failed read is repeated at the next heartbeat or reconnect. */
function catchUpWith({ catchUp }: UserStream): void {
  const noteCaughtUp = () => connectionState.get() === 'catching-up' && connectionState.set('on')
  void catchUp.resume().then(noteCaughtUp, () => undefined)
}

on(eventRefused, (refusal) => console.warn('realtime event refused', refusal))

// A server that stops is not a lost connection: close it first and reconnect at a random time.
on(serverLeaving, ({ comeBackWithinMilliseconds }) => {
  connectionState.set('connecting')
  socket?.disconnect()
  reconnectIn(Math.random() * comeBackWithinMilliseconds)
})

// Signs out at once, in all tabs, unless another tab has signed in again meanwhile.
on(sessionEnded, () => void refreshToken(storedToken()))

/** Dispatches an event; one of the user's stream only when it is next, after reading what was missed before it. */
function receive(name: string, payload: unknown): void {
  const entry = userEventNames.has(name) ? toStreamEntry(name, payload) : undefined
  if (entry && userStream) userStream.catchUp.receive({ ...entry, replayed: false })
  else dispatch(name, payload, { replayed: false })
}

function toStreamEntry(name: string, payload: unknown): StreamEntry | undefined {
  if (typeof payload !== 'object' || payload === null || !('seq' in payload)) return undefined
  const { seq } = payload
  return typeof seq === 'number' ? { seq, name, payload: { ...payload } } : undefined
}

function dispatch(name: string, payload: unknown, receipt: Receipt): void {
  for (const handler of handlers.get(name) ?? []) handler(payload, receipt)
}

/** Returns the value that a schema accepts, or undefined. The schemas of events are synchronous. */
function parse<S extends ServerEvent['schema']>(schema: S, input: unknown): { value: OutputOf<S> } | undefined {
  const result = schema['~standard'].validate(input)
  return result instanceof Promise || result.issues ? undefined : { value: result.value }
}

function notifyResumed(): void {
  if (!socket?.connected) return
  if (userStream) catchUpWith(userStream)
  for (const listener of resumeListeners) listener()
}

function reconnectIn(delayMs: number): void {
  clearTimeout(reconnectTimer)
  reconnectTimer = setTimeout(() => shouldConnect && socket?.connect(), delayMs)
}

function reconnectNow(): void {
  if (socket && !socket.connected) socket.connect()
  else notifyResumed()
}

async function freshToken(): Promise<string | undefined> {
  const token = storedToken()
  if (token === undefined || !expiresWithin(token, tokenRefreshBufferSeconds, Date.now())) return token
  const refresh = await refreshToken(token)
  return refresh.outcome === 'renewed' ? refresh.token : token
}
