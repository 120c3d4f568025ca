import { randomUUID } from 'node:crypto'
import { endDevice, logout } from '@veranda/contract/accounts/routes.ts'
import { ok, refuse } from '@veranda/core/result.ts'
import { io, type Socket } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { type Feature } from '../feature.ts'
import { accountsFeature } from '../features/accounts/feature.ts'
import { appendToStream } from '../log/stream.ts'
import { type Person, testApp, type TestApp } from '../testing/test-app.ts'
import { closeStream, joinRule, onEvent } from './live.ts'

const members = new Map<string, Set<string>>()
const talk: Feature = {
  name: 'talk',
  joins: [joinRule('conversation', async (_, personId, id) => members.get(id)?.has(personId) ?? false)],
  events: [
    onEvent('say', z.strictObject({ id: z.uuid(), n: z.int() }), async ({ tx, actor, payload }) => {
      if (!members.get(payload.id)?.has(actor.id)) return refuse('stream.not-found', 'not-found')
      const seq = await appendToStream(tx, { kind: 'conversation', id: payload.id }, 'said', { n: payload.n })
      return ok({ seq })
    }),
  ],
  connected: [async ({ emit }) => emit('welcome', { count: 0 })],
}

let app: TestApp
let address: string
const open: Socket[] = []
beforeAll(async () => {
  app = await testApp({ features: [accountsFeature, talk], env: { RATE_LIMITS: '1' } })
  address = await app.listen()
})
afterEach(() => {
  for (const socket of open.splice(0)) socket.disconnect()
})
afterAll(() => app.close())

function connect(person: Person | null, extra: Record<string, string> = {}): Socket {
  const socket = io(address, {
    path: '/socket.io',
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    auth: { token: person?.token },
    extraHeaders: { ...(person ? { cookie: person.cookie } : {}), ...extra },
  })
  open.push(socket)
  return socket
}

function once<T>(socket: Socket, name: string): Promise<T> {
  return new Promise((resolve) => socket.once(name, resolve))
}

function room(...people: Person[]): string {
  const id = randomUUID()
  members.set(id, new Set(people.map((person) => person.id)))
  return id
}

test('only a token with its cookie opens a socket, and it is welcomed', async () => {
  const person = await app.person()
  const refused = await once<Error & { data?: { code: string } }>(connect(null), 'connect_error')
  expect(refused.data?.code).toBe('request.not-signed-in')
  const halved = await once<Error>(connect({ ...person, cookie: 'veranda.session=other' }), 'connect_error')
  expect(halved.message).toBe('request.not-signed-in')
  expect(await once(connect(person), 'welcome')).toEqual({ count: 0 })
})

test('another website’s page cannot open a socket', async () => {
  const error = await once<Error>(connect(await app.person(), { origin: 'https://evil.example' }), 'connect_error')
  expect(error).toBeInstanceOf(Error)
})

test('joining gives the page from the cursor, then every row live, in order and once', async () => {
  const [a, b] = [await app.person('A'), await app.person('B')]
  const id = room(a, b)
  const stream = { kind: 'conversation' as const, id }
  for (const n of [1, 2, 3]) await app.transact((tx) => appendToStream(tx, stream, 'said', { n }))
  const [one, two] = [connect(a), connect(b)]
  const heard: number[] = []
  two.on('said', ({ seq }: { seq: number }) => heard.push(seq))
  const page = await two.emitWithAck('stream:join', { kind: 'conversation', id, after: 1 })
  expect(page).toMatchObject({ ok: true, head: 3, more: false })
  expect(page.items.map((row: { seq: number }) => row.seq)).toEqual([2, 3])
  const acks = await Promise.all(Array.from({ length: 40 }, (_, n) => one.emitWithAck('say', { id, n })))
  expect(acks.every((ack: { ok: boolean }) => ack.ok)).toBe(true)
  await expect.poll(() => heard.length).toBe(40)
  expect(heard).toEqual(Array.from({ length: 40 }, (_, n) => n + 4))
})

test('a stranger’s join and a broken payload get an error acknowledgement, and the socket lives on', async () => {
  const [a, stranger] = [await app.person(), await app.person()]
  const id = room(a)
  const socket = connect(stranger)
  expect(await socket.emitWithAck('stream:join', { kind: 'conversation', id })).toMatchObject({
    ok: false,
    error: { code: 'stream.not-found' },
  })
  expect(await socket.emitWithAck('stream:join', { kind: 'person', id: a.id })).toMatchObject({ ok: false })
  expect(await socket.emitWithAck('say', { id: 7 })).toMatchObject({
    ok: false,
    error: { code: 'request.invalid', field: 'id' },
  })
  const told = once(socket, 'error')
  socket.emit('say', 'nonsense')
  expect(await told).toMatchObject({ code: 'request.invalid', event: 'say' })
  expect(await socket.emitWithAck('stream:join', { kind: 'person', id: stranger.id, after: 0 })).toMatchObject({
    ok: true,
  })
})

test('signing out ends the live sockets of that session at once', async () => {
  const person = await app.person()
  const socket = connect(person)
  await once(socket, 'welcome')
  const gone = once(socket, 'disconnect')
  await app.injectAs(person, logout)
  expect(await gone).toBe('io server disconnect')
})

test('a session that another node ended falls silent within a second and a half', async () => {
  const person = await app.person()
  const socket = connect(person)
  await once(socket, 'welcome')
  const gone = once(socket, 'disconnect')
  const start = performance.now()
  // As another node would, past this node's own wake-ups.
  await app.deps.db.deleteFrom('sessions').where('person_id', '=', person.id).execute()
  await gone
  expect(performance.now() - start).toBeLessThan(1_500)
  expect((await app.injectAs(person, endDevice, { params: { id: randomUUID() } })).status).toBe(401)
})

test('losing the membership closes the room', async () => {
  const person = await app.person()
  const id = room(person)
  const socket = connect(person)
  await socket.emitWithAck('stream:join', { kind: 'conversation', id })
  const closed = once(socket, 'stream:closed')
  await app.transact(async (tx) => closeStream(tx, { kind: 'conversation', id }, person.id))
  expect(await closed).toEqual({ kind: 'conversation', id })
})

test('too many events at once are refused, not queued', async () => {
  const person = await app.person()
  const id = room(person)
  const socket = connect(person)
  const acks: { ok: boolean; error?: object }[] = await Promise.all(
    Array.from({ length: 120 }, (_, n) => socket.emitWithAck('say', { id, n })),
  )
  const refused = acks.filter((ack) => !ack.ok)
  expect(refused.length).toBeGreaterThan(10)
  // What a client sends again later, and does not give up.
  expect(refused[0]?.error).toMatchObject({ code: 'live.too-many', status: 429 })
  expect(acks.filter((ack) => ack.ok).length).toBeGreaterThan(70)
})
