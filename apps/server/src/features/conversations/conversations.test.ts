import { randomUUID } from 'node:crypto'
import * as routes from '@veranda/contract/conversations/routes.ts'
import { minute } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readStream } from '../../platform/events/streams.ts'
import { testApp, type TestUser, type TestApp } from '../../testing/test-app.ts'
import { conversationsFeature } from './feature.ts'
import { sendMessage } from './messages/send-message.ts'

let app: TestApp
let ann: TestUser
let bo: TestUser
let stranger: TestUser
const reads: { userId: string; readSeq: number }[] = []

beforeAll(async () => {
  const afterRead = async ({ userId, readSeq }: { userId: string; readSeq: number }) =>
    void reads.push({ userId, readSeq })
  app = await testApp({ features: [conversationsFeature({ afterRead })] })
  ann = await app.createUser('Ann Archer')
  bo = await app.createUser('Bo Brook', { role: 'creator' })
  stranger = await app.createUser('Stan Stranger')
})
afterAll(() => app.close())

async function openConversationOf(sender = ann, recipient = bo): Promise<string> {
  return (await app.injectAs(sender, routes.openDirectConversation, { body: { userId: recipient.id } })).reply.id
}

/** Opens a conversation that no other test in this file writes to. */
async function openFreshConversation(): Promise<{ id: string; sender: TestUser; recipient: TestUser }> {
  const [sender, recipient] = [await app.createUser('Una Under'), await app.createUser('Otis Over')]
  return { id: await openConversationOf(sender, recipient), sender, recipient }
}

function sendAs(who: TestUser, id: string, message: string, more: { clientId?: string; replyTo?: string } = {}) {
  const body = { clientId: more.clientId ?? randomUUID(), message, replyTo: more.replyTo ?? null }
  return app.injectAs(who, routes.sendMessage, { params: { id }, body })
}

const listMessagesAs = (who: TestUser, id: string, query = {}) =>
  app.injectAs(who, routes.listMessages, { params: { id }, query })

test('two users share one direct conversation, no matter who opens it, even at the same moment', async () => {
  const sender = await app.createUser('Una Under')
  const ids = await Promise.all([
    openConversationOf(sender, bo),
    openConversationOf(bo, sender),
    openConversationOf(sender, bo),
    openConversationOf(bo, sender),
  ])
  expect(new Set(ids).size).toBe(1)
})

test('a user cannot open a conversation with themselves or with an unknown user', async () => {
  const toSelf = await app.injectAs(ann, routes.openDirectConversation, { body: { userId: ann.id } })
  expect(toSelf.status).toBe(422)
  expect(toSelf.problem).toMatchObject({ code: 'conversation.with-self', field: 'userId' })
  const toUnknown = await app.injectAs(ann, routes.openDirectConversation, { body: { userId: randomUUID() } })
  expect(toUnknown.status).toBe(404)
})

test('an opened conversation appears to the other user only after the first message', async () => {
  const { id, sender, recipient } = await openFreshConversation()
  const listed = async (who: TestUser) =>
    (await app.injectAs(who, routes.listConversations)).reply.items.map((conversation) => conversation.id)
  expect(await listed(sender)).toEqual([id])
  expect(await listed(recipient)).toEqual([])
  await sendAs(sender, id, 'Hello')
  expect(await listed(recipient)).toEqual([id])
})

test('the same client id and body returns the first acknowledgement and stores one message', async () => {
  const { id, sender } = await openFreshConversation()
  const clientId = randomUUID()
  const acks = await Promise.all(Array.from({ length: 8 }, () => sendAs(sender, id, 'Once', { clientId })))
  expect(new Set(acks.map((ack) => JSON.stringify(ack.reply))).size).toBe(1)
  expect((await listMessagesAs(sender, id)).reply.items).toHaveLength(1)
  const repeated = await sendAs(sender, id, 'Once', { clientId })
  expect(repeated.reply).toEqual(acks[0]?.reply)
})

test('the same client id with another body is refused, in the same conversation and in another', async () => {
  const { id, sender } = await openFreshConversation()
  const clientId = randomUUID()
  await sendAs(sender, id, 'First', { clientId })
  const otherConversationId = await openConversationOf(sender, ann)
  for (const reply of [
    await sendAs(sender, id, 'Second', { clientId }),
    await sendAs(sender, otherConversationId, 'First', { clientId }),
  ]) {
    expect(reply.status).toBe(409)
    expect(reply.problem.code).toBe('message.client-id-reused')
  }
  expect((await listMessagesAs(sender, id)).reply.items.map((message) => message.text)).toEqual(['First'])
})

test('one client id sent to two conversations at the same moment is stored once', async () => {
  const { id, sender } = await openFreshConversation()
  const otherConversationId = await openConversationOf(sender, ann)
  const clientId = randomUUID()
  const actor = {
    id: sender.id,
    role: sender.role,
    sessionId: '',
    isAdmin: false,
    adminRoles: [],
    hasSecondFactor: false,
    hasEmail: true,
  }
  const { deps } = app
  const sendInto = (conversationId: string, blocker: Promise<unknown>, written: () => void = () => undefined) =>
    app.transact(async (tx) => {
      const sent = await sendMessage(
        { tx, actor, clock: deps.clock, deps },
        { conversationId, text: 'Same', replyTo: null, clientId },
      )
      written()
      await blocker
      return sent
    })
  let release: (value?: unknown) => void = () => undefined
  let written: () => void = () => undefined
  const firstIsWritten = new Promise<void>((done) => (written = done))
  const first = sendInto(id, new Promise((done) => (release = done)), () => written())
  await firstIsWritten
  // The second send has found no prior send and now waits on the unique key until the first commits.
  const second = sendInto(otherConversationId, Promise.resolve())
  try {
    await vi.waitUntil(async () => (await countLockWaits()) > 0, { timeout: 15_000 })
  } finally {
    // An open transaction would stall the event handlers of every database on this server.
    release()
  }
  expect((await first).ok).toBe(true)
  expect(await second).toMatchObject({ ok: false, refusal: { code: 'message.client-id-reused' } })
  expect(await readStream(deps.db, { kind: 'conversation', id: otherConversationId })).toEqual([])
})

/** Counts the statements in this database that wait for a lock. */
async function countLockWaits(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
    app.deps.db,
  )
  return rows[0]?.count ?? 0
}

test('50 parallel sends of two users get 50 consecutive sequence numbers, and the stream has them in that order', async () => {
  const { id, sender, recipient } = await openFreshConversation()
  const acks = await Promise.all(
    Array.from({ length: 50 }, (_, n) => sendAs(n % 2 === 0 ? sender : recipient, id, `message ${n}`)),
  )
  const seqs = acks.map((ack) => ack.reply.seq).toSorted((a, b) => a - b)
  expect(seqs).toEqual(Array.from({ length: 50 }, (_, n) => n + 1))
  const log = await readStream(app.deps.db, { kind: 'conversation', id })
  expect(log.map((entry) => entry.seq)).toEqual(seqs)
  const seqById = new Map(acks.map((ack) => [ack.reply.id, ack.reply.seq]))
  for (const entry of log) expect(seqById.get(String(entry.payload['id']))).toBe(entry.seq)
})

test('pages go in both directions by seq and around a seq, and report whether more exists', async () => {
  const { id, sender } = await openFreshConversation()
  for (let n = 1; n <= 9; n += 1) await sendAs(sender, id, `message ${n}`)
  const page = async (query: object) => {
    const { items, older, newer, head } = (await listMessagesAs(sender, id, query)).reply
    return { seqs: items.map((message) => message.seq), older, newer, head }
  }
  expect(await page({ limit: 3 })).toEqual({ seqs: [7, 8, 9], older: true, newer: false, head: 9 })
  expect(await page({ before: 7, limit: 3 })).toEqual({ seqs: [4, 5, 6], older: true, newer: true, head: 9 })
  expect(await page({ before: 3, limit: 3 })).toEqual({ seqs: [1, 2], older: false, newer: true, head: 9 })
  expect(await page({ after: 0, limit: 4 })).toEqual({ seqs: [1, 2, 3, 4], older: false, newer: true, head: 9 })
  expect(await page({ after: 7, limit: 4 })).toEqual({ seqs: [8, 9], older: true, newer: false, head: 9 })
  expect(await page({ around: 5, limit: 4 })).toEqual({ seqs: [3, 4, 5, 6], older: true, newer: true, head: 9 })
})

test('edits and deletions are stream events with their own seq; the text of a deleted message is gone', async () => {
  const { id, sender, recipient } = await openFreshConversation()
  const { id: first } = (await sendAs(sender, id, 'Frist')).reply
  await sendAs(recipient, id, 'Second')
  await app.injectAs(sender, routes.editMessage, { params: { id: first }, body: { message: 'First' } })
  await app.injectAs(sender, routes.editMessage, { params: { id: first }, body: { message: 'First' } })
  await app.injectAs(sender, routes.deleteMessage, { params: { id: first } })
  const twice = await app.injectAs(sender, routes.deleteMessage, { params: { id: first } })
  expect(twice.reply).toEqual({ done: true })
  const log = await readStream(app.deps.db, { kind: 'conversation', id })
  expect(log.map(({ seq, name }) => [seq, name])).toEqual([
    [1, 'chat_message'],
    [2, 'chat_message'],
    [3, 'message:changed'],
    [4, 'message:deleted'],
  ])
  // Reading the stream again does not bring it back either.
  expect(JSON.stringify(log.map(({ payload }) => payload))).not.toMatch(/Frist|First/)
  const [listed] = (await listMessagesAs(recipient, id)).reply.items
  expect(listed).toMatchObject({ seq: 1, text: '' })
  expect(listed?.deletedAt).not.toBeNull()
  expect(await app.deps.db.selectFrom('message_edits').selectAll().where('message_id', '=', first).execute()).toEqual(
    [],
  )
  const late = await app.injectAs(sender, routes.editMessage, { params: { id: first }, body: { message: 'Back' } })
  expect(late.problem.code).toBe('message.deleted')
})

test("changing another user's message gives not-found, the same as for an unknown message", async () => {
  const { id, sender, recipient } = await openFreshConversation()
  const { id: theirs } = (await sendAs(sender, id, 'Mine')).reply
  for (const messageId of [theirs, randomUUID()]) {
    const edit = await app.injectAs(recipient, routes.editMessage, {
      params: { id: messageId },
      body: { message: 'Yours' },
    })
    const remove = await app.injectAs(recipient, routes.deleteMessage, { params: { id: messageId } })
    expect([edit.status, edit.problem.code]).toEqual([404, 'message.not-found'])
    expect([remove.status, remove.problem.code]).toEqual([404, 'message.not-found'])
  }
  expect((await listMessagesAs(sender, id)).reply.items[0]?.text).toBe('Mine')
})

test('a conversation is not found by a user who is not in it', async () => {
  const id = await openConversationOf()
  const { id: messageId } = (await sendAs(ann, id, 'Between us')).reply
  const tries = [
    await app.injectAs(stranger, routes.readConversation, { params: { id } }),
    await listMessagesAs(stranger, id),
    await sendAs(stranger, id, 'Me too'),
    await app.injectAs(stranger, routes.markConversationRead, { params: { id }, body: { seq: 1 } }),
    await app.injectAs(stranger, routes.deleteMessage, { params: { id: messageId } }),
    await app.injectAs(stranger, routes.readConversation, { params: { id: randomUUID() } }),
  ]
  expect(tries.map(({ status }) => status)).toEqual(tries.map(() => 404))
  expect((await app.injectAs(stranger, routes.listConversations)).reply.items).toEqual([])
  expect((await app.injectAs(null, routes.listConversations)).status).toBe(401)
})

test('the unread count is exact: messages of others, after the cursor, not deleted; the cursor never goes back or beyond the head', async () => {
  const { id, sender, recipient } = await openFreshConversation()
  const sent = []
  for (let n = 1; n <= 5; n += 1) sent.push((await sendAs(sender, id, `message ${n}`)).reply)
  await sendAs(recipient, id, 'own')
  const unread = async () => (await app.injectAs(recipient, routes.readConversation, { params: { id } })).reply.unread
  const read = async (seq: number) =>
    (await app.injectAs(recipient, routes.markConversationRead, { params: { id }, body: { seq } })).reply
  expect(await unread()).toBe(5)
  expect(await read(2)).toEqual({ read: 2, unread: 3, messages: 3 })
  await app.injectAs(sender, routes.deleteMessage, { params: { id: sent[3]?.id ?? '' } })
  expect(await unread()).toBe(2)
  expect(await read(1)).toEqual({ read: 2, unread: 2, messages: 2 })
  expect(await read(999)).toEqual({ read: 7, unread: 0, messages: 0 })
  expect(reads.filter(({ userId }) => userId === recipient.id).map((entry) => entry.readSeq)).toEqual([2, 7])
  expect((await listMessagesAs(sender, id)).reply.readBy).toEqual([{ userId: recipient.id, seq: 7 }])
})

test('the list is sorted by the latest message, pages without loss, and shows the last message and the members', async () => {
  const me = await app.createUser('Mia Many')
  const partners = await Promise.all(Array.from({ length: 5 }, (_, n) => app.createUser(`Person ${n}`)))
  const ids: string[] = []
  for (const recipient of partners) {
    const id = await openConversationOf(me, recipient)
    app.clock.setShift(app.clock.shift() + minute)
    await sendAs(recipient, id, `from ${recipient.name}`)
    ids.push(id)
  }
  app.clock.setShift(app.clock.shift() + minute)
  await sendAs(me, ids[1] ?? '', 'again')
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const { items, next }: { items: { id: string }[]; next: string | null } = (
      await app.injectAs(me, routes.listConversations, { query: { limit: 2, ...(cursor ? { cursor } : {}) } })
    ).reply
    seen.push(...items.map((item) => item.id))
    cursor = next ?? undefined
  } while (cursor)
  expect(seen).toEqual([ids[1], ids[4], ids[3], ids[2], ids[0]])
  const [latest] = (await app.injectAs(me, routes.listConversations, { query: { limit: 1 } })).reply.items
  expect(latest).toMatchObject({ last: { text: 'again', by: me.id }, unread: 1, members: [{ name: 'Person 1' }] })
  const bad = await app.injectAs(me, routes.listConversations, { query: { cursor: 'nonsense' } })
  expect(bad.problem).toMatchObject({ status: 422, code: 'list.cursor-unreadable' })
})

test("search matches word prefixes, and Chinese, Japanese and Arabic by substring, in the user's own conversations only", async () => {
  const { id, sender, recipient } = await openFreshConversation()
  await sendAs(sender, id, 'The pavilion needs a warmer light')
  await sendAs(recipient, id, '明日は東京タワーで会いましょう')
  await sendAs(sender, id, 'المشهد جاهز للمراجعة')
  const { id: deletedId } = (await sendAs(sender, id, 'A pavilion that was taken back')).reply
  await app.injectAs(sender, routes.deleteMessage, { params: { id: deletedId } })
  const find = async (who: TestUser, q: string) =>
    (await app.injectAs(who, routes.searchMessages, { query: { q } })).reply.items.map((hit) => hit.message.text)
  expect(await find(recipient, 'PAVIL light')).toEqual(['The pavilion needs a warmer light'])
  expect(await find(sender, '東京')).toEqual(['明日は東京タワーで会いましょう'])
  expect(await find(recipient, 'جاهز')).toEqual(['المشهد جاهز للمراجعة'])
  expect(await find(sender, '100% _')).toEqual([])
  expect(await find(stranger, 'pavilion')).toEqual([])
  const [hit] = (await app.injectAs(sender, routes.searchMessages, { query: { q: 'light' } })).reply.items
  expect(hit?.conversation).toEqual({ id, title: 'Otis Over', kind: 'direct' })
})

test('a reply must refer to a message of the same conversation', async () => {
  const { id, sender } = await openFreshConversation()
  const recipient = await openConversationOf()
  const { id: otherConversationId } = (await sendAs(ann, recipient, 'Elsewhere')).reply
  const { id: inSame } = (await sendAs(sender, id, 'Here')).reply
  expect((await sendAs(sender, id, 'To here', { replyTo: inSame })).status).toBe(200)
  expect((await sendAs(sender, id, 'To elsewhere', { replyTo: otherConversationId })).problem).toMatchObject({
    code: 'message.reply-unknown',
    field: 'replyTo',
  })
})
