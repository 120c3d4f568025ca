import { randomUUID } from 'node:crypto'
import { type ChatMessage } from '@veranda/contract/conversations/events.ts'
import * as routes from '@veranda/contract/conversations/routes.ts'
import { type CommissionEvent } from '@veranda/core/commissions/events.ts'
import { type CommissionId, type ProjectId } from '@veranda/core/ids.ts'
import { io, type Socket } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { appendEvent } from '../../platform/events/append-event.ts'
import { testApp, type TestUser, type TestApp } from '../../testing/test-app.ts'
import { conversationsFeature } from './feature.ts'

type Ack = { ok: boolean; seq?: number; conversationId?: string; error?: { code: string }; items?: unknown[] }
type ReceivedEvent = { name: string; payload: Record<string, unknown> }

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
  who: TestUser,
): Promise<{ socket: Socket; received: ReceivedEvent[]; ask(name: string, p: object): Promise<Ack> }> {
  const socket = io(address, {
    transports: ['websocket'],
    auth: { token: who.token },
    extraHeaders: { cookie: who.cookie },
    forceNew: true,
  })
  sockets.push(socket)
  const received: ReceivedEvent[] = []
  socket.onAny((name: string, payload: Record<string, unknown>) => received.push({ name, payload }))
  await new Promise<void>((connected, failed) => {
    socket.once('connect', () => connected())
    socket.once('connect_error', failed)
  })
  return { socket, received, ask: (name, payload) => socket.timeout(5_000).emitWithAck(name, payload) as Promise<Ack> }
}

const payloadsOf = (received: ReceivedEvent[], name: string) =>
  received.filter((sender) => sender.name === name).map((sender) => sender.payload)

/** Inserts a project with its client and a creator, as the commissions feature would. */
async function createProject(client: TestUser, creator: TestUser, state: 'offered' | 'active') {
  // Fresh ids for rows that are about to be inserted.
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
  const append = (event: CommissionEvent<'project.opened' | 'commission.active' | 'commission.cancelled'>) =>
    app.transact((tx) =>
      appendEvent(tx, {
        ...event,
        subject: { kind: 'project', id: projectId },
        projectId,
        actor: null,
        at: app.deps.clock.now(),
      }),
    )
  await append({ type: 'project.opened', data: { projectId, clientId: client.id, title: 'Atrium' } })
  return {
    projectId,
    async changeState(next: 'active' | 'cancelled') {
      await app.deps.db.updateTable('commissions').set({ state: next }).where('id', '=', commissionId).execute()
      await append({ type: `commission.${next}`, data: facts })
    },
  }
}

async function findConversationId(who: TestUser, projectId: string): Promise<string | undefined> {
  const { items } = (await app.injectAs(who, routes.listConversations, { query: { projectId } })).reply
  return items[0]?.id
}

test('a project’s conversation follows the project’s members; a member who leaves receives nothing more', async () => {
  const [client, creator] = [
    await app.createUser('Clio Client'),
    await app.createUser('Cora Creator', { role: 'creator' }),
  ]
  const { projectId, changeState } = await createProject(client, creator, 'offered')
  const id = await vi.waitUntil(() => findConversationId(client, projectId), { timeout: 10_000 })
  expect(await findConversationId(creator, projectId)).toBeUndefined()

  const clientSocket = await connect(client)
  expect((await clientSocket.ask('chat_message', { projectId, message: 'Before you came' })).ok).toBe(true)
  await changeState('active')
  await vi.waitUntil(() => findConversationId(creator, projectId), { timeout: 10_000 })
  const creatorSocket = await connect(creator)
  expect((await app.injectAs(creator, routes.readConversation, { params: { id } })).reply.unread).toBe(0)
  expect(await creatorSocket.ask('join_room', { projectId })).toMatchObject({ ok: true, conversationId: id, head: 1 })
  await clientSocket.ask('chat_message', { projectId, message: 'Welcome', type: 'text' })
  await vi.waitUntil(() => payloadsOf(creatorSocket.received, 'chat_message').length === 1, { timeout: 10_000 })

  await changeState('cancelled')
  await vi.waitUntil(() => payloadsOf(creatorSocket.received, 'stream:closed').length === 1, { timeout: 10_000 })
  await clientSocket.ask('join_room', { projectId })
  await clientSocket.ask('chat_message', { projectId, message: 'After you left' })
  await vi.waitUntil(() => payloadsOf(clientSocket.received, 'chat_message').length === 1, { timeout: 10_000 })
  expect(payloadsOf(creatorSocket.received, 'chat_message').map((payload) => payload['message'])).toEqual(['Welcome'])
  for (const [name, payload] of [
    ['join_room', { projectId }],
    ['chat_message', { projectId, message: 'Still here' }],
    ['stream:join', { kind: 'conversation', id, after: 0 }],
  ] as const) {
    expect(await creatorSocket.ask(name, payload)).toMatchObject({ ok: false })
  }
  const membershipOf = (received: ReceivedEvent[]) => payloadsOf(received, 'membership:changed').at(-1)
  await vi.waitFor(() => expect(membershipOf(creatorSocket.received)).toMatchObject({ id, projectId, member: false }), {
    timeout: 10_000,
  })
})

test('a socket that leaves a project’s room receives its messages no more, and those of its other sockets go on', async () => {
  const [client, creator] = [
    await app.createUser('Lea Leaver'),
    await app.createUser('Stefan Stayer', { role: 'creator' }),
  ]
  const { projectId, changeState } = await createProject(client, creator, 'offered')
  await changeState('active')
  await vi.waitUntil(() => findConversationId(creator, projectId), { timeout: 10_000 })
  const [left, stayed] = [await connect(client), await connect(client)]
  for (const { ask } of [left, stayed]) expect(await ask('join_room', { projectId })).toMatchObject({ ok: true })
  expect(await left.ask('leave_room', { projectId })).toEqual({ ok: true })
  await (await connect(creator)).ask('chat_message', { projectId, message: 'Are you still there?' })
  await vi.waitUntil(() => payloadsOf(stayed.received, 'chat_message').length === 1, { timeout: 10_000 })
  // A message that was on its way would arrive before this reply.
  expect(await left.ask('join_room', { projectId })).toMatchObject({ ok: true, head: 1 })
  expect(payloadsOf(left.received, 'chat_message')).toEqual([])
})

test('a message reaches every socket of every joined member, including the sender, in the shape of the contract', async () => {
  const [sender, recipient] = [await app.createUser('Una Under'), await app.createUser('Otis Over')]
  const { id } = (await app.injectAs(sender, routes.openDirectConversation, { body: { userId: recipient.id } })).reply
  const [a, b, c] = [await connect(sender), await connect(sender), await connect(recipient)]
  for (const { ask } of [a, b, c]) expect((await ask('stream:join', { kind: 'conversation', id })).ok).toBe(true)
  const clientId = randomUUID()
  const ack = await a.ask('message:send', { conversationId: id, message: 'Hello', clientId })
  expect(ack).toMatchObject({ ok: true, seq: 1, conversationId: id })
  await vi.waitUntil(() => [a, b, c].every(({ received }) => payloadsOf(received, 'chat_message').length === 1), {
    timeout: 10_000,
  })
  const [message] = payloadsOf(c.received, 'chat_message') as ChatMessage[]
  expect(message).toMatchObject({
    userId: sender.id,
    username: 'Una Under',
    message: 'Hello',
    type: 'text',
    seq: 1,
    clientId,
  })
  expect(message).toMatchObject({ projectId: null, conversationId: id, replyTo: null })
  expect(new Date(message?.timestamp ?? '').toISOString()).toBe(message?.timestamp)
  const repeated = await c.ask('message:send', { conversationId: id, message: 'Hello', clientId })
  expect(repeated).toMatchObject({ ok: true, seq: 2 })
  expect(await a.ask('message:send', { conversationId: id, message: 'Hello', clientId })).toEqual(ack)
})

test('the longest message is sent, and one that is too long is refused with an error, over the same socket', async () => {
  const [sender, recipient] = [await app.createUser('Una Under'), await app.createUser('Otis Over')]
  const { id } = (await app.injectAs(sender, routes.openDirectConversation, { body: { userId: recipient.id } })).reply
  const { socket, received, ask } = await connect(sender)
  const first = socket.id
  const send = (message: string) => ask('message:send', { conversationId: id, message, clientId: randomUUID() })
  // Each of them is one grapheme of 25 bytes.
  expect(await send('👨‍👩‍👧‍👦'.repeat(4_000))).toMatchObject({ ok: true })
  expect(await send('a'.repeat(4_001))).toMatchObject({ ok: false, error: { field: 'message' } })
  expect(await send('a'.repeat(500_000))).toMatchObject({ ok: false, error: { field: 'message' } })
  socket.emit('message:send', { conversationId: id, message: 'a'.repeat(500_000), clientId: randomUUID() })
  await vi.waitUntil(() => payloadsOf(received, 'error').length === 1, { timeout: 10_000 })
  expect(payloadsOf(received, 'error')).toMatchObject([{ event: 'message:send' }])
  expect([socket.connected, socket.id]).toEqual([true, first])
})

test('resuming from a cursor returns exactly what was missed, including edits', async () => {
  const [sender, recipient] = [await app.createUser('Una Under'), await app.createUser('Otis Over')]
  const { id } = (await app.injectAs(sender, routes.openDirectConversation, { body: { userId: recipient.id } })).reply
  const a = await connect(sender)
  const send = (message: string) => a.ask('message:send', { conversationId: id, message, clientId: randomUUID() })
  const first = (await send('one')) as Ack & { id: string }
  await send('two')
  await app.injectAs(sender, routes.editMessage, { params: { id: first.id }, body: { message: 'One' } })
  const b = await connect(recipient)
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

test('typing and read events reach the other members and are not stored; non-members reach no one', async () => {
  const [sender, recipient, stranger] = [
    await app.createUser('Una Under'),
    await app.createUser('Otis Over'),
    await app.createUser('Stan'),
  ]
  const { id } = (await app.injectAs(sender, routes.openDirectConversation, { body: { userId: recipient.id } })).reply
  const [a, b, s] = [await connect(sender), await connect(recipient), await connect(stranger)]
  for (const { ask } of [a, b]) await ask('stream:join', { kind: 'conversation', id })
  await a.ask('message:send', { conversationId: id, message: 'Hello', clientId: randomUUID() })
  expect(await a.ask('typing', { conversationId: id, on: true })).toEqual({ ok: true })
  expect(await s.ask('typing', { conversationId: id, on: true })).toMatchObject({ ok: false })
  expect(await s.ask('message:send', { conversationId: id, message: 'x', clientId: randomUUID() })).toMatchObject({
    ok: false,
    error: { code: 'conversation.not-found' },
  })
  await app.injectAs(recipient, routes.markConversationRead, { params: { id }, body: { seq: 1 } })
  await vi.waitUntil(
    () => payloadsOf(a.received, 'conversation:read').length === 1 && payloadsOf(b.received, 'typing').length === 1,
  )
  expect(payloadsOf(a.received, 'conversation:read')).toEqual([{ conversationId: id, userId: recipient.id, read: 1 }])
  expect(payloadsOf(b.received, 'typing')).toEqual([
    { conversationId: id, userId: sender.id, username: 'Una Under', on: true },
  ])
  expect(payloadsOf(a.received, 'typing')).toEqual([])
  expect((await a.ask('stream:join', { kind: 'conversation', id, after: 0 })).items).toHaveLength(1)
})

test('projects without a message come after what was written, page by page', async () => {
  const [client, creator] = [await app.createUser('Cleo Quiet'), await app.createUser('Mo Quiet', { role: 'creator' })]
  const direct = (await app.injectAs(client, routes.openDirectConversation, { body: { userId: creator.id } })).reply.id
  await app.injectAs(client, routes.sendMessage, {
    params: { id: direct },
    body: { clientId: app.deps.ids.next(), message: 'Hello', replyTo: null },
  })
  for (const state of ['active', 'active'] as const) {
    app.clock.setShift(app.clock.shift() + 60_000)
    const { projectId } = await createProject(client, creator, state)
    await vi.waitFor(async () => expect(await findConversationId(client, projectId)).toBeDefined(), { timeout: 10_000 })
  }
  const read = async (cursor?: string) =>
    (await app.injectAs(client, routes.listConversations, { query: { limit: 1, ...(cursor ? { cursor } : {}) } })).reply
  const kinds: string[] = []
  const ids = new Set<string>()
  for (let page = await read(); ; page = await read(page.next ?? '')) {
    for (const { id, kind } of page.items) {
      kinds.push(kind)
      ids.add(id)
    }
    if (page.next === null) break
  }
  expect(kinds).toEqual(['direct', 'project', 'project'])
  expect(ids.size).toBe(3)
})
