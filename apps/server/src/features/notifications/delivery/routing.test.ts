import { type NotificationList, type PreferencesBody } from '@veranda/contract/notifications/schemas.ts'
import * as routes from '@veranda/contract/notifications/routes.ts'
import { day, fromIso, hour, instant, minute } from '@veranda/core/time/instant.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Mail } from '../../../gateways/mail/mail-gateway.ts'
import { readStream } from '../../../platform/events/streams.ts'
import { testApp, type TestUser, type TestApp } from '../../../testing/test-app.ts'
import { notificationsFeature } from '../feature.ts'
import {
  appendSampleEvent,
  milestoneFacts,
  milestoneId,
  milestoneStarted,
  milestoneSubmitted,
} from '../testing/sample-events.ts'

let app: TestApp
let client: TestUser
let creator: TestUser
let mails: Mail[] = []

beforeAll(async () => {
  const send = async (mail: Mail) => void mails.push(mail)
  app = await testApp({
    features: [notificationsFeature],
    gateways: { mail: { send } },
    startAt: instant(Date.now() + 30 * day),
  })
})
afterAll(() => app.close())
beforeEach(async () => {
  client = await app.createUser('Clio Client', { timeZone: 'Europe/Berlin' })
  creator = await app.createUser('Cora Creator', { role: 'creator' })
  await app.runUntilIdle()
  mails = []
})

const changePreferencesOf = async (who: TestUser, body: PreferencesBody) =>
  expect((await app.injectAs(who, routes.changePreferences, { body })).status).toBe(200)

type DecisionsByChannel = Record<string, { decision: string; at: string | null; reasons: string[] }>
/** Returns the user's only notification with its decisions by channel. */
async function onlyNotification(
  who: TestUser,
): Promise<{ item: NotificationList['items'][number]; decisions: DecisionsByChannel; unread: number }> {
  const { items, unread } = (await app.injectAs(who, routes.listNotifications)).reply
  expect(items).toHaveLength(1)
  const [item] = items
  if (!item) throw new Error('no notification was created')
  const { channels } = (await app.injectAs(who, routes.explainNotification, { params: { id: item._id } })).reply
  return {
    item,
    unread,
    decisions: Object.fromEntries(channels.map(({ channel, ...decision }) => [channel, decision])),
  }
}

async function notifySubmitted(): Promise<void> {
  await appendSampleEvent(app, creator, milestoneSubmitted(client, creator))
  await app.runUntilIdle()
}

async function toastFlags(who: TestUser): Promise<unknown[]> {
  const stream = await readStream(app.deps.db, { kind: 'user', id: who.id })
  return stream
    .filter(({ name }) => name === 'milestone_update')
    .map(({ payload }) => (payload['data'] as { toast: boolean }).toast)
}

const mailsTo = (who: TestUser) => mails.filter(({ to }) => to === who.email)

/** Advances the clock to the next time it is that hour in Berlin. */
async function advanceToHour(berlinHour: number): Promise<void> {
  const now = Temporal.Instant.fromEpochMilliseconds(app.deps.clock.now()).toZonedDateTimeISO('Europe/Berlin')
  let then = now.with({ hour: berlinHour, minute: 0, second: 0, millisecond: 0 })
  if (Temporal.ZonedDateTime.compare(then, now) <= 0) then = then.add({ days: 1 })
  await app.advance(then.epochMilliseconds - now.epochMilliseconds)
  mails = []
}

test('by default a high-priority notification goes to every channel that exists, with the reasons', async () => {
  await notifySubmitted()
  const { decisions } = await onlyNotification(client)
  expect(decisions).toEqual({
    record: { decision: 'send', at: null, reasons: ['always-kept'] },
    toast: { decision: 'send', at: null, reasons: ['allowed'] },
    email: { decision: 'send', at: null, reasons: ['allowed'] },
    push: { decision: 'send', at: null, reasons: ['allowed'] },
  })
  expect(mailsTo(client)).toMatchObject([{ subject: '“Atrium model” is ready for your review' }])
  expect(mailsTo(client)[0]?.text).toContain(`?milestone=${milestoneId}`)
})

test.each<[string, PreferencesBody, Partial<Record<'toast' | 'email', string>>, boolean]>([
  ['a channel', { email: false }, { email: 'channel-off' }, true],
  ['a type', { types: { milestone: false } }, { toast: 'type-off', email: 'type-off' }, false],
  ['a type on a channel', { typeChannels: { milestone: { inApp: false } } }, { toast: 'type-channel-off' }, false],
  ['a flag', { milestoneAlerts: false }, { toast: 'flag-off' }, false],
  ['the groups', { groups: { all: false } }, { toast: 'groups-off', email: 'groups-off' }, false],
  ['a group type', { groupTypes: { updates: false } }, { toast: 'group-type-off', email: 'group-type-off' }, false],
  ['a cadence', { deliveryFrequency: { email: 'never' } }, { email: 'cadence-never' }, true],
])(
  'switching off %s keeps the row, silences the channels it covers and gives the reason',
  async (_, change, silenced, toast) => {
    await changePreferencesOf(client, change)
    await notifySubmitted()
    const { decisions, unread } = await onlyNotification(client)
    expect(unread).toBe(1)
    for (const [channel, reason] of Object.entries(silenced)) {
      expect(decisions[channel]).toEqual({ decision: 'suppress', at: null, reasons: [reason] })
    }
    expect(mailsTo(client)).toHaveLength(silenced.email ? 0 : 1)
    expect(await toastFlags(client)).toEqual([toast])
  },
)

test('notifications below the threshold wait for the digest at 08:00 in the user’s zone, in one mail', async () => {
  await advanceToHour(10)
  await appendSampleEvent(app, creator, milestoneStarted(client, creator, 'First'))
  await appendSampleEvent(app, creator, milestoneStarted(client, creator, 'Second'))
  await appendSampleEvent(app, creator, milestoneStarted(client, creator, 'Third'))
  await app.runUntilIdle()
  const { items } = (await app.injectAs(client, routes.listNotifications)).reply
  const third = items.find(({ title }) => title.includes('Third'))
  await app.injectAs(client, routes.markRead, { params: { id: third?._id ?? '' } })
  await app.advance(21 * hour)
  expect(mailsTo(client)).toEqual([])
  await app.advance(2 * hour)
  expect(mailsTo(client)).toMatchObject([{ subject: 'You have 2 notifications' }])
  expect(mailsTo(client)[0]?.text).toMatch(/First[^]*Second/)
  expect(mailsTo(client)[0]?.text).not.toContain('Third')
  await app.advance(2 * day)
  expect(mailsTo(client)).toHaveLength(1)
})

test('an empty digest is not sent', async () => {
  await advanceToHour(10)
  await appendSampleEvent(app, creator, milestoneStarted(client, creator))
  await app.runUntilIdle()
  await app.injectAs(client, routes.markAllRead)
  await app.advance(2 * day)
  expect(mailsTo(client)).toEqual([])
})

test('quiet hours defer mail and suppress toasts until they end, and what was read by then is not mailed', async () => {
  await changePreferencesOf(client, { quietHours: { enabled: true, start: '22:00', end: '08:00' } })
  await advanceToHour(23)
  await appendSampleEvent(app, creator, milestoneSubmitted(client, creator, 'Ready'))
  await appendSampleEvent(app, creator, milestoneSubmitted(client, creator, 'Read meanwhile'))
  await app.runUntilIdle()
  expect(mailsTo(client)).toEqual([])
  expect(await toastFlags(client)).toEqual([false, false])
  const { items } = (await app.injectAs(client, routes.listNotifications)).reply
  const why = await app.injectAs(client, routes.explainNotification, { params: { id: items[0]?._id ?? '' } })
  const mail = why.reply.channels.find(({ channel }) => channel === 'email')
  expect(mail).toMatchObject({ decision: 'defer', reasons: ['quiet-hours'] })
  const toast = why.reply.channels.find(({ channel }) => channel === 'toast')
  expect(toast).toMatchObject({ decision: 'suppress', at: null, reasons: ['quiet-hours', 'kept-in-list'] })
  const until = Temporal.Instant.fromEpochMilliseconds(fromIso(mail?.at ?? '') ?? 0).toZonedDateTimeISO('Europe/Berlin')
  expect([until.hour, until.minute]).toEqual([8, 0])
  const read = items.find(({ title }) => title.includes('Read'))
  await app.injectAs(client, routes.markRead, { params: { id: read?._id ?? '' } })
  await app.advance(10 * hour)
  expect(mailsTo(client)).toMatchObject([{ subject: '“Ready” is ready for your review' }])
})

test('a failed payment is mailed although mail, type and hours are off, even if already read', async () => {
  await changePreferencesOf(client, { email: false, types: { payment: false }, quietHours: { enabled: true } })
  await advanceToHour(23)
  const data = { ...milestoneFacts(client, creator), chargeId: milestoneId, charged: 126_000, reason: 'declined' }
  // No row exists for this charge.
  await appendSampleEvent(app, null, { type: 'milestone.funding-failed', data } as unknown as Parameters<
    typeof appendSampleEvent
  >[2])
  await app.app.outboxRelay.runOnce()
  const { decisions, item } = await onlyNotification(client)
  await app.injectAs(client, routes.markRead, { params: { id: item._id } })
  expect(decisions['email']).toEqual({ decision: 'send', at: null, reasons: ['mandatory'] })
  expect(decisions['toast']).toMatchObject({ decision: 'suppress' })
  await app.runUntilIdle()
  expect(mailsTo(client)).toMatchObject([{ subject: 'The payment for “Atrium model” didn’t go through' }])
  // The failed card is the payer's matter only.
  expect(mailsTo(creator)).toEqual([])
  expect((await app.injectAs(creator, routes.listNotifications, {})).reply.items).toEqual([])
})

test('a security event notifies the user who caused it', async () => {
  await appendSampleEvent(app, client, {
    type: 'account.password-changed',
    data: { userId: client.id, endedSessions: 2 },
  })
  await app.runUntilIdle()
  const { item, decisions } = await onlyNotification(client)
  expect(item).toMatchObject({ type: 'system', priority: 'high', sender: null, title: 'Your password was changed' })
  expect(decisions['email']?.reasons).toEqual(['mandatory'])
  expect(mailsTo(client)).toHaveLength(1)
})

test('preferences are returned in both forms, changed in either, and refused with the invalid field', async () => {
  const read = async () => (await app.injectAs(client, routes.readPreferences)).reply
  expect(await read()).toMatchObject({
    email: true,
    channels: { email: true, push: true, inApp: true },
    promotionalContent: false,
    priorityThresholds: { email: 'high', push: 'medium', inApp: 'low' },
    quietHours: { enabled: false, start: '22:00', end: '08:00', timeZone: 'Europe/Berlin' },
  })
  await changePreferencesOf(client, { push: false })
  await changePreferencesOf(client, { channels: { email: false }, quietHours: { start: '23:00' } })
  const changed = await read()
  expect(changed).toMatchObject({
    push: false,
    channels: { email: false, push: false, inApp: true },
    quietHours: { start: '23:00', end: '08:00' },
  })
  // What was read can be written back.
  await changePreferencesOf(client, changed)
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

test('two concurrent changes of preferences are both kept', async () => {
  await Promise.all([
    changePreferencesOf(client, { push: false }),
    changePreferencesOf(client, { email: false }),
    changePreferencesOf(client, { inApp: false }),
  ])
  const { channels } = (await app.injectAs(client, routes.readPreferences)).reply
  expect(channels).toEqual({ email: false, push: false, inApp: false })
  await app.advance(minute)
})
