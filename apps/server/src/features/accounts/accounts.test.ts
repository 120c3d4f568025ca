import { readAccount, changeAccount } from '@veranda/contract/accounts/settings/routes.ts'
import { login } from '@veranda/contract/accounts/sign-in/routes.ts'
import { logout, readSession, renewToken, listDevices } from '@veranda/contract/accounts/sessions/routes.ts'
import { changePassword } from '@veranda/contract/accounts/passwords/routes.ts'
import { moveClock } from '@veranda/contract/sandbox/routes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { userOf, testApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const password = 'purple-otter-canoe'

function sidOf(token: string): string {
  const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  return typeof claims === 'object' && claims !== null && 'sid' in claims ? String(claims.sid) : ''
}

test('a token is rejected without the session cookie it was issued for', async () => {
  const one = await app.createUser('One')
  const two = await app.createUser('Two')
  expect((await app.injectAs({ ...one, cookie: '' }, readAccount)).status).toBe(401)
  expect((await app.injectAs({ ...one, cookie: two.cookie }, readAccount)).status).toBe(401)
  expect((await app.injectAs(one, readAccount)).status).toBe(200)
})

test('an unknown address and a wrong password get the same response', async () => {
  await app.createUser('Mira Okafor', { email: 'known@example.com', password })
  const wrong = await app.injectAs(null, login, {
    body: { email: 'known@example.com', password: 'not this one' },
  })
  const unknown = await app.injectAs(null, login, {
    body: { email: 'nobody@example.com', password: 'not this one' },
  })
  expect(wrong.status).toBe(401)
  expect({ ...unknown.problem, requestId: '' }).toEqual({ ...wrong.problem, requestId: '' })
  expect(wrong.problem.detail).toBe('Invalid credentials')
  const right = await app.injectAs(null, login, {
    body: { email: 'KNOWN@example.com', password },
  })
  expect(right.status).toBe(200)
})

test('signing out invalidates the token at once', async () => {
  const user = await app.createUser()
  const out = await app.injectAs(user, logout)
  expect(out.reply).toEqual({ done: true })
  expect(String(out.headers['set-cookie'])).toContain('Max-Age=0')
  expect((await app.injectAs(user, readAccount)).status).toBe(401)
  expect((await app.injectAs(user, readSession)).status).toBe(401)
})

test('a sign-out that names its session ends it, and leaves any other session and its cookie alone', async () => {
  const { email } = await app.createUser('Mira Okafor', { email: 'again@example.com', password })
  const signIn = async () => userOf(await app.injectAs(null, login, { body: { email, password } }))
  const [left, later] = [await signIn(), await signIn()]
  const body = { sid: sidOf(left.token) }
  const early = await app.injectAs(later, logout, { body })
  expect([early.status, early.headers['set-cookie']]).toEqual([200, undefined])
  expect((await app.injectAs(left, readAccount)).status).toBe(200)
  const own = await app.injectAs(left, logout, { body })
  expect(String(own.headers['set-cookie'])).toContain('Max-Age=0')
  expect((await app.injectAs(left, readAccount)).status).toBe(401)
  // The cookie is that of no session now; the reply may arrive after a sign-in.
  const late = await app.injectAs(left, logout, { body })
  expect([late.status, late.headers['set-cookie']]).toEqual([200, undefined])
  expect((await app.injectAs(later, readAccount)).status).toBe(200)
})

test('signing out makes the browser forget what it cached, and keeps the settings that it stored', async () => {
  const user = await app.createUser()
  const out = await app.injectAs(user, logout)
  expect(out.headers['clear-site-data']).toBe('"cache"')
})

test('the session cookie alone renews the access token', async () => {
  const user = await app.createUser()
  const token = await app.injectAs({ ...user, token: 'gone.by.now' }, renewToken)
  const renewed = { ...user, token: token.reply.token }
  expect((await app.injectAs(renewed, readAccount)).reply.id).toBe(user.id)
  expect((await app.injectAs(user, readSession)).reply.user.id).toBe(user.id)
})

test('unknown fields are refused on writes', async () => {
  const user = await app.createUser()
  // The contract's type forbids this field, so the body is cast.
  const body = { name: 'New Name', admin: true } as { name: string }
  const response = await app.injectAs(user, changeAccount, { body })
  expect(response.problem).toMatchObject({ status: 422, code: 'request.invalid', field: 'admin' })
})

test('changing the password ends every other session', async () => {
  const first = await app.createUser('Mira Okafor', { email: 'pw@example.com', password })
  const signedIn = await app.injectAs(null, login, { body: { email: 'pw@example.com', password } })
  const second = userOf(signedIn)
  expect((await app.injectAs(second, listDevices)).reply.items).toHaveLength(2)
  const body = { current: password, next: 'green-heron-lantern' }
  expect((await app.injectAs(second, changePassword, { body })).status).toBe(200)
  expect((await app.injectAs(first, readAccount)).status).toBe(401)
  expect((await app.injectAs(second, readAccount)).status).toBe(200)
})

test('the sandbox clock moves forward and never back', async () => {
  const before = (await app.injectAs(null, moveClock, { body: { advanceMs: 0 } })).reply
  const moved = await app.injectAs(null, moveClock, { body: { advanceMs: 3_600_000 } })
  expect(Date.parse(moved.reply.now) - Date.parse(before.now)).toBeGreaterThanOrEqual(3_600_000)
  const back = await app.injectAs(null, moveClock, { body: { to: before.now } })
  expect(back.problem).toMatchObject({ status: 409, code: 'sandbox.clock-backwards' })
})
