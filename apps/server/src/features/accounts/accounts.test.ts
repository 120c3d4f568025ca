import * as routes from '@veranda/contract/accounts/routes.ts'
import { moveClock, readClock } from '@veranda/contract/sandbox/routes.ts'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { personOf, testApp, type TestApp } from '../../testing/test-app.ts'

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
  terms: 1,
  timeZone: 'Europe/Berlin',
  language: 'en' as const,
}

test('someone registers, is signed in at once, and reads their account', async () => {
  const answer = await app.injectAs(null, routes.register, { body: registration })
  expect(answer.status).toBe(201)
  expect(answer.reply.user).toMatchObject({
    firstName: 'Mira',
    email: 'mira@example.com',
    role: 'client',
    avatar: null,
  })
  const mira = personOf(answer)
  const me = await app.injectAs(mira, routes.readAccount)
  expect(me.reply).toMatchObject({
    timeZone: 'Europe/Berlin',
    language: 'en',
    theme: 'system',
    operator: false,
    creates: false,
  })
  const claims = decodeJwt(mira.token)
  expect(claims).toMatchObject({ sub: mira.id, name: 'Mira Okafor', email: 'mira@example.com', role: 'client' })
  expect(claims.exp).toBeGreaterThan(Date.now() / 1_000 + 890)
})

test('of three registrations with one address at the same moment one is made, the others are told it is taken', async () => {
  const body = { ...registration, email: 'thrice@example.com' }
  const answers = await Promise.all([0, 1, 2].map(() => app.injectAs(null, routes.register, { body })))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409])
  const refused = answers.filter(({ status }) => status === 409)
  for (const { problem } of refused) expect(problem).toMatchObject({ code: 'account.email-taken', field: 'email' })
})

test('a token without the cookie it belongs to is worthless', async () => {
  const one = await app.person('One')
  const two = await app.person('Two')
  expect((await app.injectAs({ ...one, cookie: '' }, routes.readAccount)).status).toBe(401)
  expect((await app.injectAs({ ...one, cookie: two.cookie }, routes.readAccount)).status).toBe(401)
  expect((await app.injectAs(one, routes.readAccount)).status).toBe(200)
})

test('unknown address and wrong password get the same answer', async () => {
  await app.injectAs(null, routes.register, { body: { ...registration, email: 'known@example.com' } })
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

test('signing out silences the token at once', async () => {
  const person = await app.person()
  const out = await app.injectAs(person, routes.logout)
  expect(out.reply).toEqual({ done: true })
  expect(String(out.headers['set-cookie'])).toContain('Max-Age=0')
  expect((await app.injectAs(person, routes.readAccount)).status).toBe(401)
  expect((await app.injectAs(person, routes.readSession)).status).toBe(401)
})

test('the cookie alone renews the token', async () => {
  const person = await app.person()
  const token = await app.injectAs({ ...person, token: 'gone.by.now' }, routes.renewToken)
  const renewed = { ...person, token: token.reply.token }
  expect((await app.injectAs(renewed, routes.readAccount)).reply.id).toBe(person.id)
  expect((await app.injectAs(person, routes.readSession)).reply.user.id).toBe(person.id)
})

test('common, short and own passwords are refused with the field', async () => {
  for (const [password, code] of [
    ['short', 'account.password-too-short'],
    ['Password123!', 'account.password-too-common'],
    ['qwertyuiop12', 'account.password-too-common'],
    ['mira@example.org', 'account.password-like-email'],
  ] as const) {
    const answer = await app.injectAs(null, routes.register, {
      body: { ...registration, email: 'mira@example.org', password },
    })
    expect(answer.problem).toMatchObject({ status: 422, code, field: 'password' })
  }
})

test('an address has one account, whatever its letter case', async () => {
  await app.injectAs(null, routes.register, { body: { ...registration, email: 'twice@example.com' } })
  const again = await app.injectAs(null, routes.register, { body: { ...registration, email: 'Twice@Example.com' } })
  expect(again.problem).toMatchObject({ status: 409, code: 'account.email-taken', field: 'email' })
})

test('unknown fields are refused on writes', async () => {
  const person = await app.person()
  // The contract's type forbids it, so it is smuggled in.
  const body = { name: 'New Name', operator: true } as { name: string }
  const answer = await app.injectAs(person, routes.changeAccount, { body })
  expect(answer.problem).toMatchObject({ status: 422, code: 'request.invalid', field: 'operator' })
})

test('a changed password ends every other session', async () => {
  const first = personOf(
    await app.injectAs(null, routes.register, { body: { ...registration, email: 'pw@example.com' } }),
  )
  const login = await app.injectAs(null, routes.login, {
    body: { email: 'pw@example.com', password: registration.password },
  })
  const second = personOf(login)
  expect((await app.injectAs(second, routes.listDevices)).reply.items).toHaveLength(2)
  const body = { current: registration.password, next: 'green-heron-lantern' }
  expect((await app.injectAs(second, routes.changePassword, { body })).status).toBe(200)
  expect((await app.injectAs(first, routes.readAccount)).status).toBe(401)
  expect((await app.injectAs(second, routes.readAccount)).status).toBe(200)
})

test('the log and the audit tell of a registration in the same transaction', async () => {
  const { db } = app.deps
  const types = await db.selectFrom('events').select('type').where('type', 'like', 'account.%').execute()
  expect(types.map(({ type }) => type)).toContain('account.registered')
  expect(types.map(({ type }) => type)).toContain('account.signed-in')
  const rows = await db.selectFrom('audit').select('what').execute()
  expect(rows.map(({ what }) => what)).toContain('account.registered')
})

test('the sandbox clock moves forward and stays there', async () => {
  const before = (await app.injectAs(null, readClock)).reply
  const moved = await app.injectAs(null, moveClock, { body: { advanceMilliseconds: 3_600_000 } })
  expect(Date.parse(moved.reply.now) - Date.parse(before.now)).toBeGreaterThanOrEqual(3_600_000)
  const back = await app.injectAs(null, moveClock, { body: { to: before.now } })
  expect(back.problem).toMatchObject({ status: 409, code: 'sandbox.clock-backwards' })
})
