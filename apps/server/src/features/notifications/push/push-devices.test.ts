import { readConfig } from '@veranda/contract/config/routes.ts'
import { logout } from '@veranda/contract/accounts/sessions/routes.ts'
import * as routes from '@veranda/contract/notifications/routes.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildApp } from '../../../app.ts'
import { makeTestSubscription, type TestSubscription } from '../../../gateways/push/testing/test-push-service.ts'
import { testApp, type TestApp, type TestUser } from '../../../testing/test-app.ts'
import { accountsFeature } from '../../accounts/feature.ts'
import { openTestSession } from '../../accounts/testing/open-test-session.ts'
import { notificationsFeature } from '../feature.ts'

let app: TestApp
let ann: TestUser
beforeAll(async () => {
  app = await testApp({ features: [accountsFeature, notificationsFeature] })
})
afterAll(() => app.close())
beforeEach(async () => {
  ann = await app.createUser('Ann Archer')
})

let made = 0
const subscribe = () => makeTestSubscription(`https://fcm.googleapis.com/fcm/send/${(made += 1)}`)
const add = (who: TestUser, { endpoint, keys }: Pick<TestSubscription, 'endpoint' | 'keys'>) =>
  app.injectAs(who, routes.addPushDevice, { body: { endpoint, keys } })
const list = async (who: TestUser) => (await app.injectAs(who, routes.listPushDevices)).reply.items
/** Opens another session of a user, as on another device. */
const onAnotherDevice = async (who: TestUser): Promise<TestUser> => ({
  ...who,
  ...(await openTestSession(app.deps, who.id)),
})

test('a user sees the devices of all their sessions, which of them this one is, and never an address or a key', async () => {
  const phone = await onAnotherDevice(ann)
  expect((await add(ann, subscribe())).reply).toMatchObject({ current: true, lastAcceptedAt: null })
  await add(phone, subscribe())
  const devices = await list(phone)
  expect([devices.length, devices.filter(({ current }) => current).length]).toEqual([2, 1])
  expect(Object.keys(devices[0] ?? {}).toSorted()).toEqual([
    'createdAt',
    'current',
    'id',
    'lastAcceptedAt',
    'userAgent',
  ])
  expect(await list(await app.createUser())).toEqual([])
})

test('the same subscription again changes nothing, and a new one of the session replaces it', async () => {
  const first = subscribe()
  const { reply: added } = await add(ann, first)
  expect((await add(ann, first)).reply).toEqual(added)
  await add(ann, subscribe())
  const devices = await list(ann)
  expect(devices).toHaveLength(1)
  expect(devices[0]?.id).not.toBe(added.id)
})

test('a browser that someone else uses now belongs to them alone', async () => {
  const shared = subscribe()
  await add(ann, shared)
  const bo = await app.createUser('Bo Brook')
  await add(bo, shared)
  expect([await list(ann), (await list(bo)).length]).toEqual([[], 1])
})

test('a device is removed by its user only', async () => {
  const { id } = (await add(ann, subscribe())).reply
  const bo = await app.createUser('Bo Brook')
  const refused = await app.injectAs(bo, routes.removePushDevice, { params: { id } })
  expect([refused.status, refused.problem.code]).toEqual([404, 'push-device.not-found'])
  await app.injectAs(ann, routes.removePushDevice, { params: { id } })
  expect(await list(ann)).toEqual([])
})

test('signing out and the end of a session forget the device of that session and no other', async () => {
  const phone = await onAnotherDevice(ann)
  await add(ann, subscribe())
  await add(phone, subscribe())
  await app.injectAs(ann, logout, { body: {} })
  expect(await list(phone)).toMatchObject([{ current: true }])
  const rows = () => app.deps.db.selectFrom('push_subscriptions').where('user_id', '=', ann.id).select('id').execute()
  expect(await rows()).toHaveLength(1)
  // A session that nobody ended, but that is over.
  const { session_id: sessionId } = await app.deps.db
    .selectFrom('push_subscriptions')
    .where('user_id', '=', ann.id)
    .select('session_id')
    .executeTakeFirstOrThrow()
  const watcher = await onAnotherDevice(ann)
  const past = { expires_at: new Date(Date.now() - 1) }
  await app.deps.db.updateTable('sessions').set(past).where('id', '=', sessionId).execute()
  expect(await list(watcher)).toEqual([])
})

test.each([
  'https://veranda.example/push/1',
  'http://169.254.169.254/latest/meta-data',
  'https://fcm.googleapis.com@evil.example/1',
])('%s is no push service, and is refused before anything is stored', async (endpoint) => {
  const refused = await add(ann, { ...subscribe(), endpoint })
  expect([refused.status, refused.problem.field]).toEqual([422, 'endpoint'])
  expect(await list(ann)).toEqual([])
})

test('keys that are none are refused', async () => {
  const { endpoint, keys } = subscribe()
  const refused = await add(ann, { endpoint, keys: { ...keys, auth: 'short' } })
  expect([refused.status, refused.problem.field]).toEqual([422, 'keys.auth'])
})

test('a user has at most 20 devices, of which the present one can always be renewed', async () => {
  await add(ann, subscribe())
  for (let count = 1; count < 20; count += 1) await add(await onAnotherDevice(ann), subscribe())
  const refused = await add(await onAnotherDevice(ann), subscribe())
  expect([refused.status, refused.problem.code]).toEqual([409, 'push-device.too-many'])
  expect((await add(ann, subscribe())).status).toBe(200)
})

test('the public key stays the same after a restart, whose network decides whether services on this machine count', async () => {
  const key = (await app.injectAs(null, readConfig)).reply.pushKey
  expect(key).toMatch(/^B[\w-]{86}$/)
  const { env, log } = app.deps
  const restarted = await buildApp({
    env: { ...env, vapidKeys: undefined, loopbackPush: false },
    log,
    databaseUrl: app.app.databaseUrl,
    features: [accountsFeature, notificationsFeature],
    background: false,
  })
  try {
    expect((await restarted.http.inject('/api/config')).json()).toMatchObject({ pushKey: key })
    const body = { endpoint: 'http://127.0.0.1:9/push/1', keys: subscribe().keys }
    expect((await app.injectAs(ann, routes.addPushDevice, { body })).status).toBe(200)
    const refused = await restarted.http.inject({
      method: 'PUT',
      url: '/api/notifications/push-devices',
      headers: { authorization: `Bearer ${ann.token}`, cookie: ann.cookie },
      payload: body,
    })
    expect([refused.statusCode, refused.json()]).toMatchObject([422, { code: 'push-device.unknown-service' }])
  } finally {
    await restarted.stop()
  }
})

test('where push is switched off there is no key and no list, and nothing is added', async () => {
  const off = await testApp({ features: [accountsFeature, notificationsFeature], env: { PUSH: 'off' } })
  try {
    const user = await off.createUser()
    expect((await off.injectAs(null, readConfig)).reply.pushKey).toBeNull()
    const settings = await off.deps.db.selectFrom('settings').select('key').execute()
    expect(settings.map(({ key }) => key)).not.toContain('push.vapid-keys')
    const { endpoint, keys } = subscribe()
    for (const refused of [
      await off.injectAs(user, routes.listPushDevices),
      await off.injectAs(user, routes.addPushDevice, { body: { endpoint, keys } }),
      await off.injectAs(user, routes.removePushDevice, { params: { id: user.id } }),
    ])
      expect([refused.status, refused.problem.code]).toEqual([404, 'request.unknown-route'])
  } finally {
    await off.close()
  }
})
