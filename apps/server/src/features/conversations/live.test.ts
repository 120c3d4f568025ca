import { randomUUID } from 'node:crypto'
import { type ChatMessage } from '@veranda/contract/conversations/live.ts'
import * as routes from '@veranda/contract/conversations/routes.ts'
import { type CommissionEvent } from '@veranda/core/commissions/events.ts'
import { type CommissionId, type ProjectId } from '@veranda/core/ids.ts'
import { io, type Socket } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { append } from '../../log/append.ts'
import { testApp, type Person, type TestApp } from '../../testing/test-app.ts'
import { conversationsFeature } from './feature.ts'

type Ack = { ok: boolean; seq?: number; conversationId?: string; error?: { code: string }; items?: unknown[] }
type Heard = { name: string; payload: Record<string, unknown> }

let app: TestApp
let address: string
const sockets: Socket[] = []

beforeAll(async () => {
  app = await testApp({ features: [conversationsFeature({ afterRead: async () => undefined })] })
  address = await app.listen()
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.disconnect()
})
afterAll(() => app.close())

async function connect(
  who: Person,
): Promise<{ socket: Socket; heard: Heard[]; ask(name: string, p: object): Promise<Ack> }> {
  const socket = io(address, {
    transports: ['websocket'],
    auth: { token: who.token },
    extraHeaders: { cookie: who.cookie },
    forceNew: true,
  })
  sockets.push(socket)
  const heard: Heard[] = []
  socket.onAny((name: string, payload: Record<string, unknown>) => heard.push({ name, payload }))
  await new Promise<void>((connected, failed) => {
    socket.once('connect', () => connected())
    socket.once('connect_error', failed)
  })
  return { socket, heard, ask: (name, payload) => socket.timeout(5_000).emitWithAck(name, payload) as Promise<Ack> }
}

const named = (heard: Heard[], name: string) => heard.filter((one) => one.name === name).map((one) => one.payload)

/** A project with its client and a creator, as the commissions would have written them. */
async function project(client: Person, creator: Person, state: 'offered' | 'active') {
  // Fresh ids of rows that are about to be written.
  const projectId = app.deps.ids.next() as ProjectId
  const commissionId = app.deps.ids.next() as CommissionId
  const now = new Date(app.deps.clock.now())
  await app.transact(async (tx) => {
    const at = { created_at: now, updated_at: now }
    const budget = { budget_from: null, budget_to: null, budget_currency: null }
    await tx
      .insertInto('projects')
      .values({
        id: projectId,
        client_id: client.id,
        title: 'Atrium',
        brief: 'An atrium',
        state: 'open',
        ...budget,
        ...at,
      })
      .execute()
    const sides = { client_id: client.id, creator_id: creator.id }
    const offers = { current_offer_id: null, accepted_offer_id: null, accepted_terms: null }
    await tx
      .insertInto('commissions')
      .values({ id: commissionId, project_id: projectId, ...sides, ...offers, state, ...at })
      .execute()
  })
  const facts = { projectId, commissionId, clientId: client.id, creatorId: creator.id }
  const tell = (event: CommissionEvent<'project.opened' | 'commission.active' | 'commission.cancelled'>) =>
    app.transact((tx) =>
      append(tx, {
        ...event,
        subject: { kind: 'project', id: projectId },
        projectId,
        actor: null,
        at: app.deps.clock.now(),
      }),
    )
  await tell({ type: 'project.opened', data: { projectId, clientId: client.id, title: 'Atrium' } })
  return {
    projectId,
    async becomes(next: 'active' | 'cancelled') {
      await app.deps.db.updateTable('commissions').set({ state: next }).where('id', '=', commissionId).execute()
      await tell({ type: `commission.${next}`, data: facts })
    },
  }
}

async function roomOf(who: Person, projectId: string): Promise<string | undefined> {
  const { items } = (await app.injectAs(who, routes.listConversations, { query: { projectId } })).reply
  return items[0]?.id
}

test('a project has its conversation, whose members are the project’s; who leaves hears nothing more', async () => {
  const [client, creator] = [await app.person('Clio Client'), await app.person('Cora Creator', { role: 'creator' })]
  const { projectId, becomes } = await project(client, creator, 'offered')
  const id = await vi.waitUntil(() => roomOf(client, projectId))
  expect(await roomOf(creator, projectId)).toBeUndefined()

  const theirs = await connect(client)
  expect((await theirs.ask('chat_message', { projectId, message: 'Before you came' })).ok).toBe(true)
  await becomes('active')
  await vi.waitUntil(() => roomOf(creator, projectId))
  const hers = await connect(creator)
  expect((await app.injectAs(creator, routes.readConversation, { params: { id } })).reply.unread).toBe(0)
  expect(await hers.ask('join_room', { projectId })).toMatchObject({ ok: true, conversationId: id, head: 1 })
  await theirs.ask('chat_message', { projectId, message: 'Welcome', type: 'text' })
  await vi.waitUntil(() => named(hers.heard, 'chat_message').length === 1)

  await becomes('cancelled')
  await vi.waitUntil(() => named(hers.heard, 'stream:closed').length === 1)
  await theirs.ask('join_room', { projectId })
  await theirs.ask('chat_message', { projectId, message: 'After you left' })
  await vi.waitUntil(() => named(theirs.heard, 'chat_message').length === 1)
  expect(named(hers.heard, 'chat_message').map((m) => m['message'])).toEqual(['Welcome'])
  for (const [name, payload] of [
    ['join_room', { projectId }],
    ['chat_message', { projectId, message: 'Still here' }],
    ['stream:join', { kind: 'conversation', id, after: 0 }],
  ] as const) {
    expect(await hers.ask(name, payload)).toMatchObject({ ok: false })
  }
  await vi.waitUntil(() => named(hers.heard, 'conversation:left').length > 0)
  expect(named(hers.heard, 'conversation:left')).toMatchObject([{ conversationId: id, projectId }])
})

test('a message reaches every socket of everybody joined, the sender’s too, in the shape of the contract', async () => {
  const [one, other] = [await app.person('Una Under'), await app.person('Otis Over')]
  const { id } = (await app.injectAs(one, routes.openDirect, { body: { personId: other.id } })).reply
  const [a, b, c] = [await connect(one), await connect(one), await connect(other)]
  for (const { ask } of [a, b, c]) expect((await ask('stream:join', { kind: 'conversation', id })).ok).toBe(true)
  const clientId = randomUUID()
  const ack = await a.ask('message:send', { conversationId: id, message: 'Hello', clientId })
  expect(ack).toMatchObject({ ok: true, seq: 1, conversationId: id })
  await vi.waitUntil(() => [a, b, c].every(({ heard }) => named(heard, 'chat_message').length === 1))
  const [told] = named(c.heard, 'chat_message') as ChatMessage[]
  expect(told).toMatchObject({
    userId: one.id,
    username: 'Una Under',
    message: 'Hello',
    type: 'text',
    seq: 1,
    clientId,
  })
  expect(told).toMatchObject({ projectId: null, conversationId: id, replyTo: null })
  expect(new Date(told?.timestamp ?? '').toISOString()).toBe(told?.timestamp)
  const again = await c.ask('message:send', { conversationId: id, message: 'Hello', clientId })
  expect(again).toMatchObject({ ok: true, seq: 2 })
  expect(await a.ask('message:send', { conversationId: id, message: 'Hello', clientId })).toEqual(ack)
})

test('resuming from a cursor gives exactly what was missed, changes included', async () => {
  const [one, other] = [await app.person('Una Under'), await app.person('Otis Over')]
  const { id } = (await app.injectAs(one, routes.openDirect, { body: { personId: other.id } })).reply
  const a = await connect(one)
  const send = (message: string) => a.ask('message:send', { conversationId: id, message, clientId: randomUUID() })
  const first = (await send('one')) as Ack & { id: string }
  await send('two')
  await app.injectAs(one, routes.editMessage, { params: { id: first.id }, body: { message: 'One' } })
  const b = await connect(other)
  const page = await b.ask('stream:join', { kind: 'conversation', id, after: 1 })
  expect(page).toMatchObject({
    ok: true,
    head: 3,
    more: false,
    items: [
      { seq: 2, name: 'chat_message' },
      { seq: 3, name: 'message:changed' },
    ],
  })
})

test('typing and reading reach the others and are stored nowhere; strangers are heard by nobody', async () => {
  const [one, other, stranger] = [
    await app.person('Una Under'),
    await app.person('Otis Over'),
    await app.person('Stan'),
  ]
  const { id } = (await app.injectAs(one, routes.openDirect, { body: { personId: other.id } })).reply
  const [a, b, s] = [await connect(one), await connect(other), await connect(stranger)]
  for (const { ask } of [a, b]) await ask('stream:join', { kind: 'conversation', id })
  await a.ask('message:send', { conversationId: id, message: 'Hello', clientId: randomUUID() })
  expect(await a.ask('typing', { conversationId: id, on: true })).toEqual({ ok: true })
  expect(await s.ask('typing', { conversationId: id, on: true })).toMatchObject({ ok: false })
  expect(await s.ask('message:send', { conversationId: id, message: 'x', clientId: randomUUID() })).toMatchObject({
    ok: false,
    error: { code: 'conversation.not-found' },
  })
  await app.injectAs(other, routes.markConversationRead, { params: { id }, body: { seq: 1 } })
  await vi.waitUntil(() => named(a.heard, 'conversation:read').length === 1 && named(b.heard, 'typing').length === 1)
  expect(named(a.heard, 'conversation:read')).toEqual([{ conversationId: id, userId: other.id, read: 1 }])
  expect(named(b.heard, 'typing')).toEqual([{ conversationId: id, userId: one.id, username: 'Una Under', on: true }])
  expect(named(a.heard, 'typing')).toEqual([])
  expect((await a.ask('stream:join', { kind: 'conversation', id, after: 0 })).items).toHaveLength(1)
})
