import { suspendUser } from '@veranda/contract/admin/suspension/routes.ts'
import { randomUUID } from 'node:crypto'
import { endDevice, logout } from '@veranda/contract/accounts/sessions/routes.ts'
import { clientEvent, serverEvent, streamEvent } from '@veranda/contract/realtime/socket-event.ts'
import { ok, refuse } from '@veranda/core/result.ts'
import { io, type Socket } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { type Feature } from '../feature.ts'
import { accountsFeature } from '../../features/accounts/feature.ts'
import { appendToStream } from '../events/streams.ts'
import { type TestUser, testApp, type TestApp } from '../../testing/test-app.ts'
import { revokeStream, joinRule } from './realtime.ts'
import { onSocketEvent } from './socket-events.ts'

const sendNumber = clientEvent('say', z.strictObject({ id: z.uuid(), n: z.int() }), z.object({ seq: z.int() }))
const numberSent = streamEvent('conversation', 'said', z.object({ seq: z.int(), n: z.int() }))
const welcome = serverEvent('welcome', z.object({ count: z.int() }))

const members = new Map<string, Set<string>>()
const testFeature: Feature = {
  name: 'talk',
  joinRules: [joinRule('conversation', async (_, userId, id) => members.get(id)?.has(userId) ?? false)],
  socketEvents: [
    onSocketEvent(sendNumber, async ({ tx, actor, payload }) => {
      if (!members.get(payload.id)?.has(actor.id)) return refuse('stream.not-found', 'not-found')
      const seq = await appendToStream(tx, { kind: 'conversation', id: payload.id }, numberSent, { n: payload.n })
      return ok({ seq })
    }),
  ],
  onConnect: [async ({ emit }) => emit(welcome, { count: 0 })],
}

let app: TestApp
let address: string
const openSockets: Socket[] = []
beforeAll(async () => {
  // A larger pool, so that no event is refused because too many others wait.
  app = await testApp({ features: [accountsFeature, testFeature], env: { RATE_LIMITS: '1', DATABASE_POOL: '16' } })
  address = await app.listen()
})
afterEach(() => {
  for (const socket of openSockets.splice(0)) socket.disconnect()
})
afterAll(() => app.close())

function connect(user: TestUser | null, extra: Record<string, string> = {}, url = address): Socket {
  const socket = io(url, {
    path: '/socket.io',
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    auth: { token: user?.token },
    extraHeaders: { ...(user ? { cookie: user.cookie } : {}), ...extra },
  })
  openSockets.push(socket)
  return socket
}

function once<T>(socket: Socket, name: string): Promise<T> {
  return new Promise((resolve) => socket.once(name, resolve))
}

function makeConversation(...users: TestUser[]): string {
  const id = randomUUID()
  members.set(id, new Set(users.map((user) => user.id)))
  return id
}

test('a socket needs a token with its cookie, and gets the initial events', async () => {
  const user = await app.createUser()
  const refused = await once<Error & { data?: { code: string } }>(connect(null), 'connect_error')
  expect(refused.data?.code).toBe('request.not-signed-in')
  const halved = await once<Error>(connect({ ...user, cookie: 'veranda.session=other' }), 'connect_error')
  expect(halved.message).toBe('request.not-signed-in')
  expect(await once(connect(user), 'welcome')).toEqual({ count: 0 })
})

test('a page of another website cannot open a socket', async () => {
  const error = await once<Error>(connect(await app.createUser(), { origin: 'https://evil.example' }), 'connect_error')
  expect(error).toBeInstanceOf(Error)
})

test('joining returns the page from the cursor, then every row live, in order and once', async () => {
  const [a, b] = [await app.createUser('A'), await app.createUser('B')]
  const id = makeConversation(a, b)
  const stream = { kind: 'conversation' as const, id }
  for (const n of [1, 2, 3]) await app.transact((tx) => appendToStream(tx, stream, numberSent, { n }))
  const [one, two] = [connect(a), connect(b)]
  const received: number[] = []
  two.on('said', ({ seq }: { seq: number }) => received.push(seq))
  const page = await two.emitWithAck('stream:join', { kind: 'conversation', id, after: 1 })
  expect(page).toMatchObject({ ok: true, head: 3, more: false })
  expect(page.items.map((row: { seq: number }) => row.seq)).toEqual([2, 3])
  const acks = await Promise.all(Array.from({ length: 40 }, (_, n) => one.emitWithAck('say', { id, n })))
  expect(acks.every((ack: { ok: boolean }) => ack.ok)).toBe(true)
  await expect.poll(() => received.length).toBe(40)
  expect(received).toEqual(Array.from({ length: 40 }, (_, n) => n + 4))
})

test('a socket that left a stream receives its rows no more, until it joins again', async () => {
  const user = await app.createUser()
  const stream = { kind: 'conversation' as const, id: makeConversation(user) }
  const [left, stayed] = [connect(user), connect(user)]
  const received: number[] = []
  left.on('said', ({ seq }: { seq: number }) => received.push(seq))
  for (const socket of [left, stayed]) await socket.emitWithAck('stream:join', stream)
  expect(await left.emitWithAck('stream:leave', stream)).toEqual({ ok: true })
  const sent = once(stayed, 'said')
  await app.transact((tx) => appendToStream(tx, stream, numberSent, { n: 1 }))
  await sent
  // A row that was on its way would arrive before this reply.
  expect(await left.emitWithAck('stream:join', stream)).toMatchObject({ ok: true, head: 1 })
  expect(received).toEqual([])
  await app.transact((tx) => appendToStream(tx, stream, numberSent, { n: 2 }))
  await expect.poll(() => received).toEqual([2])
})

test('joining without access and an invalid payload get an error, and the socket stays open', async () => {
  const [a, stranger] = [await app.createUser(), await app.createUser()]
  const id = makeConversation(a)
  const socket = connect(stranger)
  expect(await socket.emitWithAck('stream:join', { kind: 'conversation', id })).toMatchObject({
    ok: false,
    error: { code: 'stream.not-found' },
  })
  expect(await socket.emitWithAck('stream:join', { kind: 'user', id: a.id })).toMatchObject({ ok: false })
  expect(await socket.emitWithAck('say', { id: 7 })).toMatchObject({
    ok: false,
    error: { code: 'request.invalid', field: 'id' },
  })
  const error = once(socket, 'error')
  socket.emit('say', 'nonsense')
  expect(await error).toMatchObject({ code: 'request.invalid', event: 'say' })
  expect(await socket.emitWithAck('stream:join', { kind: 'user', id: stranger.id, after: 0 })).toMatchObject({
    ok: true,
  })
})

test("signing out announces it to the session's sockets and disconnects them at once", async () => {
  const user = await app.createUser()
  const socket = connect(user)
  await once(socket, 'welcome')
  const [ended, disconnected] = [once(socket, 'session:ended'), once(socket, 'disconnect')]
  await app.injectAs(user, logout)
  expect(await ended).toEqual({})
  expect(await disconnected).toBe('io server disconnect')
})

test('suspending a user disconnects their sockets, and none connects again', async () => {
  const user = await app.createUser()
  const moderator = await app.createUser('Mona Moderator', { adminRoles: ['moderator'] })
  const socket = connect(user)
  await once(socket, 'welcome')
  const disconnected = once(socket, 'disconnect')
  const body = { reason: 'A stolen work', until: null }
  expect((await app.injectAs(moderator, suspendUser, { params: { id: user.id }, body })).status).toBe(200)
  expect(await disconnected).toBe('io server disconnect')
  expect(await once(connect(user), 'connect_error')).toBeInstanceOf(Error)
})

test('a server that stops tells its sockets within which time to come back', async () => {
  const stopping = await testApp({ features: [accountsFeature, testFeature] })
  const socket = connect(await stopping.createUser(), {}, await stopping.listen())
  await once(socket, 'welcome')
  const leaving = once(socket, 'server:leaving')
  await stopping.close()
  expect(await leaving).toEqual({ comeBackWithinMilliseconds: expect.any(Number) })
})

test('sockets of a session that ended on another node are disconnected within a second, without a signal', async () => {
  const [first, user] = [await app.createUser(), await app.createUser()]
  // The second ends right after a check, so it waits for a whole interval.
  const open = [first, user].map((each) => ({ each, socket: connect(each) }))
  await Promise.all(open.map(({ socket }) => once(socket, 'welcome')))
  for (const { each, socket } of open) {
    const disconnected = once(socket, 'disconnect')
    const start = performance.now()
    // Deleted directly, as another node would, without a signal on this one.
    await app.deps.db.deleteFrom('sessions').where('user_id', '=', each.id).execute()
    await disconnected
    expect(performance.now() - start).toBeLessThan(1_000)
  }
  expect((await app.injectAs(user, endDevice, { params: { id: randomUUID() } })).status).toBe(401)
})

test('losing the membership closes the stream', async () => {
  const user = await app.createUser()
  const id = makeConversation(user)
  const socket = connect(user)
  await socket.emitWithAck('stream:join', { kind: 'conversation', id })
  const closed = once(socket, 'stream:closed')
  await app.transact(async (tx) => revokeStream(tx, { kind: 'conversation', id }, user.id))
  expect(await closed).toEqual({ kind: 'conversation', id })
})

test('events above the rate limit are refused, not queued', async () => {
  const user = await app.createUser()
  const id = makeConversation(user)
  const socket = connect(user)
  const acks: { ok: boolean; error?: object }[] = await Promise.all(
    Array.from({ length: 120 }, (_, n) => socket.emitWithAck('say', { id, n })),
  )
  const refused = acks.filter((ack) => !ack.ok)
  expect(refused.length).toBeGreaterThan(10)
  // Clients retry after this status.
  expect(refused[0]?.error).toMatchObject({ code: 'realtime.too-many', status: 429 })
  expect(acks.filter((ack) => ack.ok).length).toBeGreaterThan(70)
})

test('the sockets of a user share one budget beside their own, and other users have theirs', async () => {
  const [user, other] = [await app.createUser(), await app.createUser()]
  const id = makeConversation(user, other)
  const own = Array.from({ length: 4 }, () => connect(user))
  // Each of the four sockets stays within the 80 that it may send at once; together they exceed the user's 200.
  const acks: { ok: boolean; error?: { code: string } }[] = []
  for (const socket of own)
    acks.push(...(await Promise.all(Array.from({ length: 75 }, (_, n) => socket.emitWithAck('say', { id, n })))))
  const refused = acks.filter((ack) => !ack.ok)
  expect(refused.length).toBeGreaterThan(10)
  expect(new Set(refused.map((ack) => ack.error?.code))).toEqual(new Set(['realtime.too-many']))
  expect(await connect(other).emitWithAck('say', { id, n: 1 })).toMatchObject({ ok: true })
})
