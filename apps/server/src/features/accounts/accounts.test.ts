import { currentTermsVersion } from '@veranda/core/accounts/terms.ts'
import * as routes from '@veranda/contract/accounts/routes.ts'
import { moveClock, readClock } from '@veranda/contract/sandbox/routes.ts'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { userOf, testApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const registration = {
  name: 'Mira Okafor',
  email: 'Mira@Example.com',
  password: 'purple-otter-canoe',
  role: 'client' as const,
  terms: currentTermsVersion,
  timeZone: 'Europe/Berlin',
  language: 'en' as const,
}

test('a user registers, is signed in at once, and reads their account', async () => {
  const response = await app.injectAs(null, routes.registerUser, { body: registration })
  expect(response.status).toBe(201)
  expect(response.reply.user).toMatchObject({
    firstName: 'Mira',
    email: 'mira@example.com',
    role: 'client',
    avatar: null,
  })
  const mira = userOf(response)
  const me = await app.injectAs(mira, routes.readAccount)
  expect(me.reply).toMatchObject({
    timeZone: 'Europe/Berlin',
    language: 'en',
    theme: 'system',
    admin: false,
    isCreator: false,
  })
  const claims = decodeJwt(mira.token)
  expect(claims).toMatchObject({ sub: mira.id, name: 'Mira Okafor', email: 'mira@example.com', role: 'client' })
  expect(claims.exp).toBeGreaterThan(Date.now() / 1_000 + 890)
})

test('of three simultaneous registrations with one address one succeeds and the others get a conflict', async () => {
  const body = { ...registration, email: 'thrice@example.com' }
  const responses = await Promise.all([0, 1, 2].map(() => app.injectAs(null, routes.registerUser, { body })))
  expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409])
  const conflicts = responses.filter(({ status }) => status === 409)
  for (const { problem } of conflicts) expect(problem).toMatchObject({ code: 'account.email-taken', field: 'email' })
})

test('a token is rejected without the session cookie it was issued for', async () => {
  const one = await app.createUser('One')
  const two = await app.createUser('Two')
  expect((await app.injectAs({ ...one, cookie: '' }, routes.readAccount)).status).toBe(401)
  expect((await app.injectAs({ ...one, cookie: two.cookie }, routes.readAccount)).status).toBe(401)
  expect((await app.injectAs(one, routes.readAccount)).status).toBe(200)
})

test('an unknown address and a wrong password get the same response', async () => {
  await app.injectAs(null, routes.registerUser, { body: { ...registration, email: 'known@example.com' } })
  const wrong = await app.injectAs(null, routes.login, {
    body: { email: 'known@example.com', password: 'not this one' },
  })
  const unknown = await app.injectAs(null, routes.login, {
    body: { email: 'nobody@example.com', password: 'not this one' },
  })
  expect(wrong.status).toBe(401)
  expect({ ...unknown.problem, requestId: '' }).toEqual({ ...wrong.problem, requestId: '' })
  expect(wrong.problem.detail).toBe('Invalid credentials')
  const right = await app.injectAs(null, routes.login, {
    body: { email: 'KNOWN@example.com', password: registration.password },
  })
  expect(right.status).toBe(200)
})

test('signing out invalidates the token at once', async () => {
  const user = await app.createUser()
  const out = await app.injectAs(user, routes.logout)
  expect(out.reply).toEqual({ done: true })
  expect(String(out.headers['set-cookie'])).toContain('Max-Age=0')
  expect((await app.injectAs(user, routes.readAccount)).status).toBe(401)
  expect((await app.injectAs(user, routes.readSession)).status).toBe(401)
})

test('signing out makes the browser forget what it cached, and keeps the settings that it stored', async () => {
  const user = await app.createUser()
  const out = await app.injectAs(user, routes.logout)
  expect(out.headers['clear-site-data']).toBe('"cache"')
})

test('the session cookie alone renews the access token', async () => {
  const user = await app.createUser()
  const token = await app.injectAs({ ...user, token: 'gone.by.now' }, routes.renewToken)
  const renewed = { ...user, token: token.reply.token }
  expect((await app.injectAs(renewed, routes.readAccount)).reply.id).toBe(user.id)
  expect((await app.injectAs(user, routes.readSession)).reply.user.id).toBe(user.id)
})

test('common passwords, short passwords and those made from the name or address are refused with the field', async () => {
  for (const [password, code] of [
    ['short', 'account.password-too-short'],
    ['Password123!', 'account.password-too-common'],
    ['qwertyuiop12', 'account.password-too-common'],
    ['mira@example.org', 'account.password-like-email'],
  ] as const) {
    const response = await app.injectAs(null, routes.registerUser, {
      body: { ...registration, email: 'mira@example.org', password },
    })
    expect(response.problem).toMatchObject({ status: 422, code, field: 'password' })
  }
})

test('an address has one account, whatever its letter case', async () => {
  await app.injectAs(null, routes.registerUser, { body: { ...registration, email: 'twice@example.com' } })
  const second = await app.injectAs(null, routes.registerUser, {
    body: { ...registration, email: 'Twice@Example.com' },
  })
  expect(second.problem).toMatchObject({ status: 409, code: 'account.email-taken', field: 'email' })
})

test('unknown fields are refused on writes', async () => {
  const user = await app.createUser()
  // The contract's type forbids this field, so the body is cast.
  const body = { name: 'New Name', admin: true } as { name: string }
  const response = await app.injectAs(user, routes.changeAccount, { body })
  expect(response.problem).toMatchObject({ status: 422, code: 'request.invalid', field: 'admin' })
})

test('changing the password ends every other session', async () => {
  const first = userOf(
    await app.injectAs(null, routes.registerUser, { body: { ...registration, email: 'pw@example.com' } }),
  )
  const login = await app.injectAs(null, routes.login, {
    body: { email: 'pw@example.com', password: registration.password },
  })
  const second = userOf(login)
  expect((await app.injectAs(second, routes.listDevices)).reply.items).toHaveLength(2)
  const body = { current: registration.password, next: 'green-heron-lantern' }
  expect((await app.injectAs(second, routes.changePassword, { body })).status).toBe(200)
  expect((await app.injectAs(first, routes.readAccount)).status).toBe(401)
  expect((await app.injectAs(second, routes.readAccount)).status).toBe(200)
})

test('a registration writes its event and its audit row in the same transaction', async () => {
  const { db } = app.deps
  const types = await db.selectFrom('events').select('type').where('type', 'like', 'account.%').execute()
  expect(types.map(({ type }) => type)).toContain('account.registered')
  expect(types.map(({ type }) => type)).toContain('account.signed-in')
  const rows = await db.selectFrom('audit_log').select('action').execute()
  expect(rows.map(({ action }) => action)).toContain('account.registered')
})

test('the sandbox clock moves forward and never back', async () => {
  const before = (await app.injectAs(null, readClock)).reply
  const moved = await app.injectAs(null, moveClock, { body: { advanceMs: 3_600_000 } })
  expect(Date.parse(moved.reply.now) - Date.parse(before.now)).toBeGreaterThanOrEqual(3_600_000)
  const back = await app.injectAs(null, moveClock, { body: { to: before.now } })
  expect(back.problem).toMatchObject({ status: 409, code: 'sandbox.clock-backwards' })
})
