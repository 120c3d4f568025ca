import { changePassword } from '@veranda/contract/accounts/passwords/routes.ts'
import { login } from '@veranda/contract/accounts/sign-in/routes.ts'
import { reauthenticate, readStepUp, requestMailCode } from '@veranda/contract/accounts/step-up/routes.ts'
import { maxWrongMailCodes } from '@veranda/core/accounts/step-up/step-up.ts'
import { minute } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Mail } from '../../../gateways/mail/mail-gateway.ts'
import { testApp, type TestApp, type TestUser } from '../../../testing/test-app.ts'
import { openTestSession } from '../testing/open-test-session.ts'

let t: TestApp
let mails: Mail[] = []
let failing = false
beforeAll(async () => {
  const send = async (mail: Mail) => {
    if (failing) throw new Error('the mail server is away')
    mails.push(mail)
  }
  t = await testApp({ gateways: { mail: { send } } })
})
afterAll(() => t.close())
beforeEach(() => {
  mails = []
  failing = false
})

/** Asks for a code and returns the one from the mail; empty when none was sent. */
async function requestCode(user: TestUser): Promise<string> {
  expect((await t.injectAs(user, requestMailCode)).status).toBe(200)
  await t.runUntilIdle()
  const mail = mails.findLast(({ subject }) => subject === 'Your confirmation code')
  return /^\d{6}$/m.exec(mail?.text ?? '')?.[0] ?? ''
}
const confirm = (user: TestUser, code: string) =>
  t.injectAs(user, reauthenticate, { body: { method: 'mail-code', code } })
const another = (code: string) => (code === '123456' ? '654321' : '123456')

test('a user who has nothing else confirms with a code by mail, which works once and for ten minutes', async () => {
  const user = await t.createUser('Clara Hall')
  expect((await t.injectAs(user, readStepUp)).reply).toEqual({ until: null, methods: ['mail-code'] })
  const code = await requestCode(user)
  expect(mails.at(-1)).toMatchObject({ to: user.email, text: expect.stringContaining('within 10 minutes') })
  expect((await confirm(user, another(code))).problem).toMatchObject({
    code: 'second-factor.wrong-code',
    field: 'code',
  })
  expect((await confirm(user, code.replace(/^.../, '$& '))).status).toBe(200)
  expect((await confirm(user, code)).problem.code).toBe('second-factor.wrong-code')
  const late = await requestCode(user)
  t.clock.setShift(t.clock.shift() + 10 * minute)
  expect((await confirm(user, late)).problem.code).toBe('second-factor.wrong-code')
})

test('a code is for the session that asked, a newer one replaces it, and five wrong guesses end it', async () => {
  const user = await t.createUser('Clara Hall')
  const elsewhere = { ...user, ...(await openTestSession(t.deps, user.id)) }
  const first = await requestCode(user)
  expect((await confirm(elsewhere, first)).problem.code).toBe('second-factor.wrong-code')
  const second = await requestCode(user)
  if (second !== first) expect((await confirm(user, first)).status).toBe(422)
  const guessed = await requestCode(user)
  for (let n = 0; n < maxWrongMailCodes; n += 1) expect((await confirm(user, another(guessed))).status).toBe(422)
  expect((await confirm(user, guessed)).status).toBe(422)
  expect((await confirm(user, await requestCode(user))).status).toBe(200)
})

test('the code is nowhere in the database, and a mail that fails leaves none that works', async () => {
  const user = await t.createUser('Clara Hall')
  const code = await requestCode(user)
  for (const name of ['pgboss.job', 'step_up_codes', 'events', 'audit_log']) {
    const { rows } = await sql`select 1 from ${sql.raw(name)} t where t::text ~ ${`\\m${code}\\M`}`.execute(t.deps.db)
    expect([name, rows.length]).toEqual([name, 0])
  }
  failing = true
  await requestCode(user)
  expect(await t.deps.db.selectFrom('step_up_codes').selectAll().where('user_id', '=', user.id).execute()).toEqual([])
})

test('who confirms with it can add a password, which from then on confirms instead', async () => {
  const user = await t.createUser('Clara Hall')
  const next = 'green heron lantern'
  const add = () => t.injectAs(user, changePassword, { body: { next } })
  expect((await add()).problem).toMatchObject({ status: 403, code: 'step-up.required' })
  await confirm(user, await requestCode(user))
  const elsewhere = { ...user, ...(await openTestSession(t.deps, user.id)) }
  expect((await add()).status).toBe(200)
  expect((await t.injectAs(elsewhere, readStepUp)).status).toBe(401)
  expect((await t.injectAs(null, login, { body: { email: user.email, password: next } })).status).toBe(200)
  expect((await add()).problem).toMatchObject({ status: 422, code: 'account.password-wrong', field: 'current' })
  expect((await t.injectAs(user, readStepUp)).reply.methods).toEqual(['password'])
  expect((await t.injectAs(user, requestMailCode)).problem.code).toBe('step-up.method-not-allowed')
})
