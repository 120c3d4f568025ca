import { requestPasswordReset, resetPassword } from '@veranda/contract/accounts/password-reset/routes.ts'
import { approvePairing, findPairing, finishPairing, startPairing } from '@veranda/contract/accounts/pairing/routes.ts'
import { changePassword } from '@veranda/contract/accounts/passwords/routes.ts'
import { login } from '@veranda/contract/accounts/sign-in/routes.ts'
import { readAccount } from '@veranda/contract/accounts/settings/routes.ts'
import { maxLinksPerWindow } from '@veranda/core/accounts/one-time-links/one-time-link.ts'
import { minute } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { hash } from 'node:crypto'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildApp } from '../../../app.ts'
import { type Mail } from '../../../gateways/mail/mail-gateway.ts'
import { testApp, type TestApp, userOf } from '../../../testing/test-app.ts'

const windows =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36'
const password = 'a long walk by the sea'
const next = 'green heron lantern'
const used = { status: 404, code: 'account.link-not-usable' }

let app: TestApp
let mails: Mail[] = []
let failing = false
beforeAll(async () => {
  const send = async (mail: Mail) => {
    if (failing) throw new Error('the mail server is away')
    mails.push(mail)
  }
  app = await testApp({ gateways: { mail: { send } } })
})
afterAll(() => app.close())
beforeEach(() => {
  mails = []
  failing = false
})

const register = (timeZone = 'Europe/Berlin') => app.createUser('Clara Hall', { password, timeZone })

const linkMails = () => mails.filter(({ subject }) => subject === 'Choose a new password')
const tokenIn = (mail: Mail | undefined) => /\/reset-password#([\w-]{43})$/m.exec(mail?.text ?? '')?.[1] ?? ''

/** Asks for a link and returns the token from the mail; empty when none was sent. */
async function requestLink(email: string): Promise<string> {
  const before = linkMails().length
  const headers = { 'user-agent': windows }
  expect((await app.injectAs(null, requestPasswordReset, { body: { email }, headers })).status).toBe(200)
  await app.runUntilIdle()
  return tokenIn(linkMails()[before])
}

const reset = (token: string, to = next) => app.injectAs(null, resetPassword, { body: { token, password: to } })
const signIn = async (email: string, using: string) =>
  (await app.injectAs(null, login, { body: { email, password: using } })).status

test('a link from the mail sets a new password, ends every session and is announced', async () => {
  const user = await register()
  const token = await requestLink(user.email)
  const [mail] = linkMails()
  expect(mail?.to).toBe(user.email)
  expect(mail?.text).toMatch(/^Hello Clara,/)
  expect(mail?.text).toMatch(/on \d{1,2} \w+ at \d{2}:\d{2} (CET|CEST|GMT\+[12]), in Chrome on Windows\./)
  expect(mail?.text).toContain('within 30 minutes')
  // Asking and opening change nothing.
  expect((await app.injectAs(user, readAccount)).status).toBe(200)
  expect(await signIn(user.email, password)).toBe(200)
  expect((await reset(token)).reply).toEqual({ done: true })
  expect((await app.injectAs(user, readAccount)).status).toBe(401)
  expect([await signIn(user.email, password), await signIn(user.email, next)]).toEqual([401, 200])
  await app.runUntilIdle()
  expect(mails.map(({ subject }) => subject)).toContain('Your password was changed')
  const audit = await app.deps.db
    .selectFrom('audit_log')
    .select(['action', 'actor_id', 'data'])
    .where('user_id', '=', user.id)
    .where('action', 'like', 'account.password-%')
    .orderBy('at')
    .execute()
  expect(audit).toEqual([
    { action: 'account.password-reset-requested', actor_id: null, data: {} },
    { action: 'account.password-changed', actor_id: null, data: { by: 'reset-link' } },
  ])
})

test('open sockets on two nodes are cut off within a second of the reset on one of them', async () => {
  const mail = { send: async (one: Mail) => void mails.push(one) }
  const live = await testApp({ gateways: { mail } })
  const { env, log, clock, gateways } = live.deps
  const other = await buildApp({
    env,
    databaseUrl: live.app.databaseUrl,
    log,
    clock,
    background: false,
    // Either node may run the job of the mail.
    gateways: () => ({ ...gateways, mail }),
  })
  try {
    const user = await live.createUser('Clara Hall', { password })
    const auth = { token: user.token }
    const options = { transports: ['websocket'], reconnection: false, auth, extraHeaders: { cookie: user.cookie } }
    await other.start()
    // The other node also looks for ended sessions once a second, which would hide that no signal arrives.
    const signalled: string[] = []
    other.deps.commitSignals.on(({ endedSessions = [] }, origin) => {
      if (origin === 'remote') signalled.push(...endedSessions)
    })
    const sessions = await live.deps.db.selectFrom('sessions').select('id').where('user_id', '=', user.id).execute()
    const sockets = [await live.listen(), await other.listen()].map((address) => io(address, options))
    await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once('stream:heads', resolve))))
    await live.injectAs(null, requestPasswordReset, { body: { email: user.email } })
    await expect.poll(() => linkMails().length).toBe(1)
    const disconnected = sockets.map((socket) => new Promise((resolve) => socket.once('disconnect', resolve)))
    const token = tokenIn(linkMails()[0])
    const pressedAt = performance.now()
    await live.injectAs(null, resetPassword, { body: { token, password: next } })
    const answeredAt = performance.now()
    await Promise.all(disconnected)
    expect(performance.now() - answeredAt).toBeLessThan(1_000)
    await expect.poll(() => signalled).toEqual(sessions.map(({ id }) => id))
    expect(answeredAt).toBeGreaterThan(pressedAt)
    // The other node rejects the session in HTTP too.
    const headers = { authorization: `Bearer ${user.token}`, cookie: user.cookie }
    const { statusCode } = await other.http.inject({ url: `/api${readAccount.path}`, headers })
    expect(statusCode).toBe(401)
  } finally {
    await other.stop()
    await live.close()
  }
})

test('unknown, closed and known addresses get the same reply after the same statements, and only those who can use one a mail', async () => {
  const known = await register()
  const closed = await register()
  await app.deps.db.updateTable('users').set({ closed_at: new Date() }).where('id', '=', closed.id).execute()
  const withoutPassword = await app.createUser('Ona Other')
  await app.runUntilIdle()
  mails = []
  const addresses = ['nobody@veranda.test', closed.email, withoutPassword.email, known.email]
  const replies = []
  for (const email of addresses) {
    const { status, headers, reply } = await app.injectAs(null, requestPasswordReset, { body: { email } })
    replies.push({ status, length: headers['content-length'], reply })
    // What would tell them apart is done by a job, which has not run.
    expect(
      await app.deps.db.selectFrom('one_time_links').select('id').where('user_id', '=', known.id).execute(),
    ).toEqual([])
  }
  expect(new Set(replies.map((one) => JSON.stringify(one))).size).toBe(1)
  await app.runUntilIdle()
  expect(new Set(mails.map(({ to }) => to))).toEqual(new Set([withoutPassword.email, known.email]))
  expect(mails).toHaveLength(2)
})

test('a user without a password receives what they sign in with, and can choose a first one by the link', async () => {
  const user = await app.createUser('Theo Tok')
  const at = new Date()
  for (const provider of ['google', 'tiktok'])
    await app.deps.db
      .insertInto('credentials')
      .values({
        id: app.deps.ids.next(),
        user_id: user.id,
        provider_id: provider,
        account_id: `${provider} ${user.id}`,
      })
      .execute()
  const key = { public_key: 'k', counter: 0, transports: [], backed_up: false, last_used_at: null, created_at: at }
  const passkey = { id: app.deps.ids.next(), user_id: user.id, credential_id: user.id, name: 'Key', ...key }
  await app.deps.db
    .insertInto('passkeys')
    .values({ ...passkey, verifies_user: true })
    .execute()
  const token = await requestLink(user.email)
  const [mail] = linkMails()
  expect(mail?.text).toContain('Your account has no password. You sign in with Google, TikTok or a passkey.')
  expect(await signIn(user.email, next)).toBe(401)
  expect((await reset(token)).reply).toEqual({ done: true })
  expect(await signIn(user.email, next)).toBe(200)
  expect((await app.injectAs(user, readAccount)).status).toBe(401)
  expect((await reset(token)).problem).toMatchObject(used)
})

test('of twenty presses at the same time one wins, and the link is used up', { timeout: 30_000 }, async () => {
  const user = await register()
  const token = await requestLink(user.email)
  const tries = Array.from({ length: 20 }, (_, n) => `${next} number ${n}`)
  const replies = await Promise.all(tries.map((one) => reset(token, one)))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  for (const { status, problem } of replies.filter((one) => one.status !== 200))
    expect({ status, code: problem.code }).toEqual(used)
  const winner = tries[replies.findIndex(({ status }) => status === 200)] ?? ''
  expect(await signIn(user.email, winner)).toBe(200)
  expect((await reset(token)).problem).toMatchObject(used)
})

test('a link ends when it expires, when a newer one is sent, and when the password changes otherwise', async () => {
  const user = await register()
  const first = await requestLink(user.email)
  const second = await requestLink(user.email)
  expect((await reset(first)).problem).toMatchObject(used)
  const body = { current: password, next: 'purple otter canoe' }
  expect((await app.injectAs(user, changePassword, { body })).status).toBe(200)
  expect((await reset(second)).problem).toMatchObject(used)
  const third = await requestLink(user.email)
  // The timer that deletes it has not run yet.
  app.clock.setShift(app.clock.shift() + 30 * minute)
  expect((await reset(third)).problem).toMatchObject(used)
  await app.runUntilIdle()
  expect(await app.deps.db.selectFrom('one_time_links').selectAll().where('user_id', '=', user.id).execute()).toEqual(
    [],
  )
  expect((await reset('x'.repeat(43))).problem).toMatchObject(used)
  expect((await reset('broken')).problem).toMatchObject({ status: 422, field: 'token' })
  expect(await signIn(user.email, 'purple otter canoe')).toBe(200)
})

test('a password that the rule refuses names the field and leaves the link as it is', async () => {
  const user = await register()
  const token = await requestLink(user.email)
  for (const [refused, code] of [
    ['short', 'account.password-too-short'],
    ['Password123!', 'account.password-too-common'],
    [user.email, 'account.password-like-email'],
  ] as const)
    expect((await reset(token, refused)).problem).toMatchObject({ status: 422, code, field: 'password' })
  expect((await reset(token)).status).toBe(200)
})

test('a signed-in user can use a link too, also that of another account', async () => {
  const [user, other] = [await register(), await register()]
  const token = await requestLink(other.email)
  expect((await app.injectAs(user, resetPassword, { body: { token, password: next } })).status).toBe(200)
  expect((await app.injectAs(user, readAccount)).status).toBe(200)
  expect((await app.injectAs(other, readAccount)).status).toBe(401)
})

test('a headset that was approved before the reset gets no session after it', async () => {
  const user = await register()
  const started = await app.injectAs(null, startPairing)
  const cookie = String(started.headers['set-cookie']).split(';', 1)[0] ?? ''
  const { id } = (await app.injectAs(user, findPairing, { body: { code: started.reply.code } })).reply
  await app.injectAs(user, approvePairing, { params: { id }, body: { match: started.reply.match } })
  expect((await reset(await requestLink(user.email))).status).toBe(200)
  expect((await app.injectAs(null, finishPairing, { headers: { cookie } })).problem).toMatchObject({
    code: 'pairing.ended',
  })
})

test('a sign-in with the old password that is under way during the reset leaves no session', async () => {
  const user = await register()
  const token = await requestLink(user.email)
  const release = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  // Holds the sign-in between its check of the password and its commit: it waits for the row that it writes last.
  const holding = app.transact(async (tx) => {
    await tx.selectFrom('users').select('id').where('id', '=', user.id).forUpdate().execute()
    held.resolve()
    await release.promise
  })
  await held.promise
  const signingIn = app.injectAs(null, login, { body: { email: user.email, password } })
  await expect.poll(waitingForLocks).toBe(1)
  const resetting = reset(token)
  await expect.poll(waitingForLocks).toBe(2)
  release.resolve()
  await holding
  const [signedIn] = await Promise.all([signingIn, resetting])
  expect(signedIn.status).toBe(200)
  expect((await app.injectAs(userOf(signedIn), readAccount)).status).toBe(401)
})

async function waitingForLocks(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(app.deps.db)
  return rows[0]?.count ?? 0
}

test('a flood of requests from many addresses sends five mails, of which the newest works', async () => {
  const user = await register()
  for (let n = 0; n < maxLinksPerWindow + 3; n += 1) await requestLink(user.email)
  expect(linkMails()).toHaveLength(maxLinksPerWindow)
  expect((await reset(tokenIn(linkMails().at(-1)))).status).toBe(200)
})

test('a mail that the server refuses is sent by a retry, with a link of its own', async () => {
  const user = await register()
  await app.runUntilIdle()
  failing = true
  expect(await requestLink(user.email)).toBe('')
  const links = () => app.deps.db.selectFrom('one_time_links').select('id').where('user_id', '=', user.id).execute()
  expect(await links()).toEqual([])
  failing = false
  await sql`update pgboss.job set start_after = now() where name = 'accounts.reset-links' and state = 'retry'`.execute(
    app.deps.db,
  )
  await app.runUntilIdle()
  expect((await reset(tokenIn(linkMails()[0]))).status).toBe(200)
})

test('the token is nowhere in the database, of which the links hold only a hash', async () => {
  const user = await register()
  const token = await requestLink(user.email)
  expect(token).toHaveLength(43)
  const [link] = await app.deps.db.selectFrom('one_time_links').selectAll().where('user_id', '=', user.id).execute()
  expect(link).toMatchObject({ kind: 'password-reset', token_hash: hash('sha256', token), used_at: null })
  const tables = await sql<{ name: string }>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'`.execute(app.deps.db)
  expect(tables.rows.length).toBeGreaterThan(50)
  for (const { name } of tables.rows) {
    const { rows } = await sql`select 1 from ${sql.raw(name)} t where t::text like ${`%${token}%`}`.execute(app.deps.db)
    expect([name, rows.length]).toEqual([name, 0])
  }
})
