import { randomUUID } from 'node:crypto'
import * as routes from '@veranda/contract/conversations/routes.ts'
import { minute } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readStream } from '../../log/stream.ts'
import { testApp, type Person, type TestApp } from '../../testing/test-app.ts'
import { conversationsFeature } from './feature.ts'
import { sendMessage } from './send-message.ts'

let app: TestApp
let ann: Person
let bo: Person
let stranger: Person
const reads: { personId: string; read: number }[] = []

beforeAll(async () => {
  const afterRead = async ({ personId, read }: { personId: string; read: number }) =>
    void reads.push({ personId, read })
  app = await testApp({ features: [conversationsFeature({ afterRead })] })
  ann = await app.person('Ann Archer')
  bo = await app.person('Bo Brook', { role: 'creator' })
  stranger = await app.person('Stan Stranger')
})
afterAll(() => app.close())

async function talk(one = ann, other = bo): Promise<string> {
  return (await app.injectAs(one, routes.openDirect, { body: { personId: other.id } })).reply.id
}

/** A conversation nobody else in this file speaks in. */
async function freshTalk(): Promise<{ id: string; one: Person; other: Person }> {
  const [one, other] = [await app.person('Una Under'), await app.person('Otis Over')]
  return { id: await talk(one, other), one, other }
}

function send(who: Person, id: string, message: string, more: { clientId?: string; replyTo?: string } = {}) {
  const body = { clientId: more.clientId ?? randomUUID(), message, replyTo: more.replyTo ?? null }
  return app.injectAs(who, routes.sendMessage, { params: { id }, body })
}

const messagesOf = (who: Person, id: string, query = {}) =>
  app.injectAs(who, routes.listMessages, { params: { id }, query })

test('two people have one direct conversation, whoever opens it, even at the same moment', async () => {
  const one = await app.person('Una Under')
  const ids = await Promise.all([talk(one, bo), talk(bo, one), talk(one, bo), talk(bo, one)])
  expect(new Set(ids).size).toBe(1)
})

test('nobody talks with themselves or with nobody', async () => {
  const self = await app.injectAs(ann, routes.openDirect, { body: { personId: ann.id } })
  expect(self.status).toBe(422)
  expect(self.problem).toMatchObject({ code: 'conversation.with-oneself', field: 'personId' })
  const nobody = await app.injectAs(ann, routes.openDirect, { body: { personId: randomUUID() } })
  expect(nobody.status).toBe(404)
})

test('an opened conversation shows to the other only once something was said', async () => {
  const { id, one, other } = await freshTalk()
  const listed = async (who: Person) => (await app.injectAs(who, routes.listConversations)).reply.items.map((c) => c.id)
  expect(await listed(one)).toEqual([id])
  expect(await listed(other)).toEqual([])
  await send(one, id, 'Hello')
  expect(await listed(other)).toEqual([id])
})

test('the same client id and body answers the first acknowledgement again and stores one message', async () => {
  const { id, one } = await freshTalk()
  const clientId = randomUUID()
  const acks = await Promise.all(Array.from({ length: 8 }, () => send(one, id, 'Once', { clientId })))
  expect(new Set(acks.map((ack) => JSON.stringify(ack.reply))).size).toBe(1)
  expect((await messagesOf(one, id)).reply.items).toHaveLength(1)
  const again = await send(one, id, 'Once', { clientId })
  expect(again.reply).toEqual(acks[0]?.reply)
})

test('the same client id with another body is refused, in the same conversation and in another', async () => {
  const { id, one } = await freshTalk()
  const clientId = randomUUID()
  await send(one, id, 'First', { clientId })
  const elsewhere = await talk(one, ann)
  for (const answer of [
    await send(one, id, 'Second', { clientId }),
    await send(one, elsewhere, 'First', { clientId }),
  ]) {
    expect(answer.status).toBe(409)
    expect(answer.problem.code).toBe('message.client-id-reused')
  }
  expect((await messagesOf(one, id)).reply.items.map((m) => m.text)).toEqual(['First'])
})

test('one client id sent into two conversations at the same moment is stored once', async () => {
  const { id, one } = await freshTalk()
  const elsewhere = await talk(one, ann)
  const clientId = randomUUID()
  const actor = { id: one.id, role: one.role, sessionId: '', operator: false }
  const { deps } = app
  const sendInto = (conversationId: string, holding: Promise<unknown>, written: () => void = () => undefined) =>
    app.transact(async (tx) => {
      const sent = await sendMessage({ tx, actor, deps }, { conversationId, text: 'Same', replyTo: null, clientId })
      written()
      await holding
      return sent
    })
  let release: (value?: unknown) => void = () => undefined
  let written: () => void = () => undefined
  const firstIsWritten = new Promise<void>((done) => (written = done))
  const first = sendInto(id, new Promise((done) => (release = done)), () => written())
  await firstIsWritten
  // The second has looked for the first and not found it when it stands at the unique key, until the first commits.
  const second = sendInto(elsewhere, Promise.resolve())
  try {
    await vi.waitUntil(async () => (await waiting()) > 0, { timeout: 15_000 })
  } finally {
    // An open transaction holds back the reactions of every database on this server.
    release()
  }
  expect((await first).ok).toBe(true)
  expect(await second).toMatchObject({ ok: false, refusal: { code: 'message.client-id-reused' } })
  expect(await readStream(deps.db, { kind: 'conversation', id: elsewhere })).toEqual([])
})

/** How many statements wait for a lock in this database. */
async function waiting(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
    app.deps.db,
  )
  return rows[0]?.count ?? 0
}

test('50 parallel sends of two people get 50 places without holes, and the log has them in that order', async () => {
  const { id, one, other } = await freshTalk()
  const acks = await Promise.all(
    Array.from({ length: 50 }, (_, n) => send(n % 2 === 0 ? one : other, id, `message ${n}`)),
  )
  const seqs = acks.map((ack) => ack.reply.seq).toSorted((a, b) => a - b)
  expect(seqs).toEqual(Array.from({ length: 50 }, (_, n) => n + 1))
  const log = await readStream(app.deps.db, { kind: 'conversation', id })
  expect(log.map((entry) => entry.seq)).toEqual(seqs)
  const placed = new Map(acks.map((ack) => [ack.reply.id, ack.reply.seq]))
  for (const entry of log) expect(placed.get(String(entry.payload['id']))).toBe(entry.seq)
})

test('pages go both ways by seq and about a place, and say what lies beyond', async () => {
  const { id, one } = await freshTalk()
  for (let n = 1; n <= 9; n += 1) await send(one, id, `message ${n}`)
  const page = async (query: object) => {
    const { items, older, newer, head } = (await messagesOf(one, id, query)).reply
    return { seqs: items.map((m) => m.seq), older, newer, head }
  }
  expect(await page({ limit: 3 })).toEqual({ seqs: [7, 8, 9], older: true, newer: false, head: 9 })
  expect(await page({ before: 7, limit: 3 })).toEqual({ seqs: [4, 5, 6], older: true, newer: true, head: 9 })
  expect(await page({ before: 3, limit: 3 })).toEqual({ seqs: [1, 2], older: false, newer: true, head: 9 })
  expect(await page({ after: 0, limit: 4 })).toEqual({ seqs: [1, 2, 3, 4], older: false, newer: true, head: 9 })
  expect(await page({ after: 7, limit: 4 })).toEqual({ seqs: [8, 9], older: true, newer: false, head: 9 })
  expect(await page({ around: 5, limit: 4 })).toEqual({ seqs: [3, 4, 5, 6], older: true, newer: true, head: 9 })
})

test('an edit and a deletion are events with places of their own; the text of a deleted message is gone', async () => {
  const { id, one, other } = await freshTalk()
  const { id: first } = (await send(one, id, 'Frist')).reply
  await send(other, id, 'Second')
  await app.injectAs(one, routes.editMessage, { params: { id: first }, body: { message: 'First' } })
  await app.injectAs(one, routes.editMessage, { params: { id: first }, body: { message: 'First' } })
  await app.injectAs(one, routes.deleteMessage, { params: { id: first } })
  const twice = await app.injectAs(one, routes.deleteMessage, { params: { id: first } })
  expect(twice.reply).toEqual({ done: true })
  const log = await readStream(app.deps.db, { kind: 'conversation', id })
  expect(log.map(({ seq, name }) => [seq, name])).toEqual([
    [1, 'chat_message'],
    [2, 'chat_message'],
    [3, 'message:changed'],
    [4, 'message:deleted'],
  ])
  // Nor does it come back by paging the log again.
  expect(JSON.stringify(log.map(({ payload }) => payload))).not.toMatch(/Frist|First/)
  const [shown] = (await messagesOf(other, id)).reply.items
  expect(shown).toMatchObject({ seq: 1, text: '' })
  expect(shown?.deletedAt).not.toBeNull()
  expect(await app.deps.db.selectFrom('message_edits').selectAll().where('message_id', '=', first).execute()).toEqual(
    [],
  )
  const late = await app.injectAs(one, routes.editMessage, { params: { id: first }, body: { message: 'Back' } })
  expect(late.problem.code).toBe('message.deleted')
})

test('nobody changes the message of another: it is absent, as a message that never was', async () => {
  const { id, one, other } = await freshTalk()
  const { id: theirs } = (await send(one, id, 'Mine')).reply
  for (const messageId of [theirs, randomUUID()]) {
    const edit = await app.injectAs(other, routes.editMessage, {
      params: { id: messageId },
      body: { message: 'Yours' },
    })
    const remove = await app.injectAs(other, routes.deleteMessage, { params: { id: messageId } })
    expect([edit.status, edit.problem.code]).toEqual([404, 'message.not-found'])
    expect([remove.status, remove.problem.code]).toEqual([404, 'message.not-found'])
  }
  expect((await messagesOf(one, id)).reply.items[0]?.text).toBe('Mine')
})

test('a conversation is absent to everybody who is not in it', async () => {
  const id = await talk()
  const { id: messageId } = (await send(ann, id, 'Between us')).reply
  const tries = [
    await app.injectAs(stranger, routes.readConversation, { params: { id } }),
    await messagesOf(stranger, id),
    await send(stranger, id, 'Me too'),
    await app.injectAs(stranger, routes.markConversationRead, { params: { id }, body: { seq: 1 } }),
    await app.injectAs(stranger, routes.deleteMessage, { params: { id: messageId } }),
    await app.injectAs(stranger, routes.readConversation, { params: { id: randomUUID() } }),
  ]
  expect(tries.map(({ status }) => status)).toEqual(tries.map(() => 404))
  expect((await app.injectAs(stranger, routes.listConversations)).reply.items).toEqual([])
  expect((await app.injectAs(null, routes.listConversations)).status).toBe(401)
})

test('unread is exact: others, after the cursor, not deleted; the cursor never goes back nor beyond the head', async () => {
  const { id, one, other } = await freshTalk()
  const sent = []
  for (let n = 1; n <= 5; n += 1) sent.push((await send(one, id, `message ${n}`)).reply)
  await send(other, id, 'own')
  const unread = async () => (await app.injectAs(other, routes.readConversation, { params: { id } })).reply.unread
  const read = async (seq: number) =>
    (await app.injectAs(other, routes.markConversationRead, { params: { id }, body: { seq } })).reply
  expect(await unread()).toBe(5)
  expect(await read(2)).toEqual({ read: 2, unread: 3, messages: 3 })
  await app.injectAs(one, routes.deleteMessage, { params: { id: sent[3]?.id ?? '' } })
  expect(await unread()).toBe(2)
  expect(await read(1)).toEqual({ read: 2, unread: 2, messages: 2 })
  expect(await read(999)).toEqual({ read: 7, unread: 0, messages: 0 })
  expect(reads.filter(({ personId }) => personId === other.id).map((r) => r.read)).toEqual([2, 7])
  expect((await messagesOf(one, id)).reply.readBy).toEqual([{ personId: other.id, seq: 7 }])
})

test('the list goes by the latest message, pages without loss, and shows the last word and who is in it', async () => {
  const me = await app.person('Mia Many')
  const others = await Promise.all(Array.from({ length: 5 }, (_, n) => app.person(`Person ${n}`)))
  const ids: string[] = []
  for (const other of others) {
    const id = await talk(me, other)
    app.clock.setShift(app.clock.shift() + minute)
    await send(other, id, `from ${other.name}`)
    ids.push(id)
  }
  app.clock.setShift(app.clock.shift() + minute)
  await send(me, ids[1] ?? '', 'again')
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
  expect(latest).toMatchObject({ last: { text: 'again', by: me.id }, unread: 1, people: [{ name: 'Person 1' }] })
  const bad = await app.injectAs(me, routes.listConversations, { query: { cursor: 'nonsense' } })
  expect(bad.problem).toMatchObject({ status: 422, code: 'list.cursor-unreadable' })
})

test('search finds words by their beginnings and Chinese, Japanese and Arabic by letters, in own conversations only', async () => {
  const { id, one, other } = await freshTalk()
  await send(one, id, 'The pavilion needs a warmer light')
  await send(other, id, '明日は東京タワーで会いましょう')
  await send(one, id, 'المشهد جاهز للمراجعة')
  const { id: gone } = (await send(one, id, 'A pavilion that was taken back')).reply
  await app.injectAs(one, routes.deleteMessage, { params: { id: gone } })
  const find = async (who: Person, q: string) =>
    (await app.injectAs(who, routes.searchMessages, { query: { q } })).reply.items.map((hit) => hit.message.text)
  expect(await find(other, 'PAVIL light')).toEqual(['The pavilion needs a warmer light'])
  expect(await find(one, '東京')).toEqual(['明日は東京タワーで会いましょう'])
  expect(await find(other, 'جاهز')).toEqual(['المشهد جاهز للمراجعة'])
  expect(await find(one, '100% _')).toEqual([])
  expect(await find(stranger, 'pavilion')).toEqual([])
  const [hit] = (await app.injectAs(one, routes.searchMessages, { query: { q: 'light' } })).reply.items
  expect(hit?.conversation).toEqual({ id, title: 'Otis Over', kind: 'direct' })
})

test('an answer must point to a message of the same conversation', async () => {
  const { id, one } = await freshTalk()
  const other = await talk()
  const { id: elsewhere } = (await send(ann, other, 'Elsewhere')).reply
  const { id: here } = (await send(one, id, 'Here')).reply
  expect((await send(one, id, 'To here', { replyTo: here })).status).toBe(200)
  expect((await send(one, id, 'To elsewhere', { replyTo: elsewhere })).problem).toMatchObject({
    code: 'message.reply-unknown',
    field: 'replyTo',
  })
})
