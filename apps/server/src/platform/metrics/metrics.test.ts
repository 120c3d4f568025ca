import { login } from '@veranda/contract/accounts/sign-in/routes.ts'
import { readAccount } from '@veranda/contract/accounts/settings/routes.ts'
import { listDevices } from '@veranda/contract/accounts/sessions/routes.ts'
import { clientEvent } from '@veranda/contract/realtime/socket-event.ts'
import { ok, refuse } from '@veranda/core/result.ts'
import { day, instant, minute } from '@veranda/core/time/instant.ts'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { adminCommands } from '../../admin.ts'
import { accountsFeature } from '../../features/accounts/feature.ts'
import { openLiveSocket } from '../../testing/live-socket.ts'
import { credentialsOf } from '../../testing/route-calls.ts'
import { testApp, type TestApp } from '../../testing/test-app.ts'
import { recordRefusal } from '../audit/request-refusals.ts'
import { appendEvent } from '../events/append-event.ts'
import { eventHandler } from '../events/event-handler.ts'
import { type Feature } from '../feature.ts'
import { worker } from '../jobs/worker.ts'
import { checkLedger } from '../ledger/check-ledger.ts'
import { checkLedgerNightly } from '../ledger/nightly-check.ts'
import { scheduleNightly } from '../timers/nightly-timer.ts'
import { postTransaction } from '../ledger/post-transaction.ts'
import { onSocketEvent } from '../realtime/socket-events.ts'
import { scheduleTimer, timerHandler } from '../timers/timers.ts'

const token = 'a-token-for-the-scraper'
/** An event that is done, refused or fails, as its payload asks. */
const ring = clientEvent('ring', z.strictObject({ as: z.enum(['done', 'refused', 'failed']) }), z.object({}))
const testFeature: Feature = {
  name: 'chores',
  eventHandlers: [
    eventHandler('sweep', ['floor.dirty'], async () => undefined),
    eventHandler('dust', ['shelf.dusty'], async () => undefined),
  ],
  timers: [timerHandler('floor.due', async () => undefined)],
  jobs: [worker('mop', async () => undefined)],
  socketEvents: [
    onSocketEvent(ring, async ({ payload }) => {
      if (payload.as === 'failed') throw new Error('planted')
      return payload.as === 'done' ? ok({}) : refuse('stream.not-found', 'not-found')
    }),
  ],
}

let app: TestApp
let address: string
beforeAll(async () => {
  app = await testApp({
    features: [accountsFeature, testFeature],
    env: { METRICS_TOKEN: token, RATE_LIMITS: '1' },
    startAt: instant(Date.now() - (Date.now() % day) + day / 2),
  })
  address = await app.listenWithoutBackground()
})
afterAll(() => app.close())

const get = (headers: Record<string, string> = {}, from = app) =>
  from.app.http.inject({ method: 'GET', url: '/metrics', headers })

/** Scrapes and returns the value of a sample by its name and labels; undefined where there is none. */
async function scrape(): Promise<(sample: string) => number | undefined> {
  const reply = await get({ authorization: `Bearer ${token}` })
  expect([reply.statusCode, reply.headers['content-type'], reply.headers['cache-control']]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
    'no-store',
  ])
  const lines = reply.body.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  const values = new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]))
  expect(values.size).toBe(lines.length)
  return (sample) => values.get(sample)
}

const loginFrom = (remoteAddress: string) =>
  app.app.http.inject({
    method: 'POST',
    url: `/api${login.path}`,
    payload: { email: 'nobody@veranda.test', password: 'not this one' },
    remoteAddress,
  })

test('without a token in the environment there is no such page', async () => {
  const without = await testApp()
  const reply = await get({ authorization: 'Bearer undefined' }, without)
  expect([reply.statusCode, reply.body.includes('veranda_')]).toEqual([404, false])
  expect((await get({ authorization: 'Bearer ' }, without)).statusCode).toBe(404)
  await without.close()
})

test('only callers with the token get the figures', async () => {
  const user = await app.createUser('Opal Admin', { isAdmin: true })
  for (const headers of [
    {},
    { authorization: token },
    { authorization: 'Bearer ' },
    { authorization: `Bearer ${token.slice(0, -1)}` },
    { authorization: `Bearer ${token}x` },
    { authorization: `Bearer ${user.token}`, cookie: user.cookie },
  ] as Record<string, string>[]) {
    const reply = await get(headers)
    expect(reply.headers['content-type']).toContain('application/problem+json')
    expect(reply.json(), headers['authorization'] ?? 'none').toMatchObject({
      status: 401,
      code: 'request.metrics-token-wrong',
    })
    expect(reply.body).not.toContain('veranda_')
  }
  const document = await app.app.http.inject('/api/openapi.json')
  expect(document.body).not.toContain('metrics')
})

test('requests are counted by route, method and class of status, with errors and refusals by a limit', async () => {
  const before = await scrape()
  const of = (name: string, labels: string) => `${name}{route="/api/accounts/login",method="POST"${labels}}`
  for (let count = 0; count < 12; count += 1) await loginFrom('192.0.2.1')
  await app.app.http.inject(`/api/somewhere/${randomUUID()}`)
  const failing = vi.spyOn(app.deps.db, 'selectFrom').mockImplementation(() => {
    throw new Error('planted')
  })
  expect((await loginFrom('192.0.2.2')).statusCode).toBe(500)
  failing.mockRestore()
  const after = await scrape()
  const grown = (sample: string) => (after(sample) ?? 0) - (before(sample) ?? 0)
  expect(grown(of('veranda_http_requests_total', ',status="4xx"'))).toBe(12)
  expect(grown(of('veranda_http_requests_total', ',status="5xx"'))).toBe(1)
  expect(grown(of('veranda_http_errors_total', ',status="500"'))).toBe(1)
  expect(grown(of('veranda_rate_limit_refusals_total', ''))).toBe(2)
  expect(grown(of('veranda_http_request_duration_seconds_count', ''))).toBe(13)
  expect(
    after('veranda_http_request_duration_seconds_bucket{le="+Inf",route="/api/accounts/login",method="POST"}'),
  ).toBe(after(of('veranda_http_request_duration_seconds_count', '')))
  // An unknown path makes no series of its own.
  expect(after('veranda_http_requests_total{route="none",method="GET",status="4xx"}')).toBe(1)
})

test('failed sign-ins are counted by reason, and by how many accounts and addresses failed in the last hour', async () => {
  app.clock.setShift(app.clock.shift() + 61 * minute)
  expect((await scrape())('veranda_failed_sign_ins_last_hour')).toBe(0)
  const counter = 'veranda_failed_attempts_total{action="account.sign-in-failed",reason="unknown-address",kind="http"}'
  const before = (await scrape())(counter) ?? 0
  for (const from of ['192.0.2.3', '192.0.2.3', '192.0.2.4']) await loginFrom(from)
  await app.deps.failureLog.flush()
  const after = await scrape()
  expect(after(counter)).toBe(before + 3)
  expect(after('veranda_failed_sign_ins_last_hour')).toBe(3)
  expect(after('veranda_failed_sign_in_accounts_last_hour')).toBe(1)
  expect(after('veranda_failed_sign_in_addresses_last_hour')).toBe(2)
})

test('refused requests are counted by kind', async () => {
  const counter = (reason: string, kind: string) =>
    `veranda_failed_attempts_total{action="request.refused",reason="${reason}",kind="${kind}"}`
  const expected = [
    ['origin', 'http'],
    ['upgrade-path', 'upgrade'],
    ['socket-host', 'socket'],
    ['room-origin', 'socket'],
    ['webhook-signature', 'webhook'],
  ] as const
  const before = await scrape()
  expect(expected.map(([reason, kind]) => before(counter(reason, kind)))).toEqual(expected.map(() => undefined))
  const headers = { origin: 'https://evil.example' }
  await app.app.http.inject({ method: 'POST', url: `/api${login.path}`, payload: {}, headers })
  for (const [reason] of expected.slice(1))
    recordRefusal(app.deps.failureLog, reason, { id: randomUUID(), ip: '192.0.2.5', userAgent: null })
  const after = await scrape()
  expect(expected.map(([reason, kind]) => after(counter(reason, kind)))).toEqual(expected.map(() => 1))
})

test('calls without a session are limited by address, for all routes together, and signed-in calls are not', async () => {
  const user = await app.createUser('Noor Haddad')
  const now = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
  const forged = { ...credentialsOf(user), authorization: `Bearer ${user.token.slice(0, -4)}AAAA` }
  const guessedCookie = { ...credentialsOf(user), cookie: 'veranda.session=guess' }
  const call = async (url: string, given: Record<string, string>, remoteAddress = '192.0.2.7') => {
    const { statusCode, headers } = await app.app.http.inject({ url, headers: given, remoteAddress })
    return statusCode === 429 ? `429 in ${headers['retry-after']} s` : statusCode
  }
  const [read, devices] = [`/api${readAccount.path}`, `/api${listDevices.path}`]
  const tries = [
    () => call(read, forged),
    () => call(devices, guessedCookie),
    () => call(devices, {}),
    () => call('/metrics', { authorization: 'Bearer guess' }),
  ]
  for (let n = 0; n < 15; n += 1) for (const attempt of tries) expect(await attempt()).toBe(401)
  for (const attempt of tries) expect(await attempt()).toBe('429 in 1 s')
  // What others behind the address send shuts out nobody, and uses up nothing of theirs.
  expect(await call(read, credentialsOf(user))).toBe(200)
  expect((await loginFrom('192.0.2.7')).statusCode).toBe(401)
  expect(await call(read, forged, '192.0.2.8')).toBe(401)
  now.mockReturnValue(performance.now() + 1_000)
  for (let n = 0; n < 100; n += 1) expect(await call(read, credentialsOf(user))).toBe(200)
  expect([await call(read, forged), await call(read, forged)]).toEqual([401, '429 in 1 s'])
  now.mockRestore()
  expect(
    (await scrape())(
      'veranda_failed_attempts_total{action="request.rate-limited",reason="unauthenticated",kind="http"}',
    ),
  ).toBe(5)
  await app.deps.failureLog.flush()
  const lines: string[] = []
  await adminCommands['refusals']?.(app.app, '', (line) => lines.push(line))
  expect(lines).toContainEqual(expect.stringMatching(/192\.0\.2\.7: (?=.*\bunauthenticated 5\b)/))
})

test('late events, timers, jobs and dead letters show until they are done', async () => {
  await app.runUntilIdle()
  const subject = { kind: 'floor', id: randomUUID() }
  const at = app.clock.now()
  await app.transact(async (tx) => {
    await appendEvent(tx, { type: 'floor.dirty', subject, actor: null, at, data: {} })
    await appendEvent(tx, { type: 'floor.dirty', subject, actor: null, at, data: {} })
    await scheduleTimer(tx, { kind: 'floor.due', key: 'floor:1', subject, at, data: {} })
    await app.deps.jobs.enqueue(tx, 'mop', {})
  })
  const row = { kind: 'floor.due', subject_kind: 'floor', subject_id: '2', at: new Date(at), data: '{}', tries: 9 }
  await app.deps.db
    .insertInto('timer_dead_letters')
    .values({ key: 'floor:2', ...row, error: 'broken' })
    .execute()
  app.clock.setShift(app.clock.shift() + minute)
  const late = await scrape()
  expect(late('veranda_event_handler_lag_events{handler="sweep"}')).toBe(2)
  expect(late('veranda_event_handler_lag_events{handler="dust"}')).toBe(0)
  expect(late('veranda_event_handler_lag_seconds{handler="sweep"}')).toBeGreaterThanOrEqual(60)
  expect(late('veranda_event_handler_lag_seconds{handler="dust"}')).toBe(0)
  expect(late('veranda_timers_late')).toBe(1)
  expect(late('veranda_timers_late_seconds')).toBeGreaterThanOrEqual(60)
  expect(late('veranda_jobs{state="waiting"}')).toBe(1)
  expect(late('veranda_dead_letters{kind="timer"}')).toBe(1)
  expect(late('veranda_dead_letters{kind="event"}')).toBe(0)
  await app.runUntilIdle()
  await app.deps.db.deleteFrom('timer_dead_letters').execute()
  const done = await scrape()
  for (const sample of [
    'veranda_event_handler_lag_events{handler="sweep"}',
    'veranda_event_handler_lag_seconds{handler="sweep"}',
    'veranda_timers_late',
    'veranda_timers_late_seconds',
    'veranda_jobs{state="waiting"}',
    'veranda_dead_letters{kind="timer"}',
  ])
    expect(done(sample), sample).toBe(0)
  await app.transact((tx) => app.deps.jobs.enqueue(tx, 'mop', {}))
  await sql`update pgboss.job set state = 'failed', completed_on = now() where name = 'mop' and state = 'created'`.execute(
    app.deps.db,
  )
  expect((await scrape())('veranda_jobs{state="failed"}')).toBe(1)
})

test('the last check of the ledger shows its age and its findings', async () => {
  expect((await scrape())('veranda_ledger_check_findings')).toBeUndefined()
  await scheduleNightly(app.deps, [checkLedgerNightly])
  await app.advance(day)
  expect((await scrape())('veranda_ledger_check_findings')).toBe(0)
  const milestoneId = randomUUID()
  const entries = [
    { account: `escrow:${milestoneId}`, debit: 700 },
    { account: `unapplied:${randomUUID()}`, credit: 700 },
  ] as const
  const facts = { cause: 'leak', kind: 'unapplied', currency: 'EUR', at: instant(app.clock.now()) } as const
  await app.transact((tx) => postTransaction(tx, { ...facts, milestoneId, entries }))
  await app.advance(day)
  const found = await scrape()
  const findings = await checkLedger(app.deps.db)
  expect(findings.length).toBeGreaterThan(0)
  expect(found('veranda_ledger_check_findings')).toBe(findings.length)
  expect(found('veranda_ledger_check_age_seconds')).toBeLessThan(day / 1_000)
})

test('connections, sockets and the process itself are measured', async () => {
  const idle = await scrape()
  expect(idle('veranda_sockets')).toBe(0)
  expect([idle('veranda_rooms'), idle('veranda_room_participants')]).toEqual([0, 0])
  const socket = await openLiveSocket(address, await app.createUser())
  const open = await scrape()
  expect(open('veranda_sockets')).toBe(1)
  for (const name of ['process_resident_memory_bytes', 'process_open_fds', 'nodejs_eventloop_lag_p99_seconds'])
    expect(open(name), name).toBeGreaterThan(0)
  expect(open('veranda_database_pool_connections{pool="requests",state="total"}')).toBeGreaterThan(0)
  expect(open('veranda_database_pool_connections{pool="background",state="waiting"}')).toBe(0)
  expect(open('veranda_password_hashes_waiting')).toBe(0)
  socket.close()
  await vi.waitFor(async () => expect((await scrape())('veranda_sockets')).toBe(0), { timeout: 10_000 })
})

test('failed events of sockets are counted by event, and neither those that are done nor those that are refused', async () => {
  const { token: auth, cookie } = await app.createUser()
  const options = { transports: ['websocket'], forceNew: true, reconnection: false, extraHeaders: { cookie } }
  const socket = io(address, { ...options, auth: { token: auth } })
  const emit = (payload: object) => socket.timeout(10_000).emitWithAck(ring.name, payload)
  expect(await emit({ as: 'done' })).toEqual({ ok: true })
  expect(await emit({ as: 'refused' })).toMatchObject({ error: { status: 404 } })
  expect(await emit({ as: 'unknown' })).toMatchObject({ error: { status: 422 } })
  const counter = 'veranda_socket_event_errors_total{event="ring"}'
  expect((await scrape())(counter)).toBeUndefined()
  for (const count of [1, 2]) {
    expect(await emit({ as: 'failed' })).toMatchObject({ error: { status: 503, code: 'request.failed' } })
    expect((await scrape())(counter)).toBe(count)
  }
  socket.disconnect()
})

test('a database that does not answer in time leaves its figures out, and the others are served', async () => {
  const locked = Promise.withResolvers<void>()
  const done = Promise.withResolvers<void>()
  const blocking = app.transact(async (tx) => {
    await sql`lock table timers in access exclusive mode`.execute(tx)
    locked.resolve()
    await done.promise
  })
  await locked.promise
  const without = await scrape()
  expect(without('veranda_database_figures_read')).toBe(0)
  expect(without('veranda_timers_late')).toBeUndefined()
  expect(without('veranda_sockets')).toBe(0)
  done.resolve()
  await blocking
  expect((await scrape())('veranda_database_figures_read')).toBe(1)
})

test('many scrapes are not refused, and those at the same time read the database once', async () => {
  const reading = vi.spyOn(app.deps.db, 'transaction')
  const replies = await Promise.all(Array.from({ length: 400 }, () => get({ authorization: `Bearer ${token}` })))
  expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  expect(reading.mock.calls.length).toBeLessThan(40)
  reading.mockRestore()
  const user = await app.createUser()
  expect((await app.injectAs(user, readAccount)).status).toBe(200)
})
