import { changePassword } from '@veranda/contract/accounts/passwords/routes.ts'
import { login } from '@veranda/contract/accounts/sign-in/routes.ts'
import { findPairing } from '@veranda/contract/accounts/pairing/routes.ts'
import { reauthenticate } from '@veranda/contract/accounts/step-up/routes.ts'
import { minute } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { adminCommands } from '../../../admin.ts'
import { maxFailureRowsPerMinute } from '../../../platform/audit/failure-log.ts'
import { testApp, type TestApp } from '../../../testing/test-app.ts'
import { passwordAttemptsPerAccount } from '../account-limits.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ env: { RATE_LIMITS: '1' } })
})
afterAll(() => app.close())
// Each test has minutes of its own, and begins with one.
beforeEach(() => app.clock.setShift(app.clock.shift() + 6 * minute - (app.clock.now() % minute)))

const password = 'a long walk by the sea'
const wrong = 'guessed by a thief'

const newUser = () => app.createUser('Clara Hall', { password })

const loginFrom = (remoteAddress: string, payload: object) =>
  app.app.http.inject({ method: login.method, url: `/api${login.path}`, payload, remoteAddress })

/** Returns the rows of failures of this test's minutes. */
async function failures() {
  await app.deps.failureLog.flush()
  const { rows } = await sql<{ action: string; user_id: string | null; ip_address: string | null; data: object }>`
    select action, user_id, ip_address, data from audit_log
    where data ? 'reason' and at > ${new Date(app.clock.now() - 4 * minute)} order by at, data ->> 'reason'`.execute(
    app.deps.db,
  )
  return rows
}

test('every kind of failed attempt is in the audit log, with its reason, account and address of the network', async () => {
  const user = await newUser()
  const closed = await newUser()
  await app.deps.db.updateTable('users').set({ closed_at: new Date() }).where('id', '=', closed.id).execute()
  expect((await loginFrom('192.0.2.1', { email: user.email, password: wrong })).statusCode).toBe(401)
  expect((await loginFrom('2001:db8:1:2::3', { email: closed.email, password })).statusCode).toBe(401)
  await app.injectAs(user, reauthenticate, { body: { method: 'password', password: wrong } })
  await app.injectAs(user, changePassword, { body: { current: wrong, next: 'a short walk to the bay' } })
  const action = 'account.sign-in-failed'
  const rows = await failures()
  expect(rows).toHaveLength(4)
  for (const row of [
    { action, user_id: user.id, ip_address: '192.0.2.1', data: { reason: 'wrong-password', count: 1 } },
    { action, user_id: closed.id, ip_address: '2001:db8:1:2::', data: { reason: 'account-closed', count: 1 } },
    { action, user_id: user.id, ip_address: '127.0.0.1', data: { reason: 'wrong-current-password', count: 1 } },
    {
      action: 'account.reauthentication-failed',
      user_id: user.id,
      ip_address: '127.0.0.1',
      data: { reason: 'wrong-password', count: 1 },
    },
  ])
    expect(rows).toContainEqual(row)
})

test('an unknown address is kept as a keyed hash that groups a spray, and neither it nor a password is stored', async () => {
  const email = 'Nobody.Knows@veranda.test'
  await loginFrom('192.0.2.2', { email, password: wrong })
  await loginFrom('192.0.2.3', { email: ` ${email.toLowerCase()}`, password: wrong })
  await loginFrom('192.0.2.3', { email: 'somebody.else@veranda.test', password: wrong })
  const rows = await failures()
  const emailHash = expect.stringMatching(/^[0-9a-f]{32}$/)
  const unknown = {
    action: 'account.sign-in-failed',
    user_id: null,
    data: { reason: 'unknown-address', emailHash, count: 1 },
  }
  expect(rows).toMatchObject([unknown, unknown, unknown])
  expect(new Set(rows.map(({ data }) => JSON.stringify(data))).size).toBe(2)
  const stored = await sql<{ text: string }>`select a::text as text from audit_log a`.execute(app.deps.db)
  const text = stored.rows.map((row) => row.text).join('\n')
  for (const secret of ['nobody.knows', 'somebody.else', wrong, password])
    expect(text.toLowerCase()).not.toContain(secret)
})

test('attempts at one account from one address in a minute are one row with a count, also above the limit', async () => {
  const user = await newUser()
  const statuses: number[] = []
  for (let count = 0; count < 14; count += 1)
    statuses.push((await loginFrom('192.0.2.4', { email: user.email, password: wrong })).statusCode)
  expect(statuses.filter((status) => status === 429)).toHaveLength(4)
  const of = (reason: string, count: number, userId: string | null) =>
    expect.objectContaining({ user_id: userId, ip_address: '192.0.2.4', data: { reason, count } })
  expect(await failures()).toEqual([of('wrong-password', 10, user.id), of('rate-limited', 4, null)])
  app.clock.setShift(app.clock.shift() + minute)
  await loginFrom('192.0.2.4', { email: user.email, password: wrong })
  expect(await failures()).toHaveLength(3)
})

test('a user who tries passwords for their own account is named when the limit refuses them', async () => {
  const user = await newUser()
  const body = { method: 'password', password: wrong } as const
  for (let count = 0; count < passwordAttemptsPerAccount.max; count += 1)
    await app.injectAs(user, reauthenticate, { body })
  expect((await app.injectAs(user, reauthenticate, { body })).status).toBe(429)
  expect(await failures()).toContainEqual(
    expect.objectContaining({
      action: 'account.sign-in-failed',
      user_id: user.id,
      data: { reason: 'rate-limited', count: 1 },
    }),
  )
})

test('attempts from thousands of addresses make a bounded number of rows and are all counted', async () => {
  const request = { id: 'one', userAgent: null }
  for (let count = 0; count < 3_000; count += 1) {
    const unknownEmail = `${count}@veranda.test`
    const ip = `10.0.${count >> 8}.${count & 255}`
    const failure = { action: 'account.sign-in-failed', reason: 'unknown-address', userId: null, unknownEmail }
    app.deps.failureLog.record({ ...failure, request: { ...request, ip } })
  }
  const rows = (await failures()) as { ip_address: string | null; data: { count: number } }[]
  expect(rows.length).toBe(maxFailureRowsPerMinute + 1)
  expect(rows.reduce((sum, { data }) => sum + data.count, 0)).toBe(3_000)
  expect(rows.some(({ ip_address: address }) => address === null)).toBe(true)
})

test('the command lists what failed in the last 24 hours by account and by address, and nothing older', async () => {
  app.clock.setShift(app.clock.shift() + 24 * 60 * minute)
  const list = async () => {
    await app.deps.failureLog.flush()
    const lines: string[] = []
    const code = await adminCommands['sign-in-failures']?.(app.app, '', (line) => lines.push(line))
    return { code, lines }
  }
  expect(await list()).toEqual({ code: 0, lines: ['No sign-in has failed in the last 24 hours.'] })
  const user = await newUser()
  for (let count = 0; count < 3; count += 1) await loginFrom('192.0.2.5', { email: user.email, password: wrong })
  await loginFrom('192.0.2.6', { email: user.email, password: wrong })
  await loginFrom('192.0.2.5', { email: 'nobody@veranda.test', password: wrong })
  const { lines } = await list()
  expect(lines).toEqual([
    'By account (at most 50):',
    expect.stringMatching(new RegExp(`^  4  ${user.email}: wrong-password 4; 2 addresses; last 20\\d\\d-`)),
    expect.stringMatching(/^ {2}1 {2}unknown [0-9a-f]{32}: unknown-address 1; 1 addresses; last/),
    'By address of the network (at most 50):',
    expect.stringMatching(/^ {2}4 {2}192\.0\.2\.5: (?=.*wrong-password 3)(?=.*unknown-address 1).*; 2 accounts; last/),
    expect.stringMatching(/^ {2}1 {2}192\.0\.2\.6: wrong-password 1; 1 accounts; last/),
  ])
})

test('codes that no headset shows are counted and listed, and so are calls above a limit', async () => {
  app.clock.setShift(app.clock.shift() + 24 * 60 * minute)
  const user = await newUser()
  await app.injectAs(user, findPairing, { body: { code: '123456' } })
  const request = { id: 'one', ip: '192.0.2.7', userAgent: null }
  app.deps.failureLog.record({ action: 'request.rate-limited', reason: 'rate-limited', userId: user.id, request })
  await app.deps.failureLog.flush()
  const list = async (command: string) => {
    const lines: string[] = []
    await adminCommands[command]?.(app.app, '', (line) => lines.push(line))
    return lines
  }
  expect(await list('sign-in-failures')).toContainEqual(
    expect.stringMatching(new RegExp(`^  1  ${user.email}: unknown-code 1;`)),
  )
  expect(await list('refusals')).toContainEqual(
    expect.stringMatching(new RegExp(`^  1  ${user.email}: rate-limited 1;`)),
  )
})
