import { listDevices, renewToken } from '@veranda/contract/accounts/sessions/routes.ts'
import { readAccount } from '@veranda/contract/accounts/settings/routes.ts'
import { sessionAbsoluteLimitMs, sessionIdleLimitMs } from '@veranda/core/accounts/sessions/session-limits.ts'
import { day, hour, minute } from '@veranda/core/time/instant.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { scheduleNightly } from '../../../platform/timers/nightly-timer.ts'
import { deleteEndedSessions } from './delete-ended-sessions.ts'
import { testApp, type TestApp, type TestUser } from '../../../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

/** Makes the session of a user one that was last used some time ago, and the server read it again. */
async function lastUsedAgo(user: TestUser, ms: number): Promise<void> {
  const usedAt = Date.now() - ms
  await app.deps.db
    .updateTable('sessions')
    .set({ expires_at: new Date(usedAt + sessionIdleLimitMs), updated_at: new Date(usedAt) })
    .where('user_id', '=', user.id)
    .execute()
  app.deps.commitSignals.publish({ resync: true })
}
const readDevice = async (user: TestUser) => {
  const [device] = (await app.injectAs(user, listDevices)).reply.items
  if (!device) throw new Error('no device is listed')
  return { usedAgoMs: Date.now() - Date.parse(device.lastSeenAt), endsInMs: Date.parse(device.endsAt) - Date.now() }
}

test('the list of devices says when each was last used, at most ten minutes late', async () => {
  const user = await app.createUser('Uma Used')
  await lastUsedAgo(user, 11 * minute)
  expect((await readDevice(user)).usedAgoMs).toBeLessThan(minute)
  await lastUsedAgo(user, 9 * minute)
  expect((await readDevice(user)).usedAgoMs).toBeGreaterThanOrEqual(9 * minute)
})

test('seven days count from the last use of any kind, and a session that was not used for them has ended', async () => {
  const user = await app.createUser('Ida Idle')
  await lastUsedAgo(user, sessionIdleLimitMs - minute)
  expect((await app.injectAs(user, readAccount)).status).toBe(200)
  expect((await readDevice(user)).endsInMs).toBeGreaterThan(sessionIdleLimitMs - minute)
  await lastUsedAgo(user, sessionIdleLimitMs + minute)
  expect((await app.injectAs(user, readAccount)).status).toBe(401)
})

test('the cookie is sent again once a day and outlives the idle limit until then', async () => {
  const user = await app.createUser('Cora Cookie')
  const renew = () => app.injectAs(user, renewToken)
  expect((await renew()).headers['set-cookie']).toBeUndefined()
  await lastUsedAgo(user, day + minute)
  const maxAge = (sessionIdleLimitMs + day) / 1_000
  expect(String((await renew()).headers['set-cookie'])).toContain(`Max-Age=${maxAge};`)
  expect((await renew()).headers['set-cookie']).toBeUndefined()
})

test('every night the sessions that reached a limit go with their network address, and so do old pairings', async () => {
  const [idle, old, active] = [
    await app.createUser('Ivo Idle'),
    await app.createUser('Olaf Old'),
    await app.createUser('Ada Active'),
  ]
  await lastUsedAgo(idle, sessionIdleLimitMs + minute)
  await lastUsedAgo(active, sessionIdleLimitMs - minute)
  await app.deps.db
    .updateTable('sessions')
    .set({ authenticated_at: new Date(Date.now() - sessionAbsoluteLimitMs - minute) })
    .where('user_id', '=', old.id)
    .execute()
  const tomorrow = app.clock.now() + day
  const pairing = (expiredAgoMs: number, code: string) => ({
    id: app.deps.ids.next(),
    code_hash: code,
    cookie_hash: code,
    match: '12',
    user_agent: 'Quest',
    ip_address: '192.0.2.1',
    created_at: new Date(tomorrow - expiredAgoMs - 10 * minute),
    expires_at: new Date(tomorrow - expiredAgoMs),
  })
  await app.deps.db
    .insertInto('pairings')
    .values([pairing(26 * hour, 'a'.repeat(64)), pairing(-minute, 'b'.repeat(64))])
    .execute()
  await scheduleNightly(app.deps, [deleteEndedSessions])
  // Of the product's clock, by which the night comes; sessions end by the machine's.
  await app.advance(day)

  const users = [idle, old, active].map(({ id }) => id)
  const sessions = await app.deps.db.selectFrom('sessions').select('user_id').where('user_id', 'in', users).execute()
  expect(sessions.map((row) => row.user_id)).toEqual([active.id])
  const pairings = await app.deps.db.selectFrom('pairings').select('code_hash').execute()
  expect(pairings.map((row) => row.code_hash)).toEqual(['b'.repeat(64)])
})
