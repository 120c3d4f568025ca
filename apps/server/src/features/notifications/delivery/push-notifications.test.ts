import { randomUUID } from 'node:crypto'
import * as talk from '@veranda/contract/conversations/routes.ts'
import { maxPushPayloadBytes } from '@veranda/contract/notifications/push-payload.ts'
import * as routes from '@veranda/contract/notifications/routes.ts'
import { type PreferencesBody } from '@veranda/contract/notifications/schemas.ts'
import { type BookingEvent } from '@veranda/core/bookings/events.ts'
import { type CommissionEvent } from '@veranda/core/commissions/events.ts'
import { after, day, fromIso, hour, type Instant, instant, minute, second } from '@veranda/core/time/instant.ts'
import { createLocalJWKSet, jwtVerify } from 'jose'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { TestPushService, type TestSubscription } from '../../../gateways/push/testing/test-push-service.ts'
import { testApp, type TestApp, type TestUser } from '../../../testing/test-app.ts'
import { openTestSession } from '../../accounts/testing/open-test-session.ts'
import { conversationsFeature } from '../../conversations/feature.ts'
import { markMessageNotificationsRead } from '../centre/mark-message-notifications-read.ts'
import { notificationsFeature } from '../feature.ts'
import {
  appendSampleEvent,
  milestoneFacts,
  milestoneId,
  milestoneStarted,
  milestoneSubmitted,
} from '../testing/sample-events.ts'
import { pushGraceMs } from './push-notifications.ts'

const metricsToken = 'a token that a scraper sends'

let app: TestApp
let service: TestPushService
let client: TestUser
let creator: TestUser
let phone: TestSubscription

beforeAll(async () => {
  service = await TestPushService.start()
  const conversations = conversationsFeature({ afterRead: markMessageNotificationsRead })
  app = await testApp({
    features: [conversations, notificationsFeature],
    gateways: { mail: { send: async () => undefined } },
    env: { METRICS_TOKEN: metricsToken },
    startAt: instant(Date.now() + 30 * day),
  })
})
afterAll(async () => {
  await app.close()
  await service.stop()
})
beforeEach(async () => {
  client = await app.createUser('Clio Client', { timeZone: 'Europe/Berlin' })
  creator = await app.createUser('Cora Creator', { role: 'creator' })
  phone = service.subscribe()
  await addDevice(client, phone)
})

const addDevice = async (who: TestUser, { endpoint, keys }: TestSubscription) =>
  expect((await app.injectAs(who, routes.addPushDevice, { body: { endpoint, keys } })).status).toBe(200)
const changePreferencesOf = (who: TestUser, body: PreferencesBody) =>
  app.injectAs(who, routes.changePreferences, { body })
const titles = (device = phone) => service.receivedBy(device).map(({ payload }) => payload.title)
const graceOver = () => app.advance(2 * pushGraceMs)

async function notify(...names: string[]): Promise<void> {
  for (const name of names) await appendSampleEvent(app, creator, milestoneSubmitted(client, creator, name))
  await app.runUntilIdle()
}
async function pushNow(name = 'Atrium model'): Promise<void> {
  await notify(name)
  await graceOver()
}

const itemsOf = async (who: TestUser) => (await app.injectAs(who, routes.listNotifications)).reply.items
async function explain(who: TestUser) {
  const [item] = await itemsOf(who)
  const { reply } = await app.injectAs(who, routes.explainNotification, { params: { id: item?._id ?? '' } })
  return { pushedAt: reply.pushedAt, push: reply.channels.find(({ channel }) => channel === 'push') }
}
const pushSummary = async (who: TestUser) => {
  const { channelDistribution, engagementRates } = (await app.injectAs(who, routes.summariseNotifications)).reply
  return [channelDistribution['push'], engagementRates['push']]
}

/** Advances the clock to the next time it is that hour in Berlin. */
async function advanceToHour(berlinHour: number): Promise<void> {
  const now = Temporal.Instant.fromEpochMilliseconds(app.deps.clock.now()).toZonedDateTimeISO('Europe/Berlin')
  let then = now.with({ hour: berlinHour, minute: 0, second: 0, millisecond: 0 })
  if (Temporal.ZonedDateTime.compare(then, now) <= 0) then = then.add({ days: 1 })
  await app.advance(then.epochMilliseconds - now.epochMilliseconds)
}

/** Appends the reminder of a session of both that starts then; returns when. */
async function remind(which: 'day' | 'half-hour', startsInMs: number): Promise<Instant> {
  const startsAt = after(app.deps.clock.now(), startsInMs)
  const data = { bookingId: milestoneId, clientId: client.id, creatorId: creator.id, title: 'A look around', startsAt }
  // The rest of a booking's facts is in no text.
  const event = { type: 'booking.reminded', data: { ...data, which } } as unknown as BookingEvent<'booking.reminded'>
  await appendSampleEvent(app, null, event)
  await app.runUntilIdle()
  return startsAt
}

test('a push is encrypted for the device and signed with the key of the installation', async () => {
  await pushNow()
  const [push] = service.receivedBy(phone)
  expect(push?.body.toString('latin1')).not.toContain('Atrium')
  const [, token = '', key = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(push?.headers.authorization ?? '') ?? []
  expect(key).toBe(app.deps.gateways.push?.publicKey)
  const point = Buffer.from(key, 'base64url')
  const jwk = { kty: 'EC', crv: 'P-256', x: point.toString('base64url', 1, 33), y: point.toString('base64url', 33) }
  const { payload } = await jwtVerify(token, createLocalJWKSet({ keys: [{ ...jwk, alg: 'ES256' }] }))
  expect(payload).toMatchObject({ aud: service.origin, sub: 'mailto:no-reply@localhost' })
})

test('it carries texts, place, language and the number of unread ones, and counts once the service accepted it', async () => {
  await notify('Atrium model')
  expect((await explain(client)).push).toMatchObject({ decision: 'send', reasons: ['allowed'] })
  expect(await pushSummary(client)).toEqual([0, 0])
  expect(titles()).toEqual([])
  const sentAfter = app.deps.clock.now()
  await graceOver()
  const [push] = service.receivedBy(phone)
  expect(push?.payload).toEqual({
    title: '“Atrium model” is ready for your review',
    body: 'Cora Creator submitted a version. Review it, then approve it or request changes.',
    language: 'en',
    tag: push?.headers['topic'],
    path: expect.stringContaining(`?milestone=${milestoneId}`) as string,
    unread: 1,
  })
  // Seven days, and a topic that says nothing of the milestone.
  expect(push?.headers).toMatchObject({ ttl: '604800', urgency: 'normal', 'content-encoding': 'aes128gcm' })
  expect(push?.headers['topic']).toMatch(/^[\w-]{32}$/)
  expect(await pushSummary(client)).toEqual([1, 0])
  const { pushedAt } = await explain(client)
  expect(fromIso(pushedAt ?? '')).toBeGreaterThan(sentAfter)
  const [device] = (await app.injectAs(client, routes.listPushDevices)).reply.items
  expect(device?.lastAcceptedAt).toBe(pushedAt)
  await app.injectAs(client, routes.markAllRead)
  expect(await pushSummary(client)).toEqual([1, 1])
})

test('the texts are in the language and zone that the reader has when it is sent', async () => {
  const startsAt = await remind('half-hour', 30 * minute)
  const german = { language: 'de', time_zone: 'Asia/Tokyo' } as const
  await app.deps.db.updateTable('users').set(german).where('id', '=', client.id).execute()
  await graceOver()
  const [push] = service.receivedBy(phone)
  const weekday = new Intl.DateTimeFormat('de', { weekday: 'short', timeZone: 'Asia/Tokyo' }).format(startsAt)
  expect(push?.payload.language).toBe('de')
  expect(push?.payload.body).toContain(weekday)
  expect(push?.payload.body).toContain('GMT+9')
})

test('it goes to every device of the user and to no one else', async () => {
  const laptop = service.subscribe()
  await addDevice({ ...client, ...(await openTestSession(app.deps, client.id)) }, laptop)
  const foreign = service.subscribe()
  await addDevice(creator, foreign)
  await pushNow()
  expect([titles(phone).length, titles(laptop).length, titles(foreign).length]).toEqual([1, 1, 0])
  expect(await pushSummary(client)).toEqual([1, 0])
})

test('what is read or deleted within the grace period is not pushed, and nothing after push was switched off', async () => {
  await notify('Read')
  await app.injectAs(client, routes.markAllRead)
  await graceOver()
  await notify('Deleted')
  await app.injectAs(client, routes.clearNotifications)
  await graceOver()
  await notify('Switched off')
  await changePreferencesOf(client, { push: false })
  await graceOver()
  expect(titles()).toEqual([])
  await notify('Off from the beginning')
  expect((await explain(client)).push).toMatchObject({ decision: 'suppress', reasons: ['channel-off'] })
  expect(await pushSummary(client)).toEqual([0, 0])
})

test('quiet hours hold pushes back and send one for all of them when they end, without those read meanwhile', async () => {
  await changePreferencesOf(client, { quietHours: { enabled: true, start: '22:00', end: '08:00' } })
  await advanceToHour(23)
  await notify('First', 'Second', 'Read', 'Third')
  expect((await explain(client)).push).toMatchObject({ decision: 'defer', reasons: ['quiet-hours'] })
  const read = (await itemsOf(client)).find(({ title }) => title.includes('Read'))
  await app.injectAs(client, routes.markRead, { params: { id: read?._id ?? '' } })
  await app.advance(8 * hour)
  expect(titles()).toEqual([])
  await app.advance(2 * hour)
  expect(titles()).toEqual(['3 new notifications'])
  const [push] = service.receivedBy(phone)
  expect(push?.payload).toMatchObject({ path: '/notifications', unread: 3 })
  expect(push?.payload.body.split('\n').map((line) => /“(\w+)”/.exec(line)?.[1])).toEqual(['Third', 'Second', 'First'])
  expect(push?.headers).toMatchObject({ ttl: '43200', urgency: 'normal' })
  expect(await pushSummary(client)).toEqual([3, 0])
  await app.advance(2 * day)
  expect(titles()).toHaveLength(1)
})

test('one that is alone when quiet hours end has its own texts', async () => {
  await changePreferencesOf(client, { quietHours: { enabled: true, start: '22:00', end: '08:00' } })
  await advanceToHour(23)
  await notify('Alone')
  await app.advance(10 * hour)
  expect(titles()).toEqual(['“Alone” is ready for your review'])
})

test('a reminder of what starts before quiet hours end is pushed at once and ends with its start; a late one is not', async () => {
  await changePreferencesOf(client, { quietHours: { enabled: true, start: '22:00', end: '08:00' } })
  await advanceToHour(23)
  await remind('half-hour', 30 * minute)
  await graceOver()
  const [push] = service.receivedBy(phone)
  expect(push?.headers['urgency']).toBe('high')
  expect(Number(push?.headers['ttl'])).toBeGreaterThan(29 * 60)
  expect(Number(push?.headers['ttl'])).toBeLessThanOrEqual(30 * 60)
  // Below the threshold: it would come with what is pushed in the morning, when the session is over.
  await remind('day', 8 * hour)
  await notify('Atrium model')
  await app.advance(10 * hour)
  expect(titles().slice(1)).toEqual(['“Atrium model” is ready for your review'])
})

test('what is below the threshold of push comes in one push a day', async () => {
  await changePreferencesOf(client, { priorityThresholds: { push: 'high' } })
  await advanceToHour(10)
  for (const name of ['One', 'Two']) await appendSampleEvent(app, creator, milestoneStarted(client, creator, name))
  await app.runUntilIdle()
  await app.advance(21 * hour)
  expect(titles()).toEqual([])
  await app.advance(2 * hour)
  expect(titles()).toEqual(['2 new notifications'])
})

test.each([404, 410])('a device whose push service replies with %d is forgotten', async (status) => {
  service.replies.push({ status })
  await pushNow()
  expect((await app.injectAs(client, routes.listPushDevices)).reply.items).toEqual([])
  expect([await pushSummary(client), (await explain(client)).pushedAt]).toEqual([[0, 0], null])
  await pushNow('Another')
  expect(titles()).toHaveLength(1)
})

test('a device whose keys are none is forgotten', async () => {
  const point = Buffer.alloc(65, 1)
  point[0] = 4
  const { endpoint, keys } = service.subscribe()
  await addDevice(client, { ...phone, endpoint, keys: { ...keys, p256dh: point.toString('base64url') } })
  await pushNow()
  expect((await app.injectAs(client, routes.listPushDevices)).reply.items).toEqual([])
})

/** Returns how many seconds from now the next try of a push starts. */
async function secondsUntilRetry(): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from start_after - now())::float8 as seconds from pgboss.job
    where name = 'notifications.push' and state in ('created', 'retry') and data ->> 'userId' = ${client.id}`.execute(
    app.deps.db,
  )
  return rows[0]?.seconds ?? 0
}
async function runRetry(): Promise<void> {
  await sql`update pgboss.job set start_after = now()
    where name = 'notifications.push' and state in ('created', 'retry')`.execute(app.deps.db)
  // A queue is looked at when something new is in it; this user has no such device.
  const job = { userId: creator.id, deviceId: randomUUID(), selection: { id: randomUUID() }, busyReplies: 0 }
  await app.transact((tx) => app.deps.jobs.enqueue(tx, 'notifications.push', job))
  await app.runUntilIdle()
}

test.each([429, 503])(
  'a push service that is busy (%d) is asked again when it says, and counts only then',
  async (status) => {
    service.replies.push({ status, headers: { 'retry-after': '90' } })
    await pushNow()
    expect(await pushSummary(client)).toEqual([0, 0])
    const seconds = await secondsUntilRetry()
    expect(seconds).toBeGreaterThan(80)
    expect(seconds).toBeLessThanOrEqual(90)
    await runRetry()
    expect([titles().length, await pushSummary(client)]).toEqual([2, [1, 0]])
  },
)

test('a push that has been read until its next try is not sent again', async () => {
  service.replies.push({ status: 429, headers: { 'retry-after': '90' } })
  await pushNow()
  await app.injectAs(client, routes.markAllRead)
  await runRetry()
  expect(titles()).toHaveLength(1)
})

test('a push service that fails without saying when is retried by the queue, and other devices get it once', async () => {
  const laptop = service.subscribe()
  await addDevice({ ...client, ...(await openTestSession(app.deps, client.id)) }, laptop)
  service.replies.push({ status: 500 })
  await pushNow()
  expect(await secondsUntilRetry()).toBeGreaterThan(0)
  await runRetry()
  const counts = [titles(phone).length, titles(laptop).length]
  expect([Math.min(...counts), Math.max(...counts)]).toEqual([1, 2])
})

test('a push that its service refuses is neither retried nor counted, and the device stays', async () => {
  service.replies.push({ status: 413 })
  await pushNow()
  expect(await secondsUntilRetry()).toBe(0)
  expect((await app.injectAs(client, routes.listPushDevices)).reply.items).toHaveLength(1)
  expect(await pushSummary(client)).toEqual([0, 0])
})

test('a redirect is not followed', async () => {
  service.replies.push({ status: 307, headers: { location: `${service.origin}/elsewhere` } })
  await pushNow()
  expect([titles().length, await pushSummary(client)]).toEqual([1, [0, 0]])
  // Followed, it would find no subscription there.
  expect((await app.injectAs(client, routes.listPushDevices)).reply.items).toHaveLength(1)
})

test('messages of a conversation are one push at a time, of which a newer one replaces the older', async () => {
  const { id } = (await app.injectAs(creator, talk.openDirectConversation, { body: { userId: client.id } })).reply
  const send = async (message: string) => {
    await app.injectAs(creator, talk.sendMessage, { params: { id }, body: { clientId: randomUUID(), message } })
    await app.runUntilIdle()
  }
  await send('Hello')
  await app.advance(5 * second)
  await graceOver()
  for (const message of ['Are', 'you', 'there?']) await send(message)
  await app.advance(5 * second)
  await graceOver()
  const pushes = service.receivedBy(phone)
  expect(pushes.map(({ payload }) => [payload.title, payload.body, payload.unread])).toEqual([
    ['Cora Creator sent you a message', 'Hello', 1],
    ['4 messages, the latest from Cora Creator', 'there?', 1],
  ])
  expect(new Set(pushes.map(({ headers }) => headers['topic'])).size).toBe(1)
  expect(new Set(pushes.map(({ payload }) => payload.tag)).size).toBe(1)
  // Reading it on a screen within the grace period leaves nothing to push.
  await send('One more')
  await app.injectAs(client, talk.markConversationRead, { params: { id }, body: { seq: 5 } })
  await app.advance(10 * second)
  expect(service.receivedBy(phone)).toHaveLength(2)
})

test('a payload has at most 3000 bytes, whatever the letters are, and is cut at a whole one', async () => {
  const tablet = service.subscribe()
  await addDevice(creator, tablet)
  const astronauts = '👩🏽‍🚀'.repeat(200)
  const data = { ...milestoneFacts(client, creator, astronauts), items: 1, first: astronauts }
  // The other facts of a round are in no text.
  const event = {
    type: 'milestone.changes-requested',
    data,
  } as unknown as CommissionEvent<'milestone.changes-requested'>
  await appendSampleEvent(app, client, event)
  await app.runUntilIdle()
  await graceOver()
  const [push] = service.receivedBy(tablet)
  expect(Buffer.byteLength(JSON.stringify(push?.payload))).toBeLessThanOrEqual(maxPushPayloadBytes)
  expect(push?.payload.title).toMatch(/^Clio Client requested a change to “(👩🏽‍🚀)+…$/u)
  expect(push?.payload.body).toMatch(/^“(👩🏽‍🚀)+…$/u)
  expect(push?.payload.path).toContain(milestoneId)
})

test('the metrics count what became of each push', async () => {
  const counts = async () => {
    const headers = { authorization: `Bearer ${metricsToken}` }
    const { body } = await app.app.http.inject({ url: '/metrics', headers })
    const lines = body.matchAll(/^veranda_pushes_total\{outcome="(\w+)"\} (\d+)$/gm)
    return Object.fromEntries([...lines].map(([, outcome = '', count]) => [outcome, Number(count)]))
  }
  const { accepted = 0, gone = 0, busy = 0, refused = 0 } = await counts()
  service.replies.push({ status: 201 }, { status: 429, headers: { 'retry-after': '3600' } }, { status: 400 })
  for (const name of ['Accepted', 'Busy', 'Refused']) await pushNow(name)
  service.replies.push({ status: 410 })
  await pushNow('Gone')
  expect(await counts()).toMatchObject({ accepted: accepted + 1, busy: busy + 1, refused: refused + 1, gone: gone + 1 })
})

test('no job has a text, an address or a key', async () => {
  await pushNow('Secret atrium')
  const { rows } = await sql<{ data: string }>`
    select data::text as data from pgboss.job where name = 'notifications.push'`.execute(app.deps.db)
  expect(rows.length).toBeGreaterThan(0)
  const all = rows.map(({ data }) => data).join('\n')
  for (const secret of ['Secret atrium', phone.endpoint, phone.keys.auth]) expect(all).not.toContain(secret)
})
