import { listDevices, renewToken } from '@veranda/contract/accounts/sessions/routes.ts'
import { readAccount } from '@veranda/contract/accounts/settings/routes.ts'
import { sessionIdleLimitMs } from '@veranda/core/accounts/sessions/session-limits.ts'
import { day, minute } from '@veranda/core/time/instant.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
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
