import { registerUser, verifyRegistration } from '@veranda/contract/accounts/registration/routes.ts'
import { login } from '@veranda/contract/accounts/sign-in/routes.ts'
import { readAccount } from '@veranda/contract/accounts/settings/routes.ts'
import {
  maxPromptLinksPerAddress,
  maxPromptLinksPerSource,
  slowLinkIntervalMs,
} from '@veranda/core/accounts/registration/registration-link.ts'
import { currentTermsVersion } from '@veranda/core/accounts/terms/terms.ts'
import { hour } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { decodeJwt } from 'jose'
import { hash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testApp, type TestApp, userOf } from '../../../testing/test-app.ts'
import { type MailServer, startMailServer, tokenIn } from '../../../testing/mail-server.ts'

const password = 'a long walk by the sea'
const used = { status: 404, code: 'account.link-not-usable' }

let mailServer: MailServer
let app: TestApp
beforeAll(async () => {
  mailServer = await startMailServer()
  app = await testApp({ env: mailServer.env })
})
afterAll(async () => {
  await app.close()
  await mailServer.close()
})
beforeEach(() => {
  mailServer.refusing = false
})

let count = 0
const newAddress = () => `new-${(count += 1)}@veranda.test`

type Fields = { email: string; password?: string; name?: string; returnTo?: string; language?: 'ja' }
const register = (fields: Fields) => {
  const rest = { role: 'creator', terms: currentTermsVersion, timeZone: 'Europe/Berlin', language: 'en' } as const
  return app.injectAs(null, registerUser, { body: { name: 'Mira Okafor', password, ...rest, ...fields } })
}

/** Registers and returns the link's token with the cookie of the browser. */
async function requestLink(fields: Fields): Promise<{ token: string; cookie: string }> {
  const reply = await register(fields)
  expect(reply.status).toBe(200)
  await app.runUntilIdle()
  const cookie = String(reply.headers['set-cookie']).split(';', 1)[0] ?? ''
  return { token: tokenIn(mailServer.mailsTo(fields.email).at(-1), 'verify'), cookie }
}

const press = (token: string, { cookie = '', password: entered }: { cookie?: string; password?: string } = {}) =>
  app.injectAs(null, verifyRegistration, {
    body: { token, ...(entered === undefined ? {} : { password: entered }) },
    headers: { cookie },
  })
const usersWith = (email: string) => app.deps.db.selectFrom('users').selectAll().where('email', '=', email).execute()
const registrationsOf = (email: string) =>
  app.deps.db.selectFrom('registrations').selectAll().where('email', '=', email).execute()

test('by real mail: a registration signs nobody in, and one press of its link creates the account where it was begun', async () => {
  const email = newAddress()
  const reply = await register({ email: `  ${email.toUpperCase()} `, returnTo: '/search?q=desk&page=2#first' })
  expect([reply.status, reply.reply]).toEqual([200, { done: true }])
  const [cookie = '', ...more] = [reply.headers['set-cookie']].flat().map(String)
  expect(cookie).toMatch(/^veranda\.registration=[\w-]{32}; Max-Age=86400; Path=\/; HttpOnly; SameSite=Strict$/)
  expect(more).toEqual([])
  await app.runUntilIdle()
  const [mail, ...others] = mailServer.mailsTo(email)
  expect([mail?.subject, others]).toEqual(['Confirm your email address', []])
  expect(mail?.text).toContain('within 24 hours')
  // A stranger who enters the address cannot choose what its owner reads.
  expect(mail?.text).not.toContain('Mira')
  const token = tokenIn(mail, 'verify')
  // A scanner opens the link with GET and HEAD, and without what follows the number sign.
  for (const method of ['GET', 'HEAD'] as const) await app.app.http.inject({ method, url: `/verify?token=${token}` })
  expect((await app.app.http.inject({ url: `/api${verifyRegistration.path}?token=${token}` })).statusCode).toBe(405)
  expect(await usersWith(email)).toEqual([])

  const pressed = await press(token, { cookie: cookie.split(';', 1)[0] ?? '' })
  expect(pressed.reply).toMatchObject({
    user: { firstName: 'Mira', email, role: 'creator' },
    returnTo: '/search?q=desk&page=2#first',
  })
  expect([pressed.headers['set-cookie']].flat().map((one) => String(one).split('=', 1)[0])).toEqual([
    'veranda.session',
    expect.stringMatching(/^veranda\.device\.[0-9a-f]{16}$/),
    'veranda.registration',
  ])
  const mira = userOf(pressed)
  expect((await app.injectAs(mira, readAccount)).reply).toMatchObject({
    timeZone: 'Europe/Berlin',
    offersServices: false,
  })
  expect(decodeJwt(mira.token)).toMatchObject({ sub: mira.id, email, role: 'creator' })
  expect(await usersWith(email)).toMatchObject([{ email_verified: true, terms_version: currentTermsVersion }])
  expect((await app.injectAs(null, login, { body: { email, password } })).status).toBe(200)
  const audit = await app.deps.db.selectFrom('audit_log').select('action').where('user_id', '=', mira.id).execute()
  expect(audit.map(({ action }) => action)).toEqual(expect.arrayContaining(['account.registered', 'account.signed-in']))
  const events = await app.deps.db.selectFrom('events').select('type').where('subject_id', '=', mira.id).execute()
  expect(events.map(({ type }) => type)).toContain('account.registered')
  expect(await registrationsOf(email)).toEqual([])
  expect((await press(token, { password })).problem).toMatchObject(used)
})

test('an account takes the language of the page that it was made on, and its mail is in it', async () => {
  const email = newAddress()
  const { token, cookie } = await requestLink({ email, language: 'ja' })
  expect(mailServer.mailsTo(email)[0]?.subject).toMatch(/メール/)
  await press(token, { cookie })
  expect((await usersWith(email)).map(({ language }) => language)).toEqual(['ja'])
})

test('unknown, known and closed addresses get the same reply after the same work, and the known a mail that says so', async () => {
  const known = await app.createUser('Kit Known', { password })
  const closed = await app.createUser('Cleo Closed')
  await app.deps.db.updateTable('users').set({ closed_at: new Date() }).where('id', '=', closed.id).execute()
  const unknown = newAddress()
  const replies = []
  for (const email of [unknown, known.email, closed.email]) {
    const { status, headers, reply } = await register({ email })
    const cookie = String(headers['set-cookie']).replace(/(?<==)[\w-]{32}/, 'secret')
    replies.push({ status, length: headers['content-length'], reply, cookie })
    // What would tell them apart is done by a job, which has not run.
    expect(await registrationsOf(email)).toHaveLength(1)
  }
  expect(new Set(replies.map((one) => JSON.stringify(one))).size).toBe(1)
  await app.runUntilIdle()
  const subjects = [unknown, known.email, closed.email].map((email) =>
    mailServer.mailsTo(email).map(({ subject }) => subject),
  )
  expect(subjects).toEqual([['Confirm your email address'], ['You already have an account'], []])
  const [notice] = mailServer.mailsTo(known.email)
  expect(notice?.text).toMatch(/^Hello Kit,/)
  expect(notice?.text).toMatch(/\/login\s[^#]*\/forgot-password\s/)
  expect(await registrationsOf(known.email)).toEqual([])
  expect(await registrationsOf(closed.email)).toEqual([])
  // The password that was entered is not that of the account.
  expect((await app.injectAs(null, login, { body: { email: known.email, password: `${password}!` } })).status).toBe(401)
})

test('in another browser the press needs the password of the registration, so nobody can register for a stranger', async () => {
  const email = newAddress()
  const { token } = await requestLink({ email })
  const elsewhere = (await requestLink({ email: newAddress() })).cookie
  for (const cookie of ['', elsewhere, 'veranda.registration='])
    expect((await press(token, { cookie })).problem).toMatchObject({ status: 409, code: 'account.password-needed' })
  expect((await press(token, { password: 'the password of a thief' })).problem).toMatchObject({
    status: 422,
    code: 'account.registration-password-wrong',
    field: 'password',
  })
  expect(await usersWith(email)).toEqual([])
  const pressed = await press(token, { cookie: elsewhere, password })
  expect(pressed.reply).toMatchObject({ user: { email }, returnTo: null })
})

test('of twenty presses at the same time one creates the account', { timeout: 30_000 }, async () => {
  const email = newAddress()
  const { token, cookie } = await requestLink({ email })
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, n) => press(token, n % 2 === 0 ? { cookie } : { password })),
  )
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  for (const { status, problem } of replies.filter((one) => one.status !== 200))
    expect({ status, code: problem.code }).toEqual(used)
  expect(await usersWith(email)).toHaveLength(1)
})

test('of several registrations one becomes an account, with its password, and the others end with it', async () => {
  const email = newAddress()
  const first = await requestLink({ email, password: 'green heron lantern' })
  const second = await requestLink({ email })
  const replies = await Promise.all([press(second.token, { cookie: second.cookie }), press(first.token, first)])
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404])
  expect((await press(first.token, { password: 'green heron lantern' })).problem).toMatchObject(used)
  expect(await registrationsOf(email)).toEqual([])
  const entered = replies[0].status === 200 ? password : 'green heron lantern'
  expect((await app.injectAs(null, login, { body: { email, password: entered } })).status).toBe(200)
})

test('a user who registers again in a browser gets the password that they entered last, by each of their links', async () => {
  const email = newAddress()
  const first = await requestLink({ email, password: 'green heron lantern' })
  const { cookie } = await requestLink({ email })
  expect((await press(first.token, { cookie })).status).toBe(200)
  expect((await app.injectAs(null, login, { body: { email, password } })).status).toBe(200)
})

/** Registers an address as a stranger does who knows it, from an address of the network of their own. */
async function registerAsStranger(email: string, remoteAddress = '192.0.2.66'): Promise<void> {
  const fields = { name: 'Sly Stranger', role: 'client', terms: currentTermsVersion, timeZone: 'UTC', language: 'en' }
  const payload = { ...fields, email, password: 'a word of a stranger' }
  const url = `/api${registerUser.path}`
  expect((await app.app.http.inject({ method: 'POST', url, payload, remoteAddress })).statusCode).toBe(200)
  await app.runUntilIdle()
}

test('a stranger who registers the address before and after its owner keeps neither a mail nor a working link from them', async () => {
  const email = newAddress()
  for (let n = 0; n < 6; n += 1) await registerAsStranger(email)
  const before = mailServer.mailsTo(email).length
  const owner = await requestLink({ email })
  expect(mailServer.mailsTo(email)).toHaveLength(before + 1)
  for (let n = 0; n < 6; n += 1) await registerAsStranger(email, `192.0.2.${n + 1}`)
  const foreign = tokenIn(mailServer.mailsTo(email).at(-1), 'verify')
  expect(foreign).not.toBe(owner.token)
  expect((await press(foreign)).problem).toMatchObject({ code: 'account.password-needed' })
  const pressed = await press(owner.token, { cookie: owner.cookie })
  expect(pressed.reply).toMatchObject({ user: { firstName: 'Mira', email } })
  expect((await app.injectAs(null, login, { body: { email, password } })).status).toBe(200)
  expect((await press(foreign, { password: 'a word of a stranger' })).problem).toMatchObject(used)
})

test('in a flood from everywhere the owner gets a mail within a quarter of an hour, and any link opens their own registration', async () => {
  const email = newAddress()
  for (let n = 0; n < maxPromptLinksPerAddress + 4; n += 1) await registerAsStranger(email, `198.51.100.${n + 1}`)
  expect(mailServer.mailsTo(email)).toHaveLength(maxPromptLinksPerAddress)
  const { cookie } = await requestLink({ email })
  expect(mailServer.mailsTo(email)).toHaveLength(maxPromptLinksPerAddress)
  await app.advance(slowLinkIntervalMs)
  // One, which serves all that waited.
  expect(mailServer.mailsTo(email)).toHaveLength(maxPromptLinksPerAddress + 1)
  await app.advance(slowLinkIntervalMs)
  expect(mailServer.mailsTo(email)).toHaveLength(maxPromptLinksPerAddress + 1)
  const pressed = await press(tokenIn(mailServer.mailsTo(email).at(-1), 'verify'), { cookie })
  expect(pressed.reply).toMatchObject({ user: { firstName: 'Mira', email } })
  expect((await app.injectAs(null, login, { body: { email, password } })).status).toBe(200)
  expect(await usersWith(email)).toMatchObject([{ name: 'Mira Okafor' }])
})

test('an address that became that of an account meanwhile is refused, and its account stays as it is', async () => {
  const email = newAddress()
  const { token, cookie } = await requestLink({ email })
  const owner = await app.createUser('Ona Owner', { email, password: 'green heron lantern' })
  expect((await press(token, { cookie })).problem).toMatchObject({ status: 409, code: 'account.email-taken' })
  expect(await usersWith(email)).toMatchObject([{ id: owner.id }])
  expect((await app.injectAs(null, login, { body: { email, password } })).status).toBe(401)
})

test('a registration is kept for a day, and then its link says no more than one that never was', async () => {
  const email = newAddress()
  const { token, cookie } = await requestLink({ email })
  app.clock.setShift(app.clock.shift() + 24 * hour)
  // The timers that delete them have not run yet.
  expect((await press(token, { cookie })).problem).toMatchObject(used)
  await app.runUntilIdle()
  expect(await app.deps.db.selectFrom('registrations').selectAll().execute()).toEqual([])
  const links = app.deps.db.selectFrom('one_time_links').selectAll().where('kind', '=', 'registration')
  expect(await links.execute()).toEqual([])
  expect((await press('x'.repeat(43))).problem).toMatchObject(used)
  expect((await press('broken')).problem).toMatchObject({ status: 422, field: 'token' })
})

test('a flood of registrations sends three links to an unknown address and three notices to a known one', async () => {
  const [email, known] = [newAddress(), await app.createUser('Kit Known')]
  for (let n = 0; n < maxPromptLinksPerSource + 2; n += 1) {
    await requestLink({ email })
    await requestLink({ email: known.email })
  }
  expect(mailServer.mailsTo(email)).toHaveLength(maxPromptLinksPerSource)
  expect(mailServer.mailsTo(known.email)).toHaveLength(3)
  expect(await registrationsOf(known.email)).toEqual([])
  const token = tokenIn(mailServer.mailsTo(email).at(-1), 'verify')
  expect((await press(token, { password })).status).toBe(200)
  // What waited for its mail ended with the account.
  await app.advance(slowLinkIntervalMs)
  expect(mailServer.mailsTo(email)).toHaveLength(maxPromptLinksPerSource)
})

test('a mail that the server refuses is sent by a retry, with a link of its own', async () => {
  const email = newAddress()
  mailServer.refusing = true
  expect(await requestLink({ email })).toMatchObject({ token: '' })
  expect(await app.deps.db.selectFrom('one_time_links').select('id').where('email', '=', email).execute()).toEqual([])
  mailServer.refusing = false
  await sql`update pgboss.job set start_after = now()
    where name = 'accounts.registration-links' and state = 'retry'`.execute(app.deps.db)
  await app.runUntilIdle()
  const token = tokenIn(mailServer.mailsTo(email)[0], 'verify')
  expect((await press(token, { password })).status).toBe(200)
})

test('neither token, cookie nor password is in the database, which holds hashes only', async () => {
  const email = newAddress()
  const { token, cookie } = await requestLink({ email, password: 'purple otter canoe' })
  const secret = cookie.split('=')[1] ?? ''
  const [row] = await registrationsOf(email)
  expect(row).toMatchObject({
    browser_hash: hash('sha256', secret),
    password_hash: expect.stringMatching(/^\$argon2id/),
  })
  const tables = await sql<{ name: string }>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'`.execute(app.deps.db)
  expect(tables.rows.length).toBeGreaterThan(50)
  for (const { name } of tables.rows)
    for (const value of [token, secret, 'purple otter canoe']) {
      const { rows } = await sql`select 1 from ${sql.raw(name)} t where t::text like ${`%${value}%`}`.execute(
        app.deps.db,
      )
      expect([name, rows.length]).toEqual([name, 0])
    }
})

test('a registration that the rules refuse names the field, for known addresses too, and writes nothing', async () => {
  const known = await app.createUser('Kit Known')
  for (const email of [newAddress(), known.email]) {
    for (const [refused, code] of [
      ['short', 'account.password-too-short'],
      ['Password123!', 'account.password-too-common'],
      ['qwertyuiop12', 'account.password-too-common'],
      [email, 'account.password-like-email'],
    ] as const)
      expect((await register({ email, password: refused })).problem).toMatchObject({
        status: 422,
        code,
        field: 'password',
      })
    for (const returnTo of ['//evil.example', String.raw`/\evil.example`, 'https://evil.example', '/a b', '/a\tb', ''])
      expect((await register({ email, returnTo })).problem).toMatchObject({ status: 422, field: 'returnTo' })
    expect(await registrationsOf(email)).toEqual([])
  }
})
