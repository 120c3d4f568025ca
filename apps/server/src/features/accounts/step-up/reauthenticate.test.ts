import { reauthenticate, readStepUp } from '@veranda/contract/accounts/step-up/routes.ts'
import { changePassword } from '@veranda/contract/accounts/passwords/routes.ts'
import { resetPassword } from '@veranda/contract/accounts/password-reset/routes.ts'
import { registerUser, verifyRegistration } from '@veranda/contract/accounts/registration/routes.ts'
import { listDevices, logout } from '@veranda/contract/accounts/sessions/routes.ts'
import { login } from '@veranda/contract/accounts/sign-in/routes.ts'
import { currentTermsVersion } from '@veranda/core/accounts/terms/terms.ts'
import { minute } from '@veranda/core/time/instant.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestUser, userOf, testApp, type TestApp } from '../../../testing/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ env: { DEMO_ENTRY: '1' } })
})
afterAll(() => t.close())

const password = 'a long walk by the sea'

const newUser = (app = t) => app.createUser('Clara Hall', { password })

const reauthenticateAs = (
  who: TestUser,
  body: { method: 'password'; password: string } | { method: 'demo' },
  app = t,
) => app.injectAs(who, reauthenticate, { body })
const stepUpUntil = async (who: TestUser) => (await t.injectAs(who, readStepUp)).reply.until
const auditedActions = async (who: TestUser) => {
  await t.deps.failureLog.flush()
  const rows = await t.deps.db
    .selectFrom('audit_log')
    .select('action')
    .where('user_id', '=', who.id)
    .where('action', 'like', 'account.reauthenticat%')
    .orderBy('at')
    .execute()
  return rows.map(({ action }) => action)
}

test('the right password is valid for ten minutes, a wrong one is refused and recorded in the audit log', async () => {
  const clara = await newUser()
  expect((await t.injectAs(clara, readStepUp)).reply).toEqual({ until: null, methods: ['password'] })
  const wrong = await reauthenticateAs(clara, { method: 'password', password: 'another one by the sea' })
  expect(wrong.problem).toMatchObject({ status: 422, code: 'step-up.wrong-password', field: 'password' })
  expect(await stepUpUntil(clara)).toBeNull()
  const { reply } = await reauthenticateAs(clara, { method: 'password', password })
  expect(Date.parse(reply.until ?? '') - t.clock.now()).toBeGreaterThan(10 * minute - 10_000)
  expect(await stepUpUntil(clara)).toBe(reply.until)
  expect(await auditedActions(clara)).toEqual(['account.reauthentication-failed', 'account.reauthenticated'])
  await t.advance(10 * minute)
  expect(await stepUpUntil(clara)).toBeNull()
})

test('a step-up counts only for the session it was made in, and ends with it', async () => {
  const desktop = await newUser()
  const phone = userOf(await t.injectAs(null, login, { body: { email: desktop.email, password } }))
  await reauthenticateAs(desktop, { method: 'password', password })
  expect(await stepUpUntil(desktop)).not.toBeNull()
  expect(await stepUpUntil(phone)).toBeNull()
  await t.injectAs(desktop, logout)
  const remaining = t.deps.db.selectFrom('step_ups').select('method').where('user_id', '=', desktop.id)
  expect(await remaining.execute()).toEqual([])
})

test('the stored hash is useless as a cookie and for another session', async () => {
  const desktop = await newUser()
  const otherSession = userOf(await t.injectAs(null, login, { body: { email: desktop.email, password } }))
  await reauthenticateAs(desktop, { method: 'password', password })
  const row = await t.deps.db
    .selectFrom('step_ups')
    .selectAll()
    .where('user_id', '=', desktop.id)
    .executeTakeFirstOrThrow()
  const cookie = `veranda.session=${row.cookie_hash}.signature`
  expect((await t.injectAs({ ...desktop, cookie }, readStepUp)).status).toBe(401)
  const { items } = (await t.injectAs(otherSession, listDevices)).reply
  const currentDevice = items.find(({ current }) => current)
  await t.deps.db
    .insertInto('step_ups')
    .values({
      ...row,
      session_id: currentDevice?.id ?? '',
      expires_at: new Date(row.expires_at),
    })
    .execute()
  expect(await stepUpUntil(otherSession)).toBeNull()
})

test('a password of 190 letters is taken everywhere, also from a keyboard that sends an accent after its letter', async () => {
  const composed = Array.from({ length: 38 }, (_, n) => `ñé${n + 10} `).join('')
  const decomposed = composed.normalize('NFD')
  expect([composed.length, decomposed.length]).toEqual([190, 266])
  const clara = await t.createUser('Clara Hall', { password: composed })
  expect((await t.injectAs(null, login, { body: { email: clara.email, password: decomposed } })).status).toBe(200)
  expect((await reauthenticateAs(clara, { method: 'password', password: decomposed })).status).toBe(200)
  const change = { current: decomposed, next: `${decomposed}!` }
  expect((await t.injectAs(clara, changePassword, { body: change })).status).toBe(200)
  const person = { name: 'Nora Weiss', email: 'nora@veranda.test', role: 'client', timeZone: 'UTC' } as const
  const registration = { ...person, password: decomposed, terms: currentTermsVersion }
  expect((await t.injectAs(null, registerUser, { body: registration })).status).toBe(200)
  const link = { token: 'x'.repeat(43), password: decomposed }
  for (const route of [resetPassword, verifyRegistration])
    expect((await t.injectAs(null, route, { body: link })).problem.code).toBe('account.link-not-usable')
  // The rule has the last word.
  const tooLong = { current: change.next, next: decomposed.repeat(2) }
  expect((await t.injectAs(clara, changePassword, { body: tooLong })).problem.code).toBe('account.password-too-long')
})

test('a demo user reauthenticates with one click where demo entry is on, and only there', async () => {
  const demo = await t.createUser('Maya Demo', { demo: true })
  expect((await t.injectAs(demo, readStepUp)).reply.methods).toEqual(['demo'])
  expect((await reauthenticateAs(demo, { method: 'demo' })).status).toBe(200)
  const clara = await newUser()
  expect((await reauthenticateAs(clara, { method: 'demo' })).problem).toMatchObject({
    status: 403,
    code: 'step-up.method-not-allowed',
  })
})

const production = {
  VERANDA_MODE: 'production',
  RATE_LIMITS: '1',
  VERANDA_SECRET: 'a secret of at least thirty-two characters',
  PUBLIC_URL: 'https://veranda.example',
  SMTP_URL: 'smtp://127.0.0.1:1',
  PAYMENTS: 'off',
}
test.each([
  ['without demo entry', { DEMO_ENTRY: '0' }],
  ['in production', production],
])('no one reauthenticates with one click %s', async (_, env) => {
  const app = await testApp({ env })
  const demo = await app.createUser('Maya Demo', { demo: true })
  expect((await app.injectAs(demo, readStepUp)).reply.methods).toEqual(['mail-code'])
  expect((await reauthenticateAs(demo, { method: 'demo' }, app)).problem.code).toBe('step-up.method-not-allowed')
  await app.close()
})

test('an account has ten attempts in ten minutes', async () => {
  const app = await testApp({ env: { RATE_LIMITS: '1' } })
  const clara = await newUser(app)
  const answers: number[] = []
  for (let tries = 0; tries < 11; tries += 1) {
    answers.push((await reauthenticateAs(clara, { method: 'password', password: 'guessed by a thief' }, app)).status)
  }
  expect(answers).toEqual([...Array.from({ length: 10 }, () => 422), 429])
  await app.close()
})
