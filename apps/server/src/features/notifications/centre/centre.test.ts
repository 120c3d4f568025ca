import { randomUUID } from 'node:crypto'
import * as routes from '@veranda/contract/notifications/routes.ts'
import { day, minute } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readStream } from '../../../platform/events/streams.ts'
import { testApp, type TestUser, type TestApp } from '../../../testing/test-app.ts'
import { type AccountEvent } from '@veranda/core/accounts/events.ts'
import { appendEvent } from '../../../platform/events/append-event.ts'
import { scheduleNightly } from '../../../platform/timers/nightly-timer.ts'
import { deleteAccountNotifications } from './delete-account-notifications.ts'
import { notificationsFeature } from '../feature.ts'
import { onDomainEvent } from '../delivery/on-domain-event.ts'
import {
  appendSampleEvent,
  milestoneFacts,
  milestoneId,
  projectId,
  milestoneStarted,
  milestoneSubmitted,
  offerMade,
} from '../testing/sample-events.ts'

let app: TestApp
let client: TestUser
let creator: TestUser

beforeAll(async () => {
  app = await testApp({ features: [notificationsFeature] })
})
afterAll(() => app.close())
beforeEach(async () => {
  client = await app.createUser('Clio Client')
  creator = await app.createUser('Cora Creator', { role: 'creator' })
})

const listFor = async (who: TestUser, query = {}) =>
  (await app.injectAs(who, routes.listNotifications, { query })).reply
const readUserStream = async (who: TestUser) => readStream(app.deps.db, { kind: 'user', id: who.id })

/** Creates a number of notifications for the client, one minute apart. */
async function notifyClient(count: number): Promise<void> {
  for (let n = 1; n <= count; n += 1) {
    await appendSampleEvent(app, creator, milestoneSubmitted(client, creator, `Part ${n}`))
    await app.advance(minute)
  }
}

test('an event becomes one translated notification for each recipient, and none for the actor', async () => {
  await appendSampleEvent(app, creator, milestoneSubmitted(client, creator))
  await app.runUntilIdle()
  const { items, unread } = await listFor(client)
  expect(unread).toBe(1)
  expect(items).toMatchObject([
    {
      type: 'milestone',
      title: '“Atrium model” is ready for your review',
      message: 'Cora Creator submitted a version. Review it, then approve it or request changes.',
      read: false,
      priority: 'high',
      sender: { id: creator.id, name: 'Cora Creator', avatar: null },
      data: { event: 'milestone_update', milestoneId, actionUrl: `/projects/${projectId}?milestone=${milestoneId}` },
    },
  ])
  expect((await listFor(creator)).items).toEqual([])
})

test('amounts go over the wire in minor units and are formatted as money in the text', async () => {
  const data = { ...milestoneFacts(client, creator), chargeId: milestoneId, charged: 126_000 }
  // No row exists for this charge.
  await appendSampleEvent(app, null, { type: 'milestone.funded', data } as unknown as Parameters<
    typeof appendSampleEvent
  >[2])
  await app.runUntilIdle()
  const [clientItem] = (await listFor(client)).items
  expect(clientItem).toMatchObject({
    sender: null,
    message: 'You paid €1,260.00, our fee included. The price is protected until you approve the work.',
  })
  expect(clientItem?.data).toMatchObject({ amount: 126_000, currency: 'EUR', event: 'payment_update' })
  const [creatorItem] = (await listFor(creator)).items
  expect(creatorItem?.message).toBe('The price of €1,200.00 is protected. You receive it after our fee. You can start.')
})

test('the user’s stream has the notification under its event name, then the count with its version', async () => {
  await appendSampleEvent(app, creator, milestoneSubmitted(client, creator))
  await app.runUntilIdle()
  const log = await readUserStream(client)
  expect(log.map(({ name }) => name)).toEqual(['milestone_update', 'unread_count'])
  const [item] = (await listFor(client)).items
  expect(log[0]?.payload).toMatchObject({ ...item, data: { ...item?.data, toast: true } })
  expect(log[1]?.payload).toEqual({ count: 1, messages: 0, version: 2 })
})

test('an event that is handled twice creates no second notification', async () => {
  await appendSampleEvent(app, creator, milestoneSubmitted(client, creator))
  await app.runUntilIdle()
  const before = await readUserStream(client)
  const row = await app.deps.db
    .selectFrom('events')
    .selectAll()
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const event = {
    id: row.id,
    position: row.position,
    type: row.type,
    subject: { kind: row.subject_kind, id: row.subject_id },
    projectId: row.project_id,
    actor: row.actor_id,
    at: row.at,
    data: row.data,
  }
  await app.transact((tx) => onDomainEvent.run({ tx, event, deps: app.deps }))
  expect((await listFor(client)).unread).toBe(1)
  expect(await readUserStream(client)).toEqual(before)
})

test('marking read and unread is idempotent and exact, and only a change makes a new version', async () => {
  await notifyClient(3)
  const ids = (await listFor(client)).items.map((item) => item._id)
  const params = { id: ids[0] ?? '' }
  const first = (await app.injectAs(client, routes.markRead, { params })).reply
  expect(first.unread).toBe(2)
  expect((await app.injectAs(client, routes.markRead, { params })).reply).toEqual(first)
  const back = (await app.injectAs(client, routes.markUnread, { params })).reply
  expect(back.unread).toBe(3)
  expect(back.version).toBeGreaterThan(first.version)
  const all = (await app.injectAs(client, routes.markAllRead)).reply
  expect(all.unread).toBe(0)
  expect((await app.injectAs(client, routes.markAllRead)).reply).toEqual(all)
  const counts = (await readUserStream(client)).filter(({ name }) => name === 'unread_count')
  for (const { seq, payload } of counts) expect(payload['version']).toBe(seq)
  expect(counts.map(({ payload }) => payload['count'])).toEqual([1, 2, 3, 2, 3, 0])
  // The same for a page that has no socket.
  const { count, messages, version } = counts.at(-1)?.payload ?? {}
  expect((await app.injectAs(client, routes.readUnreadCounts)).reply).toEqual({ count, messages, version })
})

test('opening the page that notifications lead to reads all of them, loaded in a list or not, in every tab', async () => {
  await notifyClient(3)
  await appendSampleEvent(app, creator, offerMade(client, creator))
  await app.runUntilIdle()
  const open = async (who: TestUser, link: string) =>
    (await app.injectAs(who, routes.markAllRead, { query: { link } })).reply
  const page = `/projects/${projectId}?milestone=${milestoneId}`
  const before = await readUserStream(client)
  expect((await open(client, `/projects/${projectId}`)).unread).toBe(4)
  expect((await open(creator, page)).unread).toBe(0)
  expect(await readUserStream(client)).toEqual(before)
  const reply = await open(client, page)
  expect(reply.unread).toBe(1)
  expect((await readUserStream(client)).at(-1)?.payload).toMatchObject({ count: 1, version: reply.version })
  expect((await listFor(client)).items.map(({ type, read }) => [type, read])).toEqual([
    ['commission', false],
    ['milestone', true],
    ['milestone', true],
    ['milestone', true],
  ])
  expect(await open(client, page)).toEqual(reply)
})

test('doing what a notification asks reads it, and nothing about another subject', async () => {
  await notifyClient(1)
  await appendSampleEvent(app, creator, offerMade(client, creator))
  await app.runUntilIdle()
  const readByType = async () => (await listFor(client)).items.map(({ type, read }) => [type, read])
  const { data } = milestoneSubmitted(client, creator)
  // The number of requested changes is all that the text needs.
  const changes = { type: 'milestone.changes-requested', data: { ...data, items: 2 } } as unknown
  await appendSampleEvent(app, client, changes as Parameters<typeof appendSampleEvent>[2])
  await app.runUntilIdle()
  expect(await readByType()).toEqual([
    ['commission', false],
    ['milestone', true],
  ])
  expect((await readUserStream(client)).at(-1)?.payload).toMatchObject({ count: 1 })
  const accepted = { type: 'offer.accepted', data: milestoneFacts(client, creator) } as unknown
  await appendSampleEvent(app, client, accepted as Parameters<typeof appendSampleEvent>[2])
  await app.runUntilIdle()
  expect((await listFor(client)).unread).toBe(0)
  expect((await listFor(creator)).unread).toBe(2)
})

test('20 notifications read at the same moment end at exactly 0, and no later version has an older count', async () => {
  for (let n = 0; n < 20; n += 1)
    await appendSampleEvent(app, creator, milestoneSubmitted(client, creator, `Part ${n}`))
  await app.runUntilIdle()
  const { items } = await listFor(client, { limit: 20 })
  expect(items).toHaveLength(20)
  const answers = await Promise.all(
    items.map(({ _id }) => app.injectAs(client, routes.markRead, { params: { id: _id } })),
  )
  const byVersion = answers.map((answer) => answer.reply).toSorted((a, b) => a.version - b.version)
  expect(byVersion.map(({ unread }) => unread)).toEqual(Array.from({ length: 20 }, (_, n) => 19 - n))
  expect((await listFor(client)).unread).toBe(0)
  const counts = (await readUserStream(client)).filter(({ name }) => name === 'unread_count')
  expect(counts.map(({ payload }) => payload['version'])).toEqual(counts.map(({ seq }) => seq))
})

test('another user’s notification is not found, and reading one’s own does not change another user’s count', async () => {
  await appendSampleEvent(app, creator, milestoneSubmitted(client, creator))
  await appendSampleEvent(app, client, {
    type: 'offer.countered',
    data: { ...milestoneFacts(client, creator) },
  } as unknown as Parameters<typeof appendSampleEvent>[2])
  await app.runUntilIdle()
  const id = (await listFor(client)).items[0]?._id ?? ''
  for (const [route, params] of [
    [routes.markRead, { id }],
    [routes.markUnread, { id }],
    [routes.deleteNotification, { id }],
    [routes.explainNotification, { id }],
    [routes.markRead, { id: randomUUID() }],
  ] as const) {
    const answer = await app.injectAs(creator, route, { params })
    expect([answer.status, answer.problem.code]).toEqual([404, 'notification.not-found'])
  }
  expect((await app.injectAs(creator, routes.restoreNotifications, { body: { ids: [id] } })).reply.unread).toBe(1)
  await app.injectAs(creator, routes.clearNotifications)
  expect((await listFor(client)).unread).toBe(1)
  expect((await listFor(creator)).unread).toBe(0)
})

test('the list pages without loss and filters; `unread` counts all of them whatever the filter', async () => {
  await notifyClient(5)
  await appendSampleEvent(app, creator, milestoneStarted(client, creator))
  await app.runUntilIdle()
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await listFor(client, { limit: 4, ...(cursor ? { cursor } : {}) })
    seen.push(...page.items.map((item) => item._id))
    expect(page.unread).toBe(6)
    cursor = page.next ?? undefined
  } while (cursor)
  expect(new Set(seen).size).toBe(6)
  await app.injectAs(client, routes.markRead, { params: { id: seen[0] ?? '' } })
  const count = async (query: object) => (await listFor(client, query)).items.length
  expect(await count({ read: 'true' })).toBe(1)
  expect(await count({ read: 'false' })).toBe(5)
  expect(await count({ priority: 'high' })).toBe(5)
  expect(await count({ priority: 'medium' })).toBe(1)
  expect(await count({ type: 'milestone' })).toBe(6)
  expect(await count({ type: 'payment' })).toBe(0)
  expect(await count({ projectId })).toBe(6)
  expect(await count({ projectId: randomUUID() })).toBe(0)
  expect((await app.injectAs(client, routes.listNotifications, { query: { cursor: 'x' } })).status).toBe(422)
})

test('restored notifications are read or unread as they were before', async () => {
  await notifyClient(3)
  const [newest, second] = (await listFor(client)).items.map((item) => item._id)
  await app.injectAs(client, routes.markRead, { params: { id: second ?? '' } })
  expect((await app.injectAs(client, routes.deleteNotification, { params: { id: newest ?? '' } })).reply.unread).toBe(1)
  const cleared = (await app.injectAs(client, routes.clearNotifications)).reply
  expect(cleared.unread).toBe(0)
  expect(cleared.ids).toHaveLength(2)
  expect((await listFor(client)).items).toEqual([])
  expect((await app.injectAs(client, routes.clearNotifications)).reply.ids).toEqual([])
  const restored = (await app.injectAs(client, routes.restoreNotifications, { body: { ids: cleared.ids } })).reply
  expect(restored.unread).toBe(1)
  expect(
    (await app.injectAs(client, routes.restoreNotifications, { body: { ids: [newest ?? ''] } })).reply.unread,
  ).toBe(2)
  expect((await listFor(client)).items.map(({ _id, read }) => [_id === second, read])).toEqual([
    [false, false],
    [true, true],
    [false, false],
  ])
})

test('deleted notifications are purged after 30 days, with what was sent of them; others stay', async () => {
  await notifyClient(2)
  const [newest] = (await listFor(client)).items.map((item) => item._id)
  await app.injectAs(client, routes.deleteNotification, { params: { id: newest ?? '' } })
  const rows = () => app.deps.db.selectFrom('notifications').select('id').where('user_id', '=', client.id).execute()
  const sentTitles = async () => {
    const { rows: sent } = await sql<{ id: string; title: string }>`
      select payload ->> '_id' as id, payload ->> 'title' as title from stream_events
      where stream_kind = 'user' and stream_id = ${client.id} and payload ? '_id'`.execute(app.deps.db)
    return Object.fromEntries(sent.map(({ id, title }) => [id === newest ? 'deleted' : 'other', title !== '']))
  }
  await app.advance(29 * day)
  expect(await rows()).toHaveLength(2)
  expect(await sentTitles()).toEqual({ deleted: true, other: true })
  await app.advance(2 * day)
  expect(await rows()).toHaveLength(1)
  expect(await sentTitles()).toEqual({ deleted: false, other: true })
  expect(
    (await app.injectAs(client, routes.restoreNotifications, { body: { ids: [newest ?? ''] } })).reply.unread,
  ).toBe(1)
})

test('notifications about the own account are deleted after a year, with what was sent of them; others stay', async () => {
  const security = {
    type: 'account.new-device',
    data: { userId: client.id, device: 'Firefox on a ship' },
  } satisfies AccountEvent
  await app.transact((tx) =>
    appendEvent(tx, {
      ...security,
      subject: { kind: 'user', id: client.id },
      projectId: null,
      actor: null,
      at: app.clock.now(),
    }),
  )
  await notifyClient(1)
  await app.runUntilIdle()
  const keys = async () => (await listFor(client)).items.map(({ type }) => type)
  const sentOfDevice = async () => JSON.stringify(await readUserStream(client)).includes('on a ship')
  await scheduleNightly(app.deps, [deleteAccountNotifications])
  await app.advance(364 * day)
  expect(await keys()).toEqual(['milestone', 'system'])
  expect(await sentOfDevice()).toBe(true)
  await app.advance(2 * day)
  expect(await keys()).toEqual(['milestone'])
  expect(await sentOfDevice()).toBe(false)
  expect((await readUserStream(client)).at(-1)).toMatchObject({ payload: { count: 1 } })
})

test('the summary counts what the list shows', async () => {
  await notifyClient(3)
  const [item] = (await listFor(client)).items
  await app.injectAs(client, routes.markRead, { params: { id: item?._id ?? '' } })
  const summary = (await app.injectAs(client, routes.summariseNotifications)).reply
  expect(summary).toMatchObject({
    typeDistribution: { milestone: 3 },
    channelDistribution: { inApp: 3, email: 3, push: 0 },
    readVsUnread: { read: 1, unread: 2 },
  })
  expect(summary.engagementRates['push']).toBe(0)
  expect(summary.engagementRates['inApp']).toBeCloseTo(1 / 3)
  expect(summary.volumeOverTime.reduce((sum, { count }) => sum + count, 0)).toBe(3)
})
