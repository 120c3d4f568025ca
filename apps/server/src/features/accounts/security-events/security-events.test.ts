import { endOtherDevices, listDevices } from '@veranda/contract/accounts/sessions/routes.ts'
import { listSecurityEvents } from '@veranda/contract/accounts/security-events/routes.ts'
import { login } from '@veranda/contract/accounts/sign-in/routes.ts'
import { sessionAbsoluteLimitMs } from '@veranda/core/accounts/sessions/session-limits.ts'
import { after, instant } from '@veranda/core/time/instant.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, userOf, type TestApp, type TestUser } from '../../../testing/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

const password = 'a long walk by the sea'
const signIn = async ({ email }: TestUser) => userOf(await t.injectAs(null, login, { body: { email, password } }))

test('users see what happened to their account, newest first and page by page, and nothing of others', async () => {
  const [ines, other] = [await t.createUser('Ines', { password }), await t.createUser('Omar', { password })]
  await signIn(other)
  const laptop = await signIn(ines)
  for (let i = 0; i < 3; i += 1) {
    await t.injectAs(null, login, { body: { email: ines.email, password: 'not her password' } })
  }
  await t.deps.failureLog.flush()
  await t.advance(1_000)
  await t.injectAs(laptop, endOtherDevices)
  const { reply } = await t.injectAs(laptop, listSecurityEvents, { query: {} })
  expect(reply.items.map(({ type, count }) => [type, count])).toEqual([
    ['account.session-ended', 1],
    ['account.sign-in-failed', 3],
    ['account.signed-in', 1],
  ])
  expect(reply.next).toBeNull()
  for (let i = 0; i < 20; i += 1) await signIn(ines)
  const first = (await t.injectAs(laptop, listSecurityEvents, { query: {} })).reply
  expect(first.items).toHaveLength(20)
  const rest = (await t.injectAs(laptop, listSecurityEvents, { query: { cursor: first.next ?? '' } })).reply
  expect(rest.items.map(({ type }) => type)).toEqual([
    'account.session-ended',
    'account.sign-in-failed',
    'account.signed-in',
  ])
  const refused = await t.injectAs(laptop, listSecurityEvents, { query: { cursor: 'nonsense' } })
  expect(refused.problem).toMatchObject({ status: 422, code: 'list.cursor-unreadable' })
})

test('all other devices are signed out at once, and the caller’s and those of others stay', async () => {
  const [ines, other] = [await t.createUser('Ines', { password }), await t.createUser('Omar')]
  const [phone, tablet] = [await signIn(ines), await signIn(ines)]
  expect((await t.injectAs(phone, listDevices)).reply.items).toHaveLength(3)
  await t.injectAs(phone, endOtherDevices)
  expect((await t.injectAs(phone, listDevices)).reply.items.map(({ current }) => current)).toEqual([true])
  for (const ended of [ines, tablet]) expect((await t.injectAs(ended, listDevices)).status).toBe(401)
  expect((await t.injectAs(other, listDevices)).status).toBe(200)
})

test('a device ends after its idle limit, at the latest 30 days after the sign-in, and then is no longer listed', async () => {
  const ines = await t.createUser('Ines', { password })
  const phone = await signIn(ines)
  const beginAt = (id: string, at: number) =>
    t.deps.db
      .updateTable('sessions')
      .set({ authenticated_at: new Date(at) })
      .where('id', '=', id)
      .execute()
  const [tablet] = (await t.injectAs(phone, listDevices)).reply.items.filter(({ current }) => !current)
  const id = tablet?.id ?? ''
  const now = instant(Date.now())
  const startedAt = after(now, 60_000 - sessionAbsoluteLimitMs)
  await beginAt(id, startedAt)
  const listed = (await t.injectAs(phone, listDevices)).reply.items.find((device) => device.id === id)
  expect(Date.parse(listed?.endsAt ?? '')).toBe(now + 60_000)
  await beginAt(id, startedAt - 60_000)
  expect((await t.injectAs(phone, listDevices)).reply.items.map(({ current }) => current)).toEqual([true])
})
