import { type QueryClient } from '@tanstack/react-query'
import { type Socket } from 'socket.io-client'
import { liveState } from './live-state.ts'
import { networkProblem, Problem } from './problem.ts'
import { cache } from './query.ts'
import { renew } from './renew.ts'
import { storedToken } from './session.ts'
import { settings, tokenBuffer } from './settings.ts'
import { endsWithin } from './token.ts'

type Parser<T> = { safeParse: (input: unknown) => { success: true; data: T } | { success: false } }
type Handler = (payload: unknown) => void
type Ack = { ok: true } | { ok: false; error: { code: string; status: number; message: string; field?: string } }

const handlers = new Map<string, Set<Handler>>()
const resumers = new Set<() => void>()
let socket: Socket | undefined
let wanted = false

/** Registers what a feature does with an event; the payload is parsed first, and one that does not fit is dropped. */
export function on<T>(name: string, schema: Parser<T>, handle: (payload: T, cache: QueryClient) => void): () => void {
  const handler: Handler = (payload) => {
    const parsed = schema.safeParse(payload)
    if (parsed.success) handle(parsed.data, cache)
    else console.warn(`live event ${name} does not fit its schema`)
  }
  const known = handlers.get(name) ?? new Set()
  handlers.set(name, known.add(handler))
  return () => known.delete(handler)
}

/** Called after each connect and reconnect, when the page is looked at again, and when the network is back. */
export function onResume(listener: () => void): () => void {
  resumers.add(listener)
  return () => resumers.delete(listener)
}

/** Sends an event and waits for the server's acknowledgement; throws a `Problem` when refused or not answered. */
export async function emit<Reply extends object = object>(name: string, payload: object): Promise<Reply> {
  if (!socket?.connected) throw networkProblem()
  let ack: Ack
  try {
    // The server acknowledges every event in this form.
    ack = (await socket.timeout(10_000).emitWithAck(name, payload)) as Ack
  } catch {
    throw networkProblem()
  }
  if (!ack.ok) {
    const { code, status, message, field } = ack.error
    throw new Problem({ code, status, detail: message, field })
  }
  // The acknowledgement carries the value that the contract names for this event.
  return ack as unknown as Reply
}

/** Sends what may get lost: typing. */
export function emitVolatile(name: string, payload: object): void {
  socket?.volatile.emit(name, payload)
}

/** Connects for as long as somebody is signed in; the client itself is fetched here. */
export async function startLive(): Promise<void> {
  if (wanted) return
  wanted = true
  liveState.set('connecting')
  const { io } = await import('socket.io-client')
  if (!wanted) return
  const made = io(settings.socketUrl, {
    transports: ['websocket', 'polling'],
    withCredentials: true,
    timeout: 20_000,
    reconnectionAttempts: Infinity,
    reconnectionDelay: 1000,
    randomizationFactor: 0.5,
    auth: (give) => void newestToken().then((token) => give({ token })),
  })
  socket = made
  let renewed = false
  made.on('connect', () => {
    renewed = false
    liveState.set('on')
    resume()
  })
  made.on('disconnect', (reason) => {
    if (!wanted) return
    liveState.set('lost')
    console.warn(`live connection lost: ${reason}`)
    // The server closed it (the session may be over), which Socket.IO takes as final.
    if (reason === 'io server disconnect') setTimeout(() => wanted && made.connect(), 1000)
  })
  made.on('connect_error', (error) => {
    console.warn(`live connection refused: ${error.message}`)
    liveState.set('lost')
    if (made.active) return
    // A refused handshake is final for Socket.IO: renew once, then connect by hand; and then more slowly.
    const stale = storedToken()
    const first = !renewed
    renewed = true
    if (first) void renew(stale).then((renewal) => renewal.outcome !== 'refused' && wanted && made.connect())
    else setTimeout(() => wanted && made.connect(), 15_000)
  })
  made.on('error', (error) => console.warn('live error', error))
  made.onAny((name: string, payload: unknown) => {
    if (settings.debug) console.debug('live', name, payload)
    for (const handler of handlers.get(name) ?? []) handler(payload)
  })
  addEventListener('focus', resume)
  addEventListener('online', wake)
}

/** Closes the connection: signed out, or the shell has gone. */
export function stopLive(): void {
  wanted = false
  removeEventListener('focus', resume)
  removeEventListener('online', wake)
  socket?.removeAllListeners()
  socket?.disconnect()
  socket = undefined
  liveState.set('off')
}

function resume(): void {
  if (socket?.connected) for (const listener of resumers) listener()
}

function wake(): void {
  if (socket && !socket.connected) socket.connect()
  else resume()
}

async function newestToken(): Promise<string | undefined> {
  const token = storedToken()
  if (token === undefined || !endsWithin(token, tokenBuffer, Date.now())) return token
  const renewal = await renew(token)
  return renewal.outcome === 'renewed' ? renewal.token : token
}
