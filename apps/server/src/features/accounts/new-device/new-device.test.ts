import { refuseSession } from '@veranda/contract/accounts/new-device/routes.ts'
import { resetPassword } from '@veranda/contract/accounts/password-reset/routes.ts'
import { endDevice, endOtherDevices, listDevices, logout } from '@veranda/contract/accounts/sessions/routes.ts'
import { login } from '@veranda/contract/accounts/sign-in/routes.ts'
import { readAccount } from '@veranda/contract/accounts/settings/routes.ts'
import { listNotifications } from '@veranda/contract/notifications/routes.ts'
import { oneTimeLinkLifetimeMs } from '@veranda/core/accounts/one-time-links/one-time-link.ts'
import { day } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testApp, type TestApp, type TestUser, userOf } from '../../../testing/test-app.ts'
import { type MailServer, startMailServer, tokenIn } from '../../../testing/mail-server.ts'

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36'
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0'
const password = 'a long walk by the sea'
const used = { status: 404, code: 'account.link-not-usable' }
const subject = 'New sign-in to your account'

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

/** Signs in, as the browser that signed in before where one is given. Empty for a browser that says nothing of itself. */
async function signIn({ email }: TestUser, userAgent: string, before?: TestUser): Promise<TestUser> {
  const headers = { 'user-agent': userAgent, ...(before && { cookie: deviceOf(before) }) }
  const answer = await app.injectAs(null, login, { body: { email, password }, headers })
  const user = userOf(answer)
  const device = [answer.headers['set-cookie']]
    .flat()
    .map(String)
    .find((text) => text.startsWith('veranda.device.'))
  expect(device).toMatch(/^veranda\.device\.[0-9a-f]{16}=[\w-]{32}; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/)
  return { ...user, cookie: `${user.cookie}; ${device?.split(';', 1)[0] ?? ''}` }
}
const deviceOf = ({ cookie }: TestUser) => cookie.split('; ')[1] ?? ''
const isSignedIn = async (who: Parameters<TestApp['injectAs']>[0]) =>
  (await app.injectAs(who, readAccount)).status === 200
const refuseWith = (token: string) => app.injectAs(null, refuseSession, { body: { token } })
const mailsAbout = ({ email }: TestUser) => mailServer.mailsTo(email).filter((mail) => mail.subject === subject)
const tokensOf = (user: TestUser) => mailsAbout(user).map((mail) => tokenIn(mail, 'not-me'))

/** Creates a user who has signed in before, from a known device. */
async function newUser(): Promise<TestUser> {
  const user = await app.createUser('Clara Hall', { password, timeZone: 'Europe/Berlin' })
  await signIn(user, firefox)
  await app.runUntilIdle()
  expect(mailsAbout(user)).toEqual([])
  return user
}

test('a sign-in from a new device is mailed once, with device, time and address, and listed in the app', async () => {
  const user = await newUser()
  const first = await signIn(user, chrome)
  // With its next version it is the same browser.
  await signIn(user, chrome.replace('140', '141'), first)
  await app.runUntilIdle()
  const [mail, ...more] = mailServer.mailsTo(user.email)
  expect(more).toEqual([])
  expect(mail?.subject).toBe(subject)
  expect(mail?.text).toMatch(/^Hello Clara,/)
  expect(mail?.text).toMatch(
    /on \d{1,2} \w+ at \d{2}:\d{2} (CET|CEST|GMT\+[12]), in Chrome on Windows, from the network address 127\.0\.0\.1\./,
  )
  expect(mail?.text).toContain('within 7 days')
  expect(tokenIn(mail, 'not-me')).toHaveLength(43)
  const listed = await app.injectAs(user, listNotifications, { query: {} })
  const shown = listed.reply.items.filter(({ title }) => title === 'New device signed in')
  expect(shown.map(({ message }) => message)).toEqual([expect.stringMatching(/^Chrome · Windows\. If this wasn’t you/)])
})

test('a browser is new without its cookie: of the very same kind, one that says nothing, and with a cookie that was planted', async () => {
  const user = await newUser()
  const own = await signIn(user, chrome)
  await signIn(user, chrome)
  await signIn(user, '')
  const planted = deviceOf(own).replace(/=.*/, '=planted-by-someone-else')
  const kept = await signIn(user, chrome, { ...own, cookie: `; ${planted}` })
  expect(deviceOf(kept)).not.toBe(planted)
  // The cookie of one account says nothing about another.
  const other = await newUser()
  await signIn(other, chrome, own)
  await app.runUntilIdle()
  expect([mailsAbout(user).length, mailsAbout(other).length]).toEqual([4, 1])
  const somehow = mailsAbout(user).filter(({ text }) => !text?.includes('in Chrome on Windows'))
  expect(somehow).toHaveLength(1)
  const listed = await app.injectAs(user, listNotifications, { query: {} })
  expect(listed.reply.items.map(({ message }) => message)).toContain(
    'It didn’t say what browser it is. If this wasn’t you, sign that device out and change your password.',
  )
  await app.advance(365 * day)
  await signIn(user, chrome, own)
  await app.runUntilIdle()
  expect(mailsAbout(user)).toHaveLength(5)
})

test('one press ends all sessions of that device, which is new again when it comes back', async () => {
  const user = await newUser()
  const first = await signIn(user, chrome)
  const second = await signIn(user, chrome, first)
  await app.runUntilIdle()
  const tokens = tokensOf(user)
  expect(tokens).toHaveLength(1)
  expect([await isSignedIn(first), await isSignedIn(second)]).toEqual([true, true])
  // The first session may be over by then.
  await app.injectAs(first, logout)
  expect((await refuseWith(tokens[0] ?? '')).reply).toEqual({ ended: true, sendsReset: true })
  expect([await isSignedIn(second), await isSignedIn(user)]).toEqual([false, true])
  await signIn(user, chrome, second)
  await app.runUntilIdle()
  expect(tokensOf(user)).toHaveLength(2)
})

test('one press ends exactly that session and sends a link to choose a new password; opening uses nothing up', async () => {
  const user = await newUser()
  const stranger = await signIn(user, chrome)
  await app.runUntilIdle()
  const other = await signIn(user, `${chrome} Edg/140`)
  await app.runUntilIdle()
  const [token = '', otherToken = ''] = tokensOf(user)
  await app.app.http.inject({ url: `/not-me?token=${token}` })
  expect((await app.app.http.inject({ url: `/api${refuseSession.path}?token=${token}` })).statusCode).toBe(405)
  expect(await isSignedIn(stranger)).toBe(true)

  expect((await refuseWith(token)).reply).toEqual({ ended: true, sendsReset: true })
  expect([await isSignedIn(stranger), await isSignedIn(other), await isSignedIn(user)]).toEqual([false, true, true])
  expect((await refuseWith(token)).problem).toMatchObject(used)
  await app.runUntilIdle()
  const resetToken = mailServer
    .mailsTo(user.email)
    .map((mail) => tokenIn(mail, 'reset-password'))
    .find(Boolean)
  const body = { token: resetToken ?? '', password: 'green heron lantern' }
  expect((await app.injectAs(null, resetPassword, { body })).status).toBe(200)
  expect([await isSignedIn(other), await isSignedIn(user)]).toEqual([false, false])
  // The link of the other device still works, and says that there is nothing left to end.
  expect((await refuseWith(otherToken)).reply).toEqual({ ended: false, sendsReset: true })
  const audit = await app.deps.db
    .selectFrom('audit_log')
    .select(['actor_id', 'data'])
    .where('user_id', '=', user.id)
    .where('action', '=', 'account.session-refused')
    .orderBy('at')
    .execute()
  expect(audit).toEqual([
    { actor_id: null, data: { ended: true } },
    { actor_id: null, data: { ended: false } },
  ])
})

test('of twenty presses at the same time one uses the link', async () => {
  const user = await newUser()
  await signIn(user, chrome)
  await app.runUntilIdle()
  const [token = ''] = tokensOf(user)
  const statuses = (await Promise.all(Array.from({ length: 20 }, () => refuseWith(token)))).map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  expect(statuses.filter((status) => status === 404)).toHaveLength(19)
})

test('a device that has signed out, an expired link, a made-up one and one of a closed account are distinguished as far as they may be', async () => {
  const user = await newUser()
  await app.injectAs(await signIn(user, chrome), logout)
  await app.runUntilIdle()
  await signIn(user, `${chrome} Edg/140`)
  await app.runUntilIdle()
  const [gone = '', later = ''] = tokensOf(user)
  expect((await refuseWith(gone)).reply).toEqual({ ended: false, sendsReset: true })
  expect((await refuseWith('x'.repeat(43))).problem).toMatchObject(used)
  expect((await refuseWith('broken')).problem).toMatchObject({ status: 422, field: 'token' })
  // The timer that deletes it has not run yet.
  app.clock.setShift(app.clock.shift() + oneTimeLinkLifetimeMs['session-refusal'])
  expect((await refuseWith(later)).problem).toMatchObject(used)

  const closed = await newUser()
  await signIn(closed, chrome)
  await app.runUntilIdle()
  await app.deps.db.updateTable('users').set({ closed_at: new Date() }).where('id', '=', closed.id).execute()
  expect((await refuseWith(tokensOf(closed)[0] ?? '')).problem).toMatchObject(used)
})

test('a user without a password gets a link to choose their first one', async () => {
  const user = await newUser()
  await signIn(user, chrome)
  await app.runUntilIdle()
  await app.deps.db.updateTable('credentials').set({ password: null }).where('user_id', '=', user.id).execute()
  expect((await refuseWith(tokensOf(user)[0] ?? '')).reply).toEqual({ ended: true, sendsReset: true })
  await app.runUntilIdle()
  const first = mailServer.mailsTo(user.email).at(-1)
  expect(first?.text).toContain('Your account has no password')
  expect(tokenIn(first, 'reset-password')).toHaveLength(43)
  expect((await app.injectAs(user, listDevices)).status).toBe(200)
})

test('a mail that the server refuses is sent by a retry with a link of its own, and no token is in the database', async () => {
  const user = await newUser()
  mailServer.refusing = true
  await signIn(user, chrome)
  await app.runUntilIdle()
  const links = () => app.deps.db.selectFrom('one_time_links').select('kind').where('user_id', '=', user.id).execute()
  expect([tokensOf(user), await links()]).toEqual([[], []])
  mailServer.refusing = false
  await sql`update pgboss.job set start_after = now() where name = 'accounts.new-device' and state = 'retry'`.execute(
    app.deps.db,
  )
  await app.runUntilIdle()
  const [token = ''] = tokensOf(user)
  expect(token).toHaveLength(43)
  const tables = await sql<{ name: string }>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'`.execute(app.deps.db)
  for (const { name } of tables.rows) {
    const { rows } = await sql`select 1 from ${sql.raw(name)} t where t::text like ${`%${token}%`}`.execute(app.deps.db)
    expect([name, rows.length]).toEqual([name, 0])
  }
  expect((await refuseWith(token)).reply).toEqual({ ended: true, sendsReset: true })
})

test('a device that was signed out in the settings is new again, and one that signed out itself is not', async () => {
  const user = await newUser()
  const own = await signIn(user, chrome)
  const [ended, others, left] = [await signIn(user, chrome), await signIn(user, chrome), await signIn(user, chrome)]
  await app.runUntilIdle()
  const before = mailsAbout(user).length
  await app.injectAs(left, logout)
  const { items } = (await app.injectAs(ended, listDevices)).reply
  const id = items.find(({ current }) => current)?.id ?? ''
  expect((await app.injectAs(own, endDevice, { params: { id } })).status).toBe(200)
  await signIn(user, chrome, left)
  await app.runUntilIdle()
  expect(mailsAbout(user).length - before).toBe(0)
  await signIn(user, chrome, ended)
  await app.runUntilIdle()
  expect(mailsAbout(user).length - before).toBe(1)
  expect((await app.injectAs(own, endOtherDevices)).status).toBe(200)
  await signIn(user, chrome, others)
  await signIn(user, chrome, own)
  await app.runUntilIdle()
  expect(mailsAbout(user).length - before).toBe(2)
})
