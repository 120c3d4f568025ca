import { renewToken } from '@veranda/contract/accounts/sessions/routes.ts'
import { bookingChanged } from '@veranda/contract/bookings/events.ts'
import { sendTyping, typing } from '@veranda/contract/conversations/events.ts'
import { userEventNames } from '@veranda/contract/realtime/event-catalogue.ts'
import { joinStream, leaveStream } from '@veranda/contract/realtime/events.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearSession, saveSession, sessionStore } from '../session/session.ts'
import { connectionState } from './connection-state.ts'
import { connectRealtime, disconnectRealtime, emit, emitVolatile, on, onResume, onResync } from './realtime.ts'
import { contractServer } from '../testing/contract-server.ts'
import { tokenExpiringIn } from '../testing/replies.ts'

const userId = '0198c1de-0000-7000-8000-000000000001'
const bookingId = '0198c1de-0000-7000-8000-0000000000b1'

/** A Socket.IO client whose server is the test. */
class FakeSocket {
  connected = false
  active = true
  readonly emitted: { name: string; payload: unknown }[] = []
  readonly listeners = new Map<string, (value: never) => void>()
  receive: (name: string, payload: unknown) => void = () => undefined
  acknowledge: (name: string, payload: { after?: number }) => object = () => ({ ok: true })
  readonly volatile = { emit: (name: string, payload: unknown) => void this.emitted.push({ name, payload }) }
  on(name: string, listener: (value: never) => void): void {
    this.listeners.set(name, listener)
  }
  onAny(listener: (name: string, payload: unknown) => void): void {
    this.receive = listener
  }
  timeout() {
    return {
      emitWithAck: async (name: string, payload: { after?: number }) => {
        this.emitted.push({ name, payload })
        return this.acknowledge(name, payload)
      },
    }
  }
  fire(name: 'connect' | 'disconnect', value?: string): void {
    this.connected = name === 'connect'
    // The listener of this event takes this value.
    this.listeners.get(name)?.(value as never)
  }
  connect = vi.fn(() => this.fire('connect'))
  disconnect = vi.fn(() => this.fire('disconnect', 'io client disconnect'))
  removeAllListeners(): void {
    this.listeners.clear()
  }
}

let server: FakeSocket
vi.mock('socket.io-client', () => ({ io: () => server }))

const changed = (seq: number, version = seq) => ({
  name: bookingChanged.name,
  payload: { id: bookingId, version, seq },
})
const deliver = ({ name, payload }: { name: string; payload: unknown }) => server.receive(name, payload)
const sendHeads = (seq: number) => server.receive('stream:heads', { streams: [{ kind: 'user', id: userId, seq }] })

const received: { version: number; replayed: boolean }[] = []
const resynced = vi.fn()
const unsubscribers: (() => void)[] = []

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  server = new FakeSocket()
  received.length = 0
  resynced.mockClear()
  unsubscribers.push(
    on(bookingChanged, ({ version }, { replayed }) => received.push({ version, replayed })),
    onResync(resynced),
  )
  await connectRealtime(userEventNames)
  server.fire('connect')
})
afterEach(() => {
  for (const unsubscribe of unsubscribers.splice(0)) unsubscribe()
  disconnectRealtime()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('the first heads of a connection start the count, and everything read before is read again once', () => {
  expect(resynced).not.toHaveBeenCalled()
  sendHeads(4)
  deliver(changed(5))
  expect(received).toEqual([{ version: 5, replayed: false }])
  sendHeads(5)
  expect(resynced).toHaveBeenCalledTimes(1)
  expect(server.emitted).toEqual([])
})

test('what a lost connection missed is replayed by its position, each event once and in order', async () => {
  sendHeads(4)
  server.fire('disconnect', 'transport close')
  expect(connectionState.get()).toBe('lost')
  const stored = [5, 6, 7].map((seq) => ({ seq, ...changed(seq) }))
  server.acknowledge = (_, { after = 0 }) => {
    const items = stored.filter(({ seq }) => seq > after)
    return { ok: true, head: 7, items, more: false }
  }
  server.fire('connect')
  expect(connectionState.get()).toBe('catching-up')
  sendHeads(7)
  // Overtakes the missed ones.
  deliver(changed(7))
  await vi.waitFor(() => expect(received.map(({ version }) => version)).toEqual([5, 6, 7]))
  await vi.waitFor(() => expect(connectionState.get()).toBe('on'))
  deliver(changed(8))
  await vi.waitFor(() => expect(received).toHaveLength(4))
  expect(received.map(({ replayed }) => replayed)).toEqual([true, true, true, false])
  expect(server.emitted[0]).toEqual({ name: joinStream.name, payload: { kind: 'user', id: userId, after: 4 } })
  expect(resynced).toHaveBeenCalledTimes(1)
})

test('a payload that does not match its schema reaches no listener', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  deliver({ name: bookingChanged.name, payload: { id: bookingId } })
  expect(received).toEqual([])
  expect(warn).toHaveBeenCalledWith('realtime event booking:changed does not match its schema')
})

test('emitting resolves with the acknowledgement, and rejects with the problem of a refusal', async () => {
  server.acknowledge = () => ({ ok: true, head: 3, items: [], more: false })
  const stream = { kind: 'conversation', id: bookingId } as const
  expect(await emit(joinStream, stream)).toEqual({ head: 3, items: [], more: false })
  server.acknowledge = () => ({ ok: true, head: 'three' })
  await expect(emit(joinStream, stream)).rejects.toMatchObject({ status: 0 })
  server.acknowledge = () => ({ ok: false, error: { code: 'stream.not-found', status: 404, message: 'Not there' } })
  await expect(emit(leaveStream, stream)).rejects.toMatchObject({ code: 'stream.not-found', status: 404 })
})

test('a volatile event is sent without an acknowledgement', () => {
  const listener = vi.fn()
  unsubscribers.push(on(typing, listener))
  emitVolatile(sendTyping, { conversationId: bookingId, on: true })
  expect(server.emitted).toEqual([{ name: 'typing', payload: { conversationId: bookingId, on: true } }])
  deliver({ name: 'typing', payload: { conversationId: bookingId, userId, username: 'Una', on: true } })
  expect(listener).toHaveBeenCalledTimes(1)
})

test('a server that is leaving is not reported as lost, and the client returns at a random time within its limit', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  server.receive('server:leaving', { comeBackWithinMilliseconds: 3_000 })
  expect(server.disconnect).toHaveBeenCalledTimes(1)
  expect(connectionState.get()).toBe('connecting')
  await vi.advanceTimersByTimeAsync(1_400)
  expect(server.connect).not.toHaveBeenCalled()
  const resumed = vi.fn()
  unsubscribers.push(onResume(resumed))
  await vi.advanceTimersByTimeAsync(200)
  expect(server.connect).toHaveBeenCalledTimes(1)
  expect(connectionState.get()).toBe('on')
  expect(resumed).toHaveBeenCalledTimes(1)
  expect(warn).not.toHaveBeenCalled()
})

test('a session that has ended signs this tab out at once, and not one that has signed in again', async () => {
  const user = {
    id: userId,
    firstName: 'Maya',
    name: 'Maya Okafor',
    email: 'maya@studio.example',
    role: 'client',
    avatar: null,
    createdAt: '2026-01-02T10:00:00.000Z',
    lastLogin: '2026-11-20T10:00:00.000Z',
    authProvider: 'email',
  } as const
  const signIn = () => saveSession({ user, token: tokenExpiringIn(900), expiresAt: '2026-11-21T12:00:00.000Z' })
  signIn()
  const renewed = tokenExpiringIn(900, 'Renewed')
  const http = contractServer()
  http.reply(renewToken, { token: renewed, expiresAt: '2026-11-21T12:15:00.000Z' })
  server.receive('session:ended', {})
  await vi.waitFor(() => expect(localStorage.getItem('auth_token')).toBe(renewed))
  expect(sessionStore.get().status).toBe('in')
  http.refuse(renewToken, 401, 'request.not-signed-in')
  server.receive('session:ended', {})
  await vi.waitFor(() => expect(sessionStore.get()).toMatchObject({ status: 'out', reason: 'ended' }))
  clearSession('left')
})
