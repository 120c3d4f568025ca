import { randomUUID } from 'node:crypto'
import * as routes from '@veranda/contract/notifications/routes.ts'
import { day, minute } from '@veranda/core/time/instant.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readStream } from '../../log/stream.ts'
import { testApp, type Person, type TestApp } from '../../testing/test-app.ts'
import { notificationsFeature } from './feature.ts'
import { onNews } from './on-news.ts'
import { happens, milestoneFacts, milestoneId, projectId, started, submitted } from './testing/happenings.ts'

let app: TestApp
let client: Person
let creator: Person

beforeAll(async () => {
  app = await testApp({ features: [notificationsFeature] })
})
afterAll(() => app.close())
beforeEach(async () => {
  client = await app.person('Clio Client')
  creator = await app.person('Cora Creator', { role: 'creator' })
})

const list = async (who: Person, query = {}) => (await app.injectAs(who, routes.listNotifications, { query })).reply
const logOf = async (who: Person) => readStream(app.deps.db, { kind: 'person', id: who.id })

/** Tells the client of as many things as asked for, a minute apart. */
async function tell(count: number): Promise<void> {
  for (let n = 1; n <= count; n += 1) {
    await happens(app, creator, submitted(client, creator, `Part ${n}`))
    await app.advance(minute)
  }
}

test('an event becomes one notification for whom it concerns, in words, and none for who did it', async () => {
  await happens(app, creator, submitted(client, creator))
  await app.settle()
  const { items, unread } = await list(client)
  expect(unread).toBe(1)
  expect(items).toMatchObject([
    {
      type: 'milestone',
      title: '“Atrium model” is ready for your review',
      message: 'Cora Creator submitted a version. Look at it, then approve it or ask for changes.',
      read: false,
      priority: 'high',
      sender: { id: creator.id, name: 'Cora Creator', avatar: null },
      data: { event: 'milestone_update', milestoneId, actionUrl: `/projects/${projectId}?milestone=${milestoneId}` },
    },
  ])
  expect((await list(creator)).items).toEqual([])
})

test('amounts go over the wire in minor units and are spoken as money', async () => {
  const data = { ...milestoneFacts(client, creator), chargeId: milestoneId, charged: 126_000 }
  // A charge of no row.
  await happens(app, null, { type: 'milestone.funded', data } as unknown as Parameters<typeof happens>[2])
  await app.settle()
  const [mine] = (await list(client)).items
  expect(mine).toMatchObject({ sender: null, message: '€1,260.00 is protected until you approve the work.' })
  expect(mine?.data).toMatchObject({ amount: 126_000, currency: 'EUR', event: 'payment_update' })
  const [hers] = (await list(creator)).items
  expect(hers?.message).toBe('€1,200.00 is protected for you. You can start.')
})

test('the person’s own log has the notification under its live name, then the count with its own version', async () => {
  await happens(app, creator, submitted(client, creator))
  await app.settle()
  const log = await logOf(client)
  expect(log.map(({ name }) => name)).toEqual(['milestone_update', 'unread_count'])
  const [item] = (await list(client)).items
  expect(log[0]?.payload).toMatchObject({ ...item, data: { ...item?.data, toast: true } })
  expect(log[1]?.payload).toEqual({ count: 1, messages: 0, version: 2 })
})

test('an event whose reaction runs again tells nobody twice', async () => {
  await happens(app, creator, submitted(client, creator))
  await app.settle()
  const before = await logOf(client)
  const row = await app.deps.db
    .selectFrom('events')
    .selectAll()
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const event = {
    id: row.id,
    type: row.type,
    subject: { kind: row.subject_kind, id: row.subject_id },
    projectId: row.project_id,
    actor: row.actor_id,
    at: row.at,
    data: row.data,
  }
  await app.transact((tx) => onNews.run({ tx, event, deps: app.deps }))
  expect((await list(client)).unread).toBe(1)
  expect(await logOf(client)).toEqual(before)
})

test('read and unread are idempotent, exact, and only a change has a new version', async () => {
  await tell(3)
  const ids = (await list(client)).items.map((item) => item._id)
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
  const counts = (await logOf(client)).filter(({ name }) => name === 'unread_count')
  for (const { seq, payload } of counts) expect(payload['version']).toBe(seq)
  expect(counts.map(({ payload }) => payload['count'])).toEqual([1, 2, 3, 2, 3, 0])
})

test('20 notifications read at the same moment end at an exact nought, and no later version has an older count', async () => {
  for (let n = 0; n < 20; n += 1) await happens(app, creator, submitted(client, creator, `Part ${n}`))
  await app.settle()
  const { items } = await list(client, { limit: 20 })
  expect(items).toHaveLength(20)
  const answers = await Promise.all(
    items.map(({ _id }) => app.injectAs(client, routes.markRead, { params: { id: _id } })),
  )
  const byVersion = answers.map((answer) => answer.reply).toSorted((a, b) => a.version - b.version)
  expect(byVersion.map(({ unread }) => unread)).toEqual(Array.from({ length: 20 }, (_, n) => 19 - n))
  expect((await list(client)).unread).toBe(0)
  const told = (await logOf(client)).filter(({ name }) => name === 'unread_count')
  expect(told.map(({ payload }) => payload['version'])).toEqual(told.map(({ seq }) => seq))
})

test('what is not one’s own is absent, and one person’s reading leaves the other’s count alone', async () => {
  await happens(app, creator, submitted(client, creator))
  await happens(app, client, {
    type: 'offer.countered',
    data: { ...milestoneFacts(client, creator) },
  } as unknown as Parameters<typeof happens>[2])
  await app.settle()
  const id = (await list(client)).items[0]?._id ?? ''
  for (const [route, params] of [
    [routes.markRead, { id }],
    [routes.markUnread, { id }],
    [routes.deleteNotification, { id }],
    [routes.whyNotified, { id }],
    [routes.markRead, { id: randomUUID() }],
  ] as const) {
    const answer = await app.injectAs(creator, route, { params })
    expect([answer.status, answer.problem.code]).toEqual([404, 'notification.not-found'])
  }
  expect((await app.injectAs(creator, routes.restoreNotifications, { body: { ids: [id] } })).reply.unread).toBe(1)
  await app.injectAs(creator, routes.clearNotifications)
  expect((await list(client)).unread).toBe(1)
  expect((await list(creator)).unread).toBe(0)
})

test('the list pages without loss and filters; unread counts all, whatever the filter', async () => {
  await tell(5)
  await happens(app, creator, started(client, creator))
  await app.settle()
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await list(client, { limit: 4, ...(cursor ? { cursor } : {}) })
    seen.push(...page.items.map((item) => item._id))
    expect(page.unread).toBe(6)
    cursor = page.next ?? undefined
  } while (cursor)
  expect(new Set(seen).size).toBe(6)
  await app.injectAs(client, routes.markRead, { params: { id: seen[0] ?? '' } })
  const count = async (query: object) => (await list(client, query)).items.length
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

test('what was deleted or cleared comes back as it was, read or unread', async () => {
  await tell(3)
  const [newest, second] = (await list(client)).items.map((item) => item._id)
  await app.injectAs(client, routes.markRead, { params: { id: second ?? '' } })
  expect((await app.injectAs(client, routes.deleteNotification, { params: { id: newest ?? '' } })).reply.unread).toBe(1)
  const cleared = (await app.injectAs(client, routes.clearNotifications)).reply
  expect(cleared.unread).toBe(0)
  expect(cleared.ids).toHaveLength(2)
  expect((await list(client)).items).toEqual([])
  expect((await app.injectAs(client, routes.clearNotifications)).reply.ids).toEqual([])
  const restored = (await app.injectAs(client, routes.restoreNotifications, { body: { ids: cleared.ids } })).reply
  expect(restored.unread).toBe(1)
  expect(
    (await app.injectAs(client, routes.restoreNotifications, { body: { ids: [newest ?? ''] } })).reply.unread,
  ).toBe(2)
  expect((await list(client)).items.map(({ _id, read }) => [_id === second, read])).toEqual([
    [false, false],
    [true, true],
    [false, false],
  ])
})

test('deleted notifications are gone for good after 30 days, others stay', async () => {
  await tell(2)
  const [newest] = (await list(client)).items.map((item) => item._id)
  await app.injectAs(client, routes.deleteNotification, { params: { id: newest ?? '' } })
  const rows = () => app.deps.db.selectFrom('notifications').select('id').where('person_id', '=', client.id).execute()
  await app.advance(29 * day)
  expect(await rows()).toHaveLength(2)
  await app.advance(2 * day)
  expect(await rows()).toHaveLength(1)
  expect(
    (await app.injectAs(client, routes.restoreNotifications, { body: { ids: [newest ?? ''] } })).reply.unread,
  ).toBe(1)
})

test('the summary counts what the list shows', async () => {
  await tell(3)
  const [item] = (await list(client)).items
  await app.injectAs(client, routes.markRead, { params: { id: item?._id ?? '' } })
  const summary = (await app.injectAs(client, routes.summariseNotifications)).reply
  expect(summary).toMatchObject({
    typeDistribution: { milestone: 3 },
    channelDistribution: { inApp: 3, email: 3, push: 3 },
    readVsUnread: { read: 1, unread: 2 },
  })
  expect(summary.engagementRates['inApp']).toBeCloseTo(1 / 3)
  expect(summary.volumeOverTime.reduce((sum, { count }) => sum + count, 0)).toBe(3)
})
