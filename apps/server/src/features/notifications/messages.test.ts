import { randomUUID } from 'node:crypto'
import * as talk from '@veranda/contract/conversations/routes.ts'
import * as routes from '@veranda/contract/notifications/routes.ts'
import { minute, second } from '@veranda/core/time/instant.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readStream } from '../../log/stream.ts'
import { testApp, type Person, type TestApp } from '../../testing/test-app.ts'
import { conversationsFeature } from '../conversations/feature.ts'
import { afterConversationRead } from './after-read.ts'
import { notificationsFeature } from './feature.ts'

let app: TestApp
let ann: Person
let bo: Person
let id: string

beforeAll(async () => {
  const conversations = conversationsFeature({ afterRead: afterConversationRead })
  app = await testApp({ features: [conversations, notificationsFeature] })
})
afterAll(() => app.close())
beforeEach(async () => {
  ann = await app.person('Ann Archer')
  bo = await app.person('Bo Brook', { role: 'creator' })
  id = (await app.injectAs(ann, talk.openDirect, { body: { personId: bo.id } })).reply.id
})

const later = 5 * second

async function say(who: Person, message: string): Promise<string> {
  const body = { clientId: randomUUID(), message }
  const { reply } = await app.injectAs(who, talk.sendMessage, { params: { id }, body })
  await app.settle()
  return reply.id
}
const told = async (who: Person) => (await app.injectAs(who, routes.listNotifications)).reply.items
const read = async (who: Person, seq: number) =>
  (await app.injectAs(who, talk.markConversationRead, { params: { id }, body: { seq } })).reply

/** The counts as the person's sockets last heard them. */
async function heard(who: Person): Promise<{ count: number; messages: number } | undefined> {
  const log = await readStream(app.deps.db, { kind: 'person', id: who.id })
  const last = log.findLast(({ name }) => name === 'unread_count')
  if (!last) return undefined
  expect(last.payload['version']).toBe(last.seq)
  const { count, messages } = last.payload
  return { count: Number(count), messages: Number(messages) }
}

test('the count of messages is told at once; who reads within the grace is told of nothing else', async () => {
  await say(ann, 'Hello')
  expect(await heard(bo)).toEqual({ count: 0, messages: 1 })
  await read(bo, 1)
  expect(await heard(bo)).toEqual({ count: 0, messages: 0 })
  await app.advance(later)
  expect(await told(bo)).toEqual([])
  expect(await heard(ann)).toBeUndefined()
})

test('several unread messages of a conversation are one notification, which grows and is read with them', async () => {
  await say(ann, 'One')
  await say(ann, 'Two')
  expect(await told(bo)).toEqual([])
  await app.advance(later)
  const [first, ...none] = await told(bo)
  expect(none).toEqual([])
  expect(first).toMatchObject({
    type: 'message',
    priority: 'medium',
    title: '2 messages, the last from Ann Archer',
    message: 'Two',
    sender: { id: ann.id },
    data: { event: 'notification', conversationId: id, actionUrl: `/messages?conversation=${id}` },
  })
  await say(ann, 'Three')
  await app.advance(later)
  expect(await told(bo)).toMatchObject([
    { _id: first?._id, title: '3 messages, the last from Ann Archer', message: 'Three' },
  ])
  expect(await heard(bo)).toEqual({ count: 1, messages: 3 })
  const { messages } = await read(bo, 3)
  expect(messages).toBe(0)
  expect(await told(bo)).toMatchObject([{ _id: first?._id, read: true }])
  expect(await heard(bo)).toEqual({ count: 0, messages: 0 })

  await say(ann, 'Four')
  await app.advance(later)
  const [fourth, old] = await told(bo)
  expect(fourth).toMatchObject({ title: 'Ann Archer wrote to you', message: 'Four', read: false })
  expect(old).toMatchObject({ _id: first?._id, read: true })
})

test('a burst is one notification and pops up once', async () => {
  await Promise.all(Array.from({ length: 30 }, (_, n) => say(ann, `message ${n}`).catch(() => undefined)))
  await app.advance(later)
  expect(await told(bo)).toHaveLength(1)
  const log = await readStream(app.deps.db, { kind: 'person', id: bo.id })
  expect(log.filter(({ name }) => name === 'notification')).toHaveLength(1)
})

test('a mention is told at once and more pressingly, and not a second time as unread', async () => {
  await say(ann, 'Could you look at this, @bo?')
  expect(await told(bo)).toMatchObject([{ title: 'Ann Archer mentioned you', priority: 'high' }])
  await app.advance(later)
  expect(await told(bo)).toHaveLength(1)
  expect(await heard(bo)).toEqual({ count: 1, messages: 1 })
  await read(bo, 1)
  expect(await told(bo)).toMatchObject([{ read: true }])
})

test('read in the list only, it stays read until a newer message comes', async () => {
  await say(ann, 'One')
  app.clock.setShift(app.clock.shift() + 2 * second)
  await say(ann, 'Two')
  // The timer of the first message covers both; the one of the second comes after it was read in the list.
  await app.advance(2 * second)
  const [item] = await told(bo)
  expect(item?.title).toBe('2 messages, the last from Ann Archer')
  await app.injectAs(bo, routes.markRead, { params: { id: item?._id ?? '' } })
  await app.advance(minute)
  expect(await told(bo)).toMatchObject([{ read: true }])
  await app.injectAs(bo, routes.deleteNotification, { params: { id: item?._id ?? '' } })
  await say(ann, 'Three')
  await app.advance(later)
  expect(await told(bo)).toMatchObject([{ _id: item?._id, read: false, title: '3 messages, the last from Ann Archer' }])
})

test('a deleted message is quoted nowhere and counted by nobody', async () => {
  await say(ann, 'Stays')
  const second_ = await say(ann, 'A secret')
  await app.advance(later)
  await app.injectAs(ann, talk.deleteMessage, { params: { id: second_ } })
  await app.settle()
  expect(await told(bo)).toMatchObject([{ title: 'Ann Archer wrote to you', message: 'Stays' }])
  expect(await heard(bo)).toEqual({ count: 1, messages: 1 })
  const mention = await say(ann, 'Another secret for @bo')
  await app.injectAs(ann, talk.deleteMessage, { params: { id: mention } })
  await app.settle()
  expect(await told(bo)).toHaveLength(1)
  const rows = await app.deps.db.selectFrom('notifications').select('params').where('person_id', '=', bo.id).execute()
  expect(JSON.stringify(rows)).not.toContain('secret')
})

test('all unread messages deleted, their notification goes too; an edit changes what it quotes without popping up', async () => {
  const first = await say(ann, 'Frist')
  await app.advance(later)
  await app.injectAs(ann, talk.editMessage, { params: { id: first }, body: { message: 'First' } })
  await app.settle()
  expect(await told(bo)).toMatchObject([{ message: 'First' }])
  const log = await readStream(app.deps.db, { kind: 'person', id: bo.id })
  const toasts = log.filter(({ name }) => name === 'notification').map(({ payload }) => payload['data'])
  expect(toasts).toMatchObject([{ toast: true }, { toast: false }])
  await app.injectAs(ann, talk.deleteMessage, { params: { id: first } })
  await app.settle()
  expect(await told(bo)).toEqual([])
  expect(await heard(bo)).toEqual({ count: 0, messages: 0 })
})

test('a muted conversation is kept as read and pops up nowhere', async () => {
  await app.deps.db.updateTable('conversation_members').set({ muted: true }).where('person_id', '=', bo.id).execute()
  await say(ann, 'One')
  await app.advance(later)
  await say(ann, 'Two')
  await app.advance(later)
  expect((await told(bo)).map((item) => item.read)).toEqual([true])
  expect((await heard(bo))?.count).toBe(0)
  const log = await readStream(app.deps.db, { kind: 'person', id: bo.id })
  const toasts = log.filter(({ name }) => name === 'notification').map(({ payload }) => payload['data'])
  expect(toasts).toMatchObject([{ toast: false }, { toast: false }])
})

test('two conversations and two people have counts of their own', async () => {
  const cy = await app.person('Cy Cole')
  const other = (await app.injectAs(cy, talk.openDirect, { body: { personId: bo.id } })).reply.id
  await say(ann, 'From Ann')
  await app.injectAs(cy, talk.sendMessage, {
    params: { id: other },
    body: { clientId: randomUUID(), message: 'From Cy' },
  })
  await say(bo, 'From Bo')
  await app.advance(later)
  expect(await told(bo)).toHaveLength(2)
  expect(await heard(bo)).toEqual({ count: 2, messages: 2 })
  expect(await heard(ann)).toEqual({ count: 1, messages: 1 })
  await read(bo, 1)
  expect(await heard(bo)).toEqual({ count: 1, messages: 1 })
  expect(await heard(ann)).toEqual({ count: 1, messages: 1 })
})
