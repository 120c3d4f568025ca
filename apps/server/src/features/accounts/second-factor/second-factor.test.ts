import { listDevices } from '@veranda/contract/accounts/sessions/routes.ts'
import { login } from '@veranda/contract/accounts/sign-in/routes.ts'
import { readAccount } from '@veranda/contract/accounts/settings/routes.ts'
import {
  finishSignIn,
  readSecondFactor,
  readSignInChallenge,
  replaceRecoveryCodes,
  startTotp,
  turnOffTotp,
  turnOnTotp,
} from '@veranda/contract/accounts/second-factor/routes.ts'
import { reauthenticate, readStepUp } from '@veranda/contract/accounts/step-up/routes.ts'
import { listNotifications } from '@veranda/contract/notifications/routes.ts'
import { maxWrongCodes, maxWrongCodesPerHour, totpStepMs } from '@veranda/core/accounts/second-factor/second-factor.ts'
import { hour, minute } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp, type TestUser, userOf } from '../../../testing/test-app.ts'
import { insertSignInChallenge } from '../sign-in/sign-in-challenge.repository.ts'
import { decodeBase32, totpCodeAt } from './testing/rfc6238.ts'

const password = 'a long walk by the sea'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

type WithCodes = { user: TestUser; secret: string; codes: string[] }

/** Turns codes on for a new user. They used the oldest code that is accepted, so two newer ones are left. */
async function userWithCodes(user?: TestUser): Promise<WithCodes> {
  const owner = user ?? (await t.createUser('Clara Hall'))
  await t.stepUp(owner)
  const { secret } = (await t.injectAs(owner, startTotp)).reply
  const body = { code: codeOf(secret, -1), endOtherDevices: false }
  const { codes } = (await t.injectAs(owner, turnOnTotp, { body })).reply
  return { user: owner, secret, codes }
}

/** Returns the code of the step now, or of those before and after. */
const codeOf = (secret: string, steps = 0) => totpCodeAt(decodeBase32(secret), Date.now() + steps * totpStepMs)

/** Begins a sign-in as after a right password, without hashing one. Returns the browser's cookie. */
async function beginSignIn({ id: userId }: TestUser, authProvider: 'email' | 'google' = 'email'): Promise<string> {
  const token = await t.transact((tx) => insertSignInChallenge(tx, t.deps, { userId, authProvider, byPasskey: false }))
  return `veranda.sign-in=${token}`
}

const finish = (cookie: string, code: string, method: 'totp' | 'recovery-code' = 'totp') =>
  t.injectAs(null, finishSignIn, { headers: { cookie }, body: { method, code } })
const verdict = ({ status, problem: { code } }: Awaited<ReturnType<typeof finish>>) => [status, code]
const wrong = [422, 'second-factor.wrong-code']
const used = [422, 'second-factor.code-used']
const ended = [404, 'sign-in.challenge-ended']

/** Waits for the beginning of a step when the current one is nearly over, so that a test stays within one. */
async function withinOneStep(): Promise<void> {
  await expect.poll(() => totpStepMs - (Date.now() % totpStepMs), { timeout: 10_000 }).toBeGreaterThan(4_000)
}

test('the codes that these tests use are those of RFC 6238', () => {
  const key = Buffer.from('12345678901234567890')
  const vectors = { 59: '94287082', 1111111109: '07081804', 1234567890: '89005924', 20000000000: '65353130' }
  for (const [seconds, code] of Object.entries(vectors)) expect(totpCodeAt(key, Number(seconds) * 1_000, 8)).toBe(code)
})

test('a secret that got no first code within an hour counts for nothing any more, and the code takes a step-up', async () => {
  const user = await t.createUser('Clara Hall')
  await t.stepUp(user)
  const { secret } = (await t.injectAs(user, startTotp)).reply
  t.clock.setShift(t.clock.shift() + hour)
  const turnOn = (of: string) => t.injectAs(user, turnOnTotp, { body: { code: codeOf(of), endOtherDevices: false } })
  expect((await turnOn(secret)).problem).toMatchObject({ status: 403, code: 'step-up.required' })
  await t.stepUp(user)
  expect((await turnOn(secret)).problem).toMatchObject({ status: 410, code: 'second-factor.set-up-expired' })
  expect((await turnOn((await t.injectAs(user, startTotp)).reply.secret)).status).toBe(200)
})

test('a user who is suspended between the two steps is refused, whatever the code', async () => {
  const { user, codes } = await userWithCodes()
  const cookie = await beginSignIn(user)
  await t.deps.db
    .updateTable('users')
    .set({ suspended_at: new Date(), suspension_reason: 'Stolen pictures' })
    .where('id', '=', user.id)
    .execute()
  expect(verdict(await finish(cookie, codes[0] ?? '', 'recovery-code'))).toEqual([403, 'account.suspended'])
  expect(verdict(await finish(cookie, 'aaaaa-aaaaa', 'recovery-code'))).toEqual([403, 'account.suspended'])
})

test('a password alone opens no session once codes are on, and the right code does', async () => {
  await withinOneStep()
  const clara = await t.createUser('Clara Hall', { email: 'clara@veranda.test', password })
  const tablet = userOf(await t.injectAs(null, login, { body: { email: clara.email, password } }))
  expect((await t.injectAs(clara, startTotp)).problem).toMatchObject({ status: 403, code: 'step-up.required' })
  await t.injectAs(clara, reauthenticate, { body: { method: 'password', password } })
  const { secret, address } = (await t.injectAs(clara, startTotp)).reply
  expect(address).toMatch(new RegExp(`^otpauth://totp/Veranda:clara%40veranda.test\\?.*secret=${secret}`))
  // Nothing is asked for until a first code was right.
  const turnOn = (code: string) => t.injectAs(clara, turnOnTotp, { body: { code, endOtherDevices: true } })
  expect((await turnOn('000 00')).status).toBe(422)
  expect((await turnOn(codeOf(secret, 5))).problem).toMatchObject({ code: 'second-factor.wrong-code', field: 'code' })
  expect((await t.injectAs(clara, readSecondFactor)).reply).toEqual({
    totpSince: null,
    recoveryCodesLeft: 0,
    actions: ['turn-on'],
  })
  const { codes } = (await turnOn(codeOf(secret, -1))).reply
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^[2-9a-hjkmnp-z]{5}-[2-9a-hjkmnp-z]{5}$/)
  expect((await t.injectAs(clara, startTotp)).status).toBe(403)
  // The other devices signed in without a code, and this one stays.
  expect((await t.injectAs(tablet, readAccount)).status).toBe(401)
  expect((await t.injectAs(clara, listDevices)).reply.items).toHaveLength(1)
  const first = await t.injectAs(null, login, { body: { email: clara.email, password } })
  expect(first.reply).toEqual({ secondFactor: { methods: ['totp', 'recovery-code'] } })
  const setCookie = String(first.headers['set-cookie'])
  expect(setCookie).toMatch(/^veranda\.sign-in=[\w-]{32}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/)
  const cookie = setCookie.split(';', 1)[0] ?? ''
  expect((await t.injectAs(null, readSignInChallenge, { headers: { cookie } })).reply.methods).toEqual([
    'totp',
    'recovery-code',
  ])
  expect(verdict(await finish('veranda.sign-in=another', codeOf(secret)))).toEqual(ended)
  expect(verdict(await finish(cookie, codeOf(secret, 3)))).toEqual(wrong)
  const spaced = codeOf(secret).replace(/^.../, '$& ')
  const signedIn = userOf(await finish(cookie, spaced))
  expect((await t.injectAs(signedIn, readAccount)).reply.name).toBe('Clara Hall')
  expect(verdict(await finish(cookie, codeOf(secret, 1)))).toEqual(ended)
})

test('a sign-in by a provider asks for the code too, and keeps the provider', async () => {
  await withinOneStep()
  const { user, secret } = await userWithCodes()
  const answer = await finish(await beginSignIn(user, 'google'), codeOf(secret))
  expect(answer.reply.user.authProvider).toBe('google')
})

test('a code counts from one step before to one after, once, and no older one after it', async () => {
  await withinOneStep()
  const { user, secret } = await userWithCodes()
  const cookie = await beginSignIn(user)
  expect(verdict(await finish(cookie, codeOf(secret, -1)))).toEqual(used)
  expect(verdict(await finish(cookie, codeOf(secret, -2)))).toEqual(wrong)
  expect(verdict(await finish(cookie, codeOf(secret, 2)))).toEqual(wrong)
  expect((await finish(cookie, codeOf(secret, 1))).status).toBe(200)
  expect(verdict(await finish(await beginSignIn(user), codeOf(secret, 1)))).toEqual(used)
  expect(verdict(await finish(await beginSignIn(user), codeOf(secret)))).toEqual(used)
})

test('of twenty presses with the same code at the same time one signs in, whichever browser they come from', async () => {
  await withinOneStep()
  const { user, secret, codes } = await userWithCodes()
  const cookies = await Promise.all(Array.from({ length: 20 }, () => beginSignIn(user)))
  const presses = await Promise.all(cookies.map((cookie) => finish(cookie, codeOf(secret))))
  expect(presses.filter(({ status }) => status === 200)).toHaveLength(1)
  const recovered = await Promise.all(cookies.map((cookie) => finish(cookie, codes[0] ?? '', 'recovery-code')))
  expect(recovered.filter(({ status }) => status === 200)).toHaveLength(1)
  // Another account, because the presses above were thirty wrong codes.
  const other = await userWithCodes()
  const open = await beginSignIn(other.user)
  const same = await Promise.all(Array.from({ length: 20 }, () => finish(open, other.codes[1] ?? '', 'recovery-code')))
  expect(same.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('each recovery code works once, however it is typed, and a new set replaces the old', async () => {
  const { user, secret, codes } = await userWithCodes()
  const [first = '', second = ''] = codes
  expect((await finish(await beginSignIn(user), first.toUpperCase().replace('-', ' '), 'recovery-code')).status).toBe(
    200,
  )
  const cookie = await beginSignIn(user)
  expect(verdict(await finish(cookie, first, 'recovery-code'))).toEqual(wrong)
  expect((await t.injectAs(user, readSecondFactor)).reply).toMatchObject({
    recoveryCodesLeft: 9,
    actions: ['replace-recovery-codes', 'turn-off'],
  })
  // The password confirms no change of the second factor; a code does.
  expect((await t.injectAs(user, replaceRecoveryCodes)).problem.code).toBe('step-up.required')
  await t.injectAs(user, reauthenticate, { body: { method: 'totp', code: codeOf(secret) } })
  const { codes: next } = (await t.injectAs(user, replaceRecoveryCodes)).reply
  expect(verdict(await finish(cookie, second, 'recovery-code'))).toEqual(wrong)
  expect((await finish(cookie, next[0] ?? '', 'recovery-code')).status).toBe(200)
  await t.runUntilIdle()
  const { items } = (await t.injectAs(user, listNotifications, { query: {} })).reply
  expect(items.map(({ title, message }) => [title, message.split('.', 1)[0]])).toEqual(
    expect.arrayContaining([
      ['Sign-in codes are on', 'Signing in now asks for a code from your authenticator app'],
      ['A recovery code was used', 'You have 9 left'],
      ['New recovery codes', 'Your old recovery codes no longer work'],
    ]),
  )
})

test('codes are turned off only by someone with a second factor, and their recovery codes go with them', async () => {
  await withinOneStep()
  const { user, secret, codes } = await userWithCodes()
  // Recently confirmed by the password.
  expect((await t.injectAs(user, readStepUp)).reply.until).not.toBeNull()
  const forSecondFactor = { query: { purpose: 'second-factor' } } as const
  expect((await t.injectAs(user, readStepUp, forSecondFactor)).reply).toEqual({
    until: null,
    methods: ['totp', 'recovery-code'],
  })
  expect((await t.injectAs(user, turnOffTotp)).problem).toMatchObject({ status: 403, code: 'step-up.required' })
  const confirm = (code: string) => t.injectAs(user, reauthenticate, { body: { method: 'totp', code } })
  expect((await confirm(codeOf(secret, 4))).problem.code).toBe('second-factor.wrong-code')
  expect((await t.injectAs(user, turnOffTotp)).status).toBe(403)
  expect((await confirm(codeOf(secret))).status).toBe(200)
  const cookie = await beginSignIn(user)
  expect((await t.injectAs(user, turnOffTotp)).status).toBe(200)
  expect((await t.injectAs(user, readSecondFactor)).reply).toEqual({
    totpSince: null,
    recoveryCodesLeft: 0,
    actions: ['turn-on'],
  })
  expect(verdict(await finish(cookie, codes[0] ?? '', 'recovery-code'))).toEqual(wrong)
  const audit = await t.deps.db.selectFrom('audit_log').select('action').where('user_id', '=', user.id).execute()
  const actions = audit.map(({ action }) => action)
  expect(actions).toEqual(expect.arrayContaining(['account.totp-turned-on', 'account.totp-turned-off']))
})

test('ten wrong codes end a sign-in and thirty in an hour those of the account; its owner is asked again later', async () => {
  await withinOneStep()
  const { user, secret } = await userWithCodes()
  for (let signIn = 0; signIn < maxWrongCodesPerHour / maxWrongCodes; signIn += 1) {
    const cookie = await beginSignIn(user)
    for (let n = 0; n < maxWrongCodes; n += 1)
      expect(verdict(await finish(cookie, codeOf(secret, 3 + n)))).toEqual(wrong)
    expect(verdict(await finish(cookie, codeOf(secret)))).toEqual(ended)
  }
  // Also when they come at the same time.
  const { user: other } = await userWithCodes()
  const open = await beginSignIn(other)
  const guesses = await Promise.all(Array.from({ length: 20 }, () => finish(open, codeOf(secret, 5))))
  expect(guesses.filter(({ status }) => status === 422)).toHaveLength(maxWrongCodes)
  const stopped = await finish(await beginSignIn(user), codeOf(secret))
  expect(verdict(stopped)).toEqual([429, 'sign-in.too-many-codes'])
  t.clock.setShift(t.clock.shift() + hour)
  expect((await finish(await beginSignIn(user), codeOf(secret))).status).toBe(200)
  await t.deps.failureLog.flush()
  const failures = await t.deps.db
    .selectFrom('audit_log')
    .select('data')
    .where('user_id', '=', user.id)
    .where('action', '=', 'account.sign-in-failed')
    .execute()
  expect(failures.map(({ data }) => (data as { reason: string }).reason)).toContain('wrong-totp')
})

test('of wrong codes in many sign-ins at the same time exactly thirty are tried', async () => {
  await withinOneStep()
  const { user, secret } = await userWithCodes()
  const cookies = await Promise.all(Array.from({ length: 2 * maxWrongCodesPerHour }, () => beginSignIn(user)))
  const guesses = await Promise.all(cookies.map((cookie) => finish(cookie, codeOf(secret, 5))))
  expect(guesses.filter(({ status }) => status === 422)).toHaveLength(maxWrongCodesPerHour)
  expect(guesses.filter(({ status }) => status === 429)).toHaveLength(maxWrongCodesPerHour)
})

test('a stranger without the password uses up none of the attempts', async () => {
  await withinOneStep()
  const { user, secret } = await userWithCodes()
  for (let n = 0; n < maxWrongCodesPerHour + 5; n += 1)
    expect(verdict(await finish(`veranda.sign-in=${'x'.repeat(31)}${n}`, codeOf(secret, 3)))).toEqual(ended)
  const refused = await t.injectAs(null, login, { body: { email: user.email, password: 'not this one' } })
  expect([refused.status, refused.headers['set-cookie']]).toEqual([401, undefined])
  expect((await finish(await beginSignIn(user), codeOf(secret))).status).toBe(200)
})

test('a sign-in waits ten minutes for its code', async () => {
  await withinOneStep()
  const { user, secret } = await userWithCodes()
  const cookie = await beginSignIn(user)
  t.clock.setShift(t.clock.shift() + 10 * minute)
  expect((await t.injectAs(null, readSignInChallenge, { headers: { cookie } })).problem.code).toBe(
    'sign-in.challenge-ended',
  )
  expect(verdict(await finish(cookie, codeOf(secret)))).toEqual(ended)
})

test('neither the secret nor a code nor the token of a sign-in can be read in the database', async () => {
  const { user, secret, codes } = await userWithCodes()
  const cookie = await beginSignIn(user)
  await finish(cookie, codes[0] ?? '', 'recovery-code')
  await t.runUntilIdle()
  const hidden = [secret, decodeBase32(secret).toString('hex'), cookie.split('=')[1] ?? '']
  const parts = [...hidden, ...codes.slice(0, 2), ...codes.slice(0, 2).map((code) => code.replace('-', ''))]
  const tables = await sql<{ name: string }>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'`.execute(t.deps.db)
  for (const { name } of tables.rows) {
    const { rows } = await sql`
      select 1 from ${sql.raw(name)} t where t::text like any (${parts.map((part) => `%${part}%`)})`.execute(t.deps.db)
    expect([name, rows.length]).toEqual([name, 0])
  }
})
