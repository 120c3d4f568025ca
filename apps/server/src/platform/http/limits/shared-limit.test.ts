import { login } from '@veranda/contract/accounts/sign-in/routes.ts'
import { readAccount } from '@veranda/contract/accounts/settings/routes.ts'
import { findPairing } from '@veranda/contract/accounts/pairing/routes.ts'
import { after, instant, minute } from '@veranda/core/time/instant.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type App, buildApp } from '../../../app.ts'
import { testApp, type TestApp } from '../../../testing/test-app.ts'
import { takeFromSharedLimit } from './shared-limit.ts'

let first: TestApp
/** Another node on the same database. */
let second: App
beforeAll(async () => {
  first = await testApp({ env: { RATE_LIMITS: '1' } })
  const { env, log, clock } = first.deps
  second = await buildApp({ env, databaseUrl: first.app.databaseUrl, log, clock, background: false })
  second.readiness.ready = true
})
afterAll(async () => {
  await second.stop()
  await first.close()
})
beforeEach(async () => {
  await first.deps.db.deleteFrom('rate_limit_counts').execute()
})

const now = instant(Date.now())
const limit = { max: 10, windowMs: 5 * minute }
const take = (key: string, at = now, app: App = first.app) => takeFromSharedLimit(app.deps.db, key, limit, at)

/** Calls a route as often as stated, on the two nodes in turns; returns the statuses. */
async function callInTurns(
  { method, path }: { method: string; path: string },
  times: number,
  options: (n: number) => { payload?: object; headers?: Record<string, string>; remoteAddress?: string },
): Promise<number[]> {
  const statuses: number[] = []
  for (let n = 0; n < times; n += 1) {
    const { http } = n % 2 === 0 ? first.app : second
    statuses.push((await http.inject({ method: method as 'POST', url: `/api${path}`, ...options(n) })).statusCode)
  }
  return statuses
}

const times = (count: number, status: number) => Array.from({ length: count }, () => status)

test('guesses at one account that change between two nodes are as few as on one', async () => {
  const owner = { email: 'guessed@veranda.test', password: 'a long walk by the sea' }
  await first.createUser('Clara Hall', owner)
  const guess = { email: owner.email, password: 'not this one' }
  const statuses = await callInTurns(login, 14, () => ({ payload: guess, remoteAddress: '192.0.2.1' }))
  expect(statuses).toEqual([...times(10, 401), ...times(4, 429)])
  // A stranger's guesses never lock out the owner.
  expect(await callInTurns(login, 1, () => ({ payload: owner, remoteAddress: '192.0.2.2' }))).toEqual([200])
})

test('accounts that are sprayed from one address through two nodes are as few as on one', async () => {
  const statuses = await callInTurns(login, 34, (n) => ({
    payload: { email: `nobody-${n}@veranda.test`, password: 'Summer2026!' },
    remoteAddress: '192.0.2.3',
  }))
  expect(statuses).toEqual([...times(30, 401), ...times(4, 429)])
})

test('codes of headsets are guessed as rarely through two nodes as through one', async () => {
  const user = await first.createUser('Ada')
  const headers = { authorization: `Bearer ${user.token}`, cookie: user.cookie }
  const statuses = await callInTurns(findPairing, 17, (n) => ({ payload: { code: String(100_000 + n) }, headers }))
  expect(statuses).toEqual([...times(15, 404), ...times(2, 429)])
})

test('of many calls at the same moment on two nodes only the allowance gets through', async () => {
  const results = await Promise.all(
    Array.from({ length: 40 }, (_, n) => take('burst', now, n % 2 ? first.app : second)),
  )
  expect(results.filter((seconds) => seconds === undefined)).toHaveLength(limit.max)
})

test('an allowance refills evenly, and a refused call changes nothing', async () => {
  for (let n = 0; n < limit.max; n += 1) expect(await take('steady')).toBeUndefined()
  expect(await take('steady')).toBe(30)
  expect(await take('steady', after(now, 29_000))).toBe(1)
  expect(await take('steady', after(now, 30_000))).toBeUndefined()
  expect(await take('steady', after(now, 30_000))).toBe(30)
  for (let n = 0; n < limit.max; n += 1) expect(await take('steady', after(now, 10 * minute))).toBeUndefined()
})

test('a count from before the clock was set back keeps a caller waiting for a share of the window only', async () => {
  for (let n = 0; n < limit.max; n += 1) expect(await take('set back')).toBeUndefined()
  const earlier = after(now, -60 * minute)
  expect(await take('set back', earlier)).toBe(30)
  expect(await take('set back', after(earlier, 29_000))).toBe(1)
  expect(await take('set back', after(earlier, 30_000))).toBeUndefined()
  expect(await take('set back', after(earlier, 30_000))).toBe(30)
})

test('rows that no longer count are removed by later calls', async () => {
  for (let n = 0; n < 50; n += 1) await take(`old ${n}`)
  const count = async () => (await first.deps.db.selectFrom('rate_limit_counts').select('key').execute()).length
  expect(await count()).toBe(50)
  for (let n = 0; n < 3; n += 1) await take('new', after(now, 6 * minute))
  expect(await count()).toBe(1)
})

test('no row names an account or an address', async () => {
  await callInTurns(login, 1, () => ({ payload: { email: 'nobody@veranda.test', password: 'x' } }))
  const rows = await first.deps.db.selectFrom('rate_limit_counts').select('key').execute()
  expect(rows).toHaveLength(2)
  for (const { key } of rows) expect(key).toMatch(/^[\w-]{43}$/)
})

test('reading pays for no write: no limit of a read is shared', async () => {
  const shared = first.app.routes.filter(({ options }) => [options.rateLimit ?? []].flat().some((one) => one.shared))
  expect(shared.length).toBeGreaterThan(5)
  // A navigation of a sign-in writes anyway.
  const reads = shared.filter(({ route, options }) => route.method === 'GET' && options.problemPage === undefined)
  expect(reads).toEqual([])
  const user = await first.createUser('Ada')
  expect((await first.injectAs(user, readAccount)).status).toBe(200)
  expect(await first.deps.db.selectFrom('rate_limit_counts').select('key').execute()).toEqual([])
})
