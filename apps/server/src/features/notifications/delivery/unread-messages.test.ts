import { randomUUID } from 'node:crypto'
import * as talk from '@veranda/contract/conversations/routes.ts'
import * as routes from '@veranda/contract/notifications/routes.ts'
import { parseConversationUrl } from '@veranda/core/conversation-url.ts'
import { minute, second } from '@veranda/core/time/instant.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readStream } from '../../../platform/events/streams.ts'
import { type Mail } from '../../../gateways/mail/mail-gateway.ts'
import { testApp, type TestUser, type TestApp } from '../../../testing/test-app.ts'
import { conversationsFeature } from '../../conversations/feature.ts'
import { markMessageNotificationsRead } from '../centre/mark-message-notifications-read.ts'
import { notificationsFeature } from '../feature.ts'

let app: TestApp
let ann: TestUser
let bo: TestUser
let id: string
let mails: Mail[] = []

beforeAll(async () => {
  const conversations = conversationsFeature({ afterRead: markMessageNotificationsRead })
  const send = async (mail: Mail) => void mails.push(mail)
  app = await testApp({ features: [conversations, notificationsFeature], gateways: { mail: { send } } })
})
afterAll(() => app.close())
beforeEach(async () => {
  mails = []
  ann = await app.createUser('Ann Archer')
  bo = await app.createUser('Bo Brook', { role: 'creator' })
  id = (await app.injectAs(ann, talk.openDirectConversation, { body: { userId: bo.id } })).reply.id
})

/** Returns the conversation that the screen opens at this path of ours. */
const linkedConversation = (path = '') => parseConversationUrl(new URL(path, 'http://veranda.test').searchParams)

const graceOverMs = 5 * second

async function sendAs(who: TestUser, message: string): Promise<string> {
  const body = { clientId: randomUUID(), message }
  const { reply } = await app.injectAs(who, talk.sendMessage, { params: { id }, body })
  await app.runUntilIdle()
  return reply.id
}
const listNotificationsOf = async (who: TestUser) => (await app.injectAs(who, routes.listNotifications)).reply.items
const readUpTo = async (who: TestUser, seq: number) =>
  (await app.injectAs(who, talk.markConversationRead, { params: { id }, body: { seq } })).reply

/** Returns the counts last published to the user's sockets. */
async function lastCounts(who: TestUser): Promise<{ count: number; messages: number } | undefined> {
  const stream = await readStream(app.deps.db, { kind: 'user', id: who.id })
  const last = stream.findLast(({ name }) => name === 'unread_count')
  if (!last) return undefined
  expect(last.payload['version']).toBe(last.seq)
  const { count, messages } = last.payload
  return { count: Number(count), messages: Number(messages) }
}

test('the message count is published at once; a user who reads within the grace period gets no notification', async () => {
  await sendAs(ann, 'Hello')
  expect(await lastCounts(bo)).toEqual({ count: 0, messages: 1 })
  await readUpTo(bo, 1)
  expect(await lastCounts(bo)).toEqual({ count: 0, messages: 0 })
  await app.advance(graceOverMs)
  expect(await listNotificationsOf(bo)).toEqual([])
  expect(await lastCounts(ann)).toBeUndefined()
})

test('several unread messages of a conversation are one notification that is updated and read with them', async () => {
  await sendAs(ann, 'One')
  await sendAs(ann, 'Two')
  expect(await listNotificationsOf(bo)).toEqual([])
  await app.advance(graceOverMs)
  const [first, ...none] = await listNotificationsOf(bo)
  expect(none).toEqual([])
  expect(first).toMatchObject({
    type: 'message',
    priority: 'medium',
    title: '2 messages, the latest from Ann Archer',
    message: 'Two',
    sender: { id: ann.id },
    data: { event: 'notification', conversationId: id },
  })
  expect(linkedConversation(first?.data.actionUrl)).toEqual({ id })
  await sendAs(ann, 'Three')
  await app.advance(graceOverMs)
  expect(await listNotificationsOf(bo)).toMatchObject([
    { _id: first?._id, title: '3 messages, the latest from Ann Archer', message: 'Three' },
  ])
  expect(await lastCounts(bo)).toEqual({ count: 1, messages: 3 })
  const { messages } = await readUpTo(bo, 3)
  expect(messages).toBe(0)
  expect(await listNotificationsOf(bo)).toMatchObject([{ _id: first?._id, read: true }])
  expect(await lastCounts(bo)).toEqual({ count: 0, messages: 0 })

  await sendAs(ann, 'Four')
  await app.advance(graceOverMs)
  const [fourth, old] = await listNotificationsOf(bo)
  expect(fourth).toMatchObject({ title: 'Ann Archer sent you a message', message: 'Four', read: false })
  expect(old).toMatchObject({ _id: first?._id, read: true })
})

test('a burst of messages makes one notification and one toast', async () => {
  await Promise.all(Array.from({ length: 30 }, (_, n) => sendAs(ann, `message ${n}`).catch(() => undefined)))
  await app.advance(graceOverMs)
  expect(await listNotificationsOf(bo)).toHaveLength(1)
  const stream = await readStream(app.deps.db, { kind: 'user', id: bo.id })
  expect(stream.filter(({ name }) => name === 'notification')).toHaveLength(1)
})

test('a mention notifies at once with a higher priority, and not a second time as unread', async () => {
  await sendAs(ann, 'Could you look at this, @bo?')
  expect(await listNotificationsOf(bo)).toMatchObject([{ title: 'Ann Archer mentioned you', priority: 'high' }])
  await app.advance(graceOverMs)
  expect(await listNotificationsOf(bo)).toHaveLength(1)
  expect(await lastCounts(bo)).toEqual({ count: 1, messages: 1 })
  await readUpTo(bo, 1)
  expect(await listNotificationsOf(bo)).toMatchObject([{ read: true }])
})

test('a notification read only in the list stays read until a newer message arrives', async () => {
  await sendAs(ann, 'One')
  app.clock.setShift(app.clock.shift() + 2 * second)
  await sendAs(ann, 'Two')
  // The timer of the first message covers both; the timer of the second fires after the notification was read in the
  // list.
  await app.advance(2 * second)
  const [item] = await listNotificationsOf(bo)
  expect(item?.title).toBe('2 messages, the latest from Ann Archer')
  await app.injectAs(bo, routes.markRead, { params: { id: item?._id ?? '' } })
  await app.advance(minute)
  expect(await listNotificationsOf(bo)).toMatchObject([{ read: true }])
  await app.injectAs(bo, routes.deleteNotification, { params: { id: item?._id ?? '' } })
  await sendAs(ann, 'Three')
  await app.advance(graceOverMs)
  expect(await listNotificationsOf(bo)).toMatchObject([
    { _id: item?._id, read: false, title: '3 messages, the latest from Ann Archer' },
  ])
})

test('a message of two lines is quoted in full, and a longer one to the end of a word', async () => {
  const sentence = 'Yes, please take the curve of the rail from the drawing that I sent you with the brief. '
  await sendAs(ann, sentence.trim())
  await app.advance(graceOverMs)
  await app.runUntilIdle()
  expect(await listNotificationsOf(bo)).toMatchObject([{ message: sentence.trim() }])
  await sendAs(ann, sentence.repeat(4).trim())
  await app.advance(graceOverMs)
  await app.runUntilIdle()
  const [item] = await listNotificationsOf(bo)
  expect(item?.message).toMatch(/^Yes, .{100,} \w+…$/)
  expect(sentence.repeat(2).split(' ')).toContain(item?.message.replace(/…$/, '').split(' ').at(-1))
})

test('a deleted message is neither quoted nor counted', async () => {
  await sendAs(ann, 'Stays')
  const secretId = await sendAs(ann, 'A secret')
  await app.advance(graceOverMs)
  await app.injectAs(ann, talk.deleteMessage, { params: { id: secretId } })
  await app.runUntilIdle()
  expect(await listNotificationsOf(bo)).toMatchObject([{ title: 'Ann Archer sent you a message', message: 'Stays' }])
  expect(await lastCounts(bo)).toEqual({ count: 1, messages: 1 })
  const mention = await sendAs(ann, 'Another secret for @bo')
  await app.injectAs(ann, talk.deleteMessage, { params: { id: mention } })
  await app.runUntilIdle()
  expect(await listNotificationsOf(bo)).toHaveLength(1)
  const rows = await app.deps.db.selectFrom('notifications').select('params').where('user_id', '=', bo.id).execute()
  expect(JSON.stringify(rows)).not.toContain('secret')
})

test('the notification goes when all its messages are deleted; an edit updates its quote without a toast', async () => {
  const first = await sendAs(ann, 'Frist')
  await app.advance(graceOverMs)
  await app.injectAs(ann, talk.editMessage, { params: { id: first }, body: { message: 'First' } })
  await app.runUntilIdle()
  expect(await listNotificationsOf(bo)).toMatchObject([{ message: 'First' }])
  const stream = await readStream(app.deps.db, { kind: 'user', id: bo.id })
  const toasts = stream.filter(({ name }) => name === 'notification').map(({ payload }) => payload['data'])
  expect(toasts).toMatchObject([{ toast: true }, { toast: false }])
  await app.injectAs(ann, talk.deleteMessage, { params: { id: first } })
  await app.runUntilIdle()
  expect(await listNotificationsOf(bo)).toEqual([])
  expect(await lastCounts(bo)).toEqual({ count: 0, messages: 0 })
})

test('counts are separate for each conversation and each user', async () => {
  const cy = await app.createUser('Cy Cole')
  const other = (await app.injectAs(cy, talk.openDirectConversation, { body: { userId: bo.id } })).reply.id
  await sendAs(ann, 'From Ann')
  await app.injectAs(cy, talk.sendMessage, {
    params: { id: other },
    body: { clientId: randomUUID(), message: 'From Cy' },
  })
  await sendAs(bo, 'From Bo')
  await app.advance(graceOverMs)
  expect(await listNotificationsOf(bo)).toHaveLength(2)
  expect(await lastCounts(bo)).toEqual({ count: 2, messages: 2 })
  expect(await lastCounts(ann)).toEqual({ count: 1, messages: 1 })
  await readUpTo(bo, 1)
  expect(await lastCounts(bo)).toEqual({ count: 1, messages: 1 })
  expect(await lastCounts(ann)).toEqual({ count: 1, messages: 1 })
})

test('the mail about an unread message links to its conversation', async () => {
  await sendAs(ann, 'Are you there, @bo?')
  await app.advance(graceOverMs)
  const [link] = /https?:\/\/\S+\/messages\S+/.exec(mails.find(({ to }) => to === bo.email)?.text ?? '') ?? []
  expect(linkedConversation(link)).toEqual({ id })
})
