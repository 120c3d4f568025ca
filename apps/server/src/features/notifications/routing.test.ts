import { type NotificationList, type PreferencesBody } from '@veranda/contract/notifications/schemas.ts'
import * as routes from '@veranda/contract/notifications/routes.ts'
import { day, fromIso, hour, instant, minute } from '@veranda/core/time/instant.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Mail } from '../../gateways/mail/mail.ts'
import { readStream } from '../../log/stream.ts'
import { testApp, type Person, type TestApp } from '../../testing/test-app.ts'
import { notificationsFeature } from './feature.ts'
import { happens, milestoneFacts, milestoneId, started, submitted } from './testing/happenings.ts'

let app: TestApp
let client: Person
let creator: Person
let mails: Mail[] = []

beforeAll(async () => {
  const send = async (mail: Mail) => void mails.push(mail)
  app = await testApp({
    features: [notificationsFeature],
    gateways: { mail: { send } },
    at: instant(Date.now() + 30 * day),
  })
})
afterAll(() => app.close())
beforeEach(async () => {
  client = await app.person('Clio Client', { timeZone: 'Europe/Berlin' })
  creator = await app.person('Cora Creator', { role: 'creator' })
  await app.settle()
  mails = []
})

const prefer = async (who: Person, body: PreferencesBody) =>
  expect((await app.injectAs(who, routes.changePreferences, { body })).status).toBe(200)

type Lines = Record<string, { decision: string; at: string | null; reasons: string[] }>
/** The only notification of somebody with its decisions by channel. */
async function only(who: Person): Promise<{ item: NotificationList['items'][number]; lines: Lines; unread: number }> {
  const { items, unread } = (await app.injectAs(who, routes.listNotifications)).reply
  expect(items).toHaveLength(1)
  const [item] = items
  if (!item) throw new Error('nothing was told')
  const { channels } = (await app.injectAs(who, routes.whyNotified, { params: { id: item._id } })).reply
  return { item, unread, lines: Object.fromEntries(channels.map(({ channel, ...line }) => [channel, line])) }
}

async function tellSubmitted(): Promise<void> {
  await happens(app, creator, submitted(client, creator))
  await app.settle()
}

async function toasted(who: Person): Promise<unknown[]> {
  const log = await readStream(app.deps.db, { kind: 'person', id: who.id })
  return log
    .filter(({ name }) => name === 'milestone_update')
    .map(({ payload }) => (payload['data'] as { toast: boolean }).toast)
}

const mailsTo = (who: Person) => mails.filter(({ to }) => to === who.email)

/** Moves the clock to the next time the wall clock in Berlin shows that hour. */
async function goTo(hourThere: number): Promise<void> {
  const now = Temporal.Instant.fromEpochMilliseconds(app.deps.clock.now()).toZonedDateTimeISO('Europe/Berlin')
  let then = now.with({ hour: hourThere, minute: 0, second: 0, millisecond: 0 })
  if (Temporal.ZonedDateTime.compare(then, now) <= 0) then = then.add({ days: 1 })
  await app.advance(then.epochMilliseconds - now.epochMilliseconds)
  mails = []
}

test('by default all channels are told of something pressing, with their reasons', async () => {
  await tellSubmitted()
  const { lines } = await only(client)
  expect(lines).toEqual({
    record: { decision: 'send', at: null, reasons: ['always-kept'] },
    toast: { decision: 'send', at: null, reasons: ['allowed'] },
    push: { decision: 'send', at: null, reasons: ['allowed'] },
    email: { decision: 'send', at: null, reasons: ['allowed'] },
  })
  expect(mailsTo(client)).toMatchObject([{ subject: '“Atrium model” is ready for your review' }])
  expect(mailsTo(client)[0]?.text).toContain(`?milestone=${milestoneId}`)
})

test.each<[string, PreferencesBody, Partial<Record<'toast' | 'push' | 'email', string>>, boolean]>([
  ['a channel', { email: false }, { email: 'channel-off' }, true],
  ['a type', { types: { milestone: false } }, { toast: 'type-off', push: 'type-off', email: 'type-off' }, false],
  ['a type on a channel', { typeChannels: { milestone: { inApp: false } } }, { toast: 'type-channel-off' }, false],
  ['a flag', { milestoneAlerts: false }, { toast: 'flag-off', push: 'flag-off' }, false],
  ['the groups', { groups: { all: false } }, { toast: 'groups-off', push: 'groups-off', email: 'groups-off' }, false],
  ['a group type', { groupTypes: { updates: false } }, { toast: 'group-type-off', email: 'group-type-off' }, false],
  ['a cadence', { deliveryFrequency: { email: 'never' } }, { email: 'cadence-never' }, true],
])('%s switched off keeps the row, silences what it names and says so', async (_, change, silenced, toast) => {
  await prefer(client, change)
  await tellSubmitted()
  const { lines, unread } = await only(client)
  expect(unread).toBe(1)
  for (const [channel, reason] of Object.entries(silenced)) {
    expect(lines[channel]).toEqual({ decision: 'suppress', at: null, reasons: [reason] })
  }
  expect(mailsTo(client)).toHaveLength(silenced.email ? 0 : 1)
  expect(await toasted(client)).toEqual([toast])
})

test('what is less pressing than the threshold waits for the digest at 08:00 in the person’s zone, in one mail', async () => {
  await goTo(10)
  await happens(app, creator, started(client, creator, 'First'))
  await happens(app, creator, started(client, creator, 'Second'))
  await happens(app, creator, started(client, creator, 'Third'))
  await app.settle()
  const { items } = (await app.injectAs(client, routes.listNotifications)).reply
  const third = items.find(({ title }) => title.includes('Third'))
  await app.injectAs(client, routes.markRead, { params: { id: third?._id ?? '' } })
  await app.advance(21 * hour)
  expect(mailsTo(client)).toEqual([])
  await app.advance(2 * hour)
  expect(mailsTo(client)).toMatchObject([{ subject: '2 notifications wait for you' }])
  expect(mailsTo(client)[0]?.text).toMatch(/First[^]*Second/)
  expect(mailsTo(client)[0]?.text).not.toContain('Third')
  await app.advance(2 * day)
  expect(mailsTo(client)).toHaveLength(1)
})

test('a digest of nothing is not sent', async () => {
  await goTo(10)
  await happens(app, creator, started(client, creator))
  await app.settle()
  await app.injectAs(client, routes.markAllRead)
  await app.advance(2 * day)
  expect(mailsTo(client)).toEqual([])
})

test('quiet hours hold mail and toast until they end, and what was read by then is not mailed', async () => {
  await prefer(client, { quietHours: { enabled: true, start: '22:00', end: '08:00' } })
  await goTo(23)
  await happens(app, creator, submitted(client, creator, 'Held'))
  await happens(app, creator, submitted(client, creator, 'Read meanwhile'))
  await app.settle()
  expect(mailsTo(client)).toEqual([])
  expect(await toasted(client)).toEqual([false, false])
  const { items } = (await app.injectAs(client, routes.listNotifications)).reply
  const why = await app.injectAs(client, routes.whyNotified, { params: { id: items[0]?._id ?? '' } })
  const mail = why.reply.channels.find(({ channel }) => channel === 'email')
  expect(mail).toMatchObject({ decision: 'defer', reasons: ['quiet-hours'] })
  const until = Temporal.Instant.fromEpochMilliseconds(fromIso(mail?.at ?? '') ?? 0).toZonedDateTimeISO('Europe/Berlin')
  expect([until.hour, until.minute]).toEqual([8, 0])
  const read = items.find(({ title }) => title.includes('Read'))
  await app.injectAs(client, routes.markRead, { params: { id: read?._id ?? '' } })
  await app.advance(10 * hour)
  expect(mailsTo(client)).toMatchObject([{ subject: '“Held” is ready for your review' }])
})

test('a failed payment is mailed though mail, type and hours say no, also when it was read already', async () => {
  await prefer(client, { email: false, types: { payment: false }, quietHours: { enabled: true } })
  await goTo(23)
  const data = { ...milestoneFacts(client, creator), chargeId: milestoneId, charged: 126_000, reason: 'declined' }
  // A charge of no row.
  await happens(app, null, { type: 'milestone.funding-failed', data } as unknown as Parameters<typeof happens>[2])
  await app.app.relay.pass()
  const { lines, item } = await only(client)
  await app.injectAs(client, routes.markRead, { params: { id: item._id } })
  expect(lines['email']).toEqual({ decision: 'send', at: null, reasons: ['mandatory'] })
  expect(lines['toast']).toMatchObject({ decision: 'suppress' })
  await app.settle()
  expect(mailsTo(client)).toMatchObject([{ subject: 'The payment for “Atrium model” did not go through' }])
})

test('security is told to the one whose act it was', async () => {
  await happens(app, client, { type: 'account.password-changed', data: { personId: client.id, endedSessions: 2 } })
  await app.settle()
  const { item, lines } = await only(client)
  expect(item).toMatchObject({ type: 'system', priority: 'high', sender: null, title: 'Your password was changed' })
  expect(lines['email']?.reasons).toEqual(['mandatory'])
  expect(mailsTo(client)).toHaveLength(1)
})

test('preferences are given in both shapes, changed by either, and refused with the field that is wrong', async () => {
  const read = async () => (await app.injectAs(client, routes.readPreferences)).reply
  expect(await read()).toMatchObject({
    email: true,
    channels: { email: true, push: true, inApp: true },
    promotionalContent: false,
    priorityThresholds: { email: 'high', push: 'medium', inApp: 'low' },
    quietHours: { enabled: false, start: '22:00', end: '08:00', timeZone: 'Europe/Berlin' },
  })
  await prefer(client, { push: false })
  await prefer(client, { channels: { email: false }, quietHours: { start: '23:00' } })
  const changed = await read()
  expect(changed).toMatchObject({
    push: false,
    channels: { email: false, push: false, inApp: true },
    quietHours: { start: '23:00', end: '08:00' },
  })
  // What was read can be written back.
  await prefer(client, changed)
  for (const [body, field] of [
    [{ email: true, channels: { email: false } }, 'email'],
    [{ quietHours: { start: '25:00' } }, 'quietHours.start'],
    [{ types: { gossip: true } }, 'types.gossip'],
  ] as const) {
    const refused = await app.injectAs(client, routes.changePreferences, { body })
    expect([refused.status, refused.problem.field]).toEqual([422, field])
  }
  expect(await read()).toEqual(changed)
  expect((await app.injectAs(creator, routes.readPreferences)).reply.push).toBe(true)
})

test('two changes of preferences at once both stand', async () => {
  await Promise.all([
    prefer(client, { push: false }),
    prefer(client, { email: false }),
    prefer(client, { inApp: false }),
  ])
  const { channels } = (await app.injectAs(client, routes.readPreferences)).reply
  expect(channels).toEqual({ email: false, push: false, inApp: false })
  await app.advance(minute)
})
