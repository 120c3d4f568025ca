import { type QueryClient } from '@tanstack/react-query'
import { type Socket } from 'socket.io-client'
import { connectionState } from './connection-state.ts'
import { networkProblem, Problem } from './api/problem.ts'
import { queryCache } from './api/query.ts'
import { refreshToken } from './session/refresh-token.ts'
import { storedToken } from './session/session.ts'
import { buildSettings, tokenRefreshBufferSeconds } from './build-settings.ts'
import { expiresWithin } from './session/token.ts'

type Parser<T> = { safeParse: (input: unknown) => { success: true; data: T } | { success: false } }
type Handler = (payload: unknown) => void
type Ack = { ok: true } | { ok: false; error: { code: string; status: number; message: string; field?: string } }

const handlers = new Map<string, Set<Handler>>()
const resumeListeners = new Set<() => void>()
let socket: Socket | undefined
let shouldConnect = false

/** Registers a handler for an event; the payload is parsed first and dropped if it does not match. */
export function on<T>(name: string, schema: Parser<T>, handle: (payload: T, cache: QueryClient) => void): () => void {
  const handler: Handler = (payload) => {
    const parsed = schema.safeParse(payload)
    if (parsed.success) handle(parsed.data, queryCache)
    else console.warn(`realtime event ${name} does not match its schema`)
  }
  const registered = handlers.get(name) ?? new Set()
  handlers.set(name, registered.add(handler))
  return () => registered.delete(handler)
}

/** Registers a listener for every connect and reconnect, for focus, and for the network coming back. */
export function onResume(listener: () => void): () => void {
  resumeListeners.add(listener)
  return () => resumeListeners.delete(listener)
}

/** Emits an event and waits for the server's acknowledgement; throws a `Problem` if refused or not acknowledged. */
export async function emit<Reply extends object = object>(name: string, payload: object): Promise<Reply> {
  if (!socket?.connected) throw networkProblem()
  let ack: Ack
  try {
    // The server acknowledges every event in this format.
    ack = (await socket.timeout(10_000).emitWithAck(name, payload)) as Ack
  } catch {
    throw networkProblem()
  }
  if (!ack.ok) {
    const { code, status, message, field } = ack.error
    throw new Problem({ code, status, detail: message, field })
  }
  // The acknowledgement carries the value the contract names for this event.
  return ack as unknown as Reply
}

/** Emits an event that may be lost, such as typing. */
export function emitVolatile(name: string, payload: object): void {
  socket?.volatile.emit(name, payload)
}

/** Connects until `disconnectRealtime` is called; loads the socket client on demand. */
export async function connectRealtime(): Promise<void> {
  if (shouldConnect) return
  shouldConnect = true
  connectionState.set('connecting')
  const { io } = await import('socket.io-client')
  if (!shouldConnect) return
  const client = io(buildSettings.socketUrl, {
    transports: ['websocket', 'polling'],
    withCredentials: true,
    timeout: 20_000,
    reconnectionAttempts: Infinity,
    reconnectionDelay: 1000,
    randomizationFactor: 0.5,
    auth: (send) => void freshToken().then((token) => send({ token })),
  })
  socket = client
  let triedRefresh = false
  client.on('connect', () => {
    triedRefresh = false
    connectionState.set('on')
    notifyResumed()
  })
  client.on('disconnect', (reason) => {
    if (!shouldConnect) return
    connectionState.set('lost')
    console.warn(`realtime connection lost: ${reason}`)
    // The server closed it (the session may be over), which Socket.IO treats as final.
    if (reason === 'io server disconnect') setTimeout(() => shouldConnect && client.connect(), 1000)
  })
  client.on('connect_error', (error) => {
    console.warn(`realtime connection refused: ${error.message}`)
    connectionState.set('lost')
    if (client.active) return
    // A refused handshake is final for Socket.IO: refresh the token once and reconnect, then retry more slowly.
    const stale = storedToken()
    const firstFailure = !triedRefresh
    triedRefresh = true
    if (firstFailure)
      void refreshToken(stale).then((refresh) => refresh.outcome !== 'refused' && shouldConnect && client.connect())
    else setTimeout(() => shouldConnect && client.connect(), 15_000)
  })
  client.on('error', (error) => console.warn('realtime error', error))
  client.onAny((name: string, payload: unknown) => {
    if (buildSettings.debug) console.debug('realtime', name, payload)
    for (const handler of handlers.get(name) ?? []) handler(payload)
  })
  addEventListener('focus', notifyResumed)
  addEventListener('online', reconnectNow)
}

/** Closes the connection, after sign-out or when the shell unmounts. */
export function disconnectRealtime(): void {
  shouldConnect = false
  removeEventListener('focus', notifyResumed)
  removeEventListener('online', reconnectNow)
  socket?.removeAllListeners()
  socket?.disconnect()
  socket = undefined
  connectionState.set('off')
}

function notifyResumed(): void {
  if (socket?.connected) for (const listener of resumeListeners) listener()
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
