import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { changeAccount, readAccount } from '@veranda/contract/accounts/settings/routes.ts'
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeCommitSignalBus } from '../platform/db/commit-signal-bus.ts'
import { worker } from '../platform/jobs/worker.ts'
import { startTestPostgres, testPostgresFolder } from '../platform/db/testing/test-database.ts'
import { type TestUser, testApp, type TestApp } from './test-app.ts'

/** Within this time a call has an answer although the database gives none. */
const unavailableWithinMs = 2_000
/** Within this time calls succeed after the database is back. */
const healedWithinMs = 5_000

const metricsToken = 'a-token-for-the-scraper'
/** A scraper gives up after some seconds. */
const scrapedWithinMs = 2_500

const root = join(import.meta.dirname, '../../../..')
let postgres: Awaited<ReturnType<typeof startTestPostgres>>
let app: TestApp
let address: string
let user: TestUser
/** Errors that would have ended the process of a real server, such as those of a connection without a listener. */
const uncaughtErrors: string[] = []
const noteUncaught = (error: unknown) => void uncaughtErrors.push(String(error))
beforeAll(async () => {
  process.on('uncaughtException', noteUncaught).on('unhandledRejection', noteUncaught)
  postgres = await startTestPostgres(root)
  app = await testApp({ postgresUrl: postgres.url })
  address = await app.listen()
  user = await app.createUser('Clara')
  // Test databases do not wait for the disk, and this one is killed.
  await sql`checkpoint`.execute(app.deps.db)
})
/** Server and clients share this process, so a busy machine holds up both. */
const stalls = monitorEventLoopDelay({ resolution: 10 })
beforeEach(() => {
  stalls.enable()
  stalls.reset()
})
const loads: { stop: () => Promise<unknown> }[] = []
afterEach(async () => {
  for (const load of loads.splice(0)) await load.stop()
})
afterAll(async () => {
  await app.close()
  await postgres.stop()
  process.off('uncaughtException', noteUncaught).off('unhandledRejection', noteUncaught)
})

type Reply = { status: number; retryAfter: string | null; milliseconds: number }

async function call(route: { method: string; path: string }, body?: object): Promise<Reply> {
  const startedAt = performance.now()
  const reply = await fetch(`${address}/api${route.path}`, {
    method: route.method,
    headers: {
      authorization: `Bearer ${user.token}`,
      cookie: user.cookie,
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  await reply.arrayBuffer()
  return {
    status: reply.status,
    retryAfter: reply.headers.get('retry-after'),
    milliseconds: performance.now() - startedAt,
  }
}

/** Calls reads and writes, each again as soon as it is answered, until stopped. Returns every reply. */
function startLoad(): { replies: Reply[]; stop: () => Promise<Reply[]> } {
  const replies: Reply[] = []
  let running = true
  const loop = async (n: number) => {
    while (running) {
      const reply = n % 2 === 0 ? await call(readAccount) : await call(changeAccount, { name: `Clara ${n}` })
      replies.push(reply)
      if (reply.status !== 200) await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  const loops = Array.from({ length: 8 }, (_, n) => loop(n))
  const load = {
    replies,
    async stop() {
      running = false
      await Promise.all(loops)
      return replies
    },
  }
  loads.push(load)
  return load
}

const succeeded = ({ status }: Reply) => status === 200

/** Waits until calls succeed again, without a failure in between. */
async function expectHealed(load: { replies: Reply[] }): Promise<void> {
  const since = load.replies.length
  await expect
    .poll(() => load.replies.slice(since).filter(succeeded).length, { timeout: healedWithinMs, interval: 20 })
    .toBeGreaterThan(16)
}

function expectOnlyUnavailable(replies: readonly Reply[]): void {
  const failed = replies.filter((reply) => !succeeded(reply))
  expect(failed.length).toBeGreaterThan(0)
  const stalledMs = stalls.max / 1e6
  for (const { status, retryAfter, milliseconds } of failed) {
    expect({ status, retryAfter }).toEqual({ status: 503, retryAfter: '2' })
    expect(milliseconds).toBeLessThan(unavailableWithinMs + stalledMs)
  }
}

/** Returns the process id of the postmaster. */
const postmaster = () => Number(readFileSync(join(testPostgresFolder(), 'data/postmaster.pid'), 'utf8').split('\n')[0])

/** Returns the postmaster and all its processes. */
const postgresProcesses = () => {
  const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(postmaster())], { encoding: 'utf8' })
  return [postmaster(), ...children.trim().split(/\s+/).map(Number)]
}

test.each([
  ['is killed', 'SIGKILL'],
  ['is restarted', 'SIGINT'],
] as const)('a Postgres that %s under load is 503 until it is back, and the server stays', async (_, signal) => {
  const load = startLoad()
  await expect.poll(() => load.replies.filter(succeeded).length).toBeGreaterThan(50)
  const before = postmaster()
  process.kill(before, signal)
  await expect.poll(() => load.replies.some((reply) => !succeeded(reply)), { interval: 10 }).toBe(true)
  await expect.poll(postmaster, { timeout: 15_000 }).not.toBe(before)
  await expectHealed(load)
  expectOnlyUnavailable(await load.stop())
  expect((await fetch(`${address}/readyz`)).status).toBe(200)
  expect(uncaughtErrors).toEqual([])
})

test('a frozen Postgres is 503 within two seconds, and calls succeed soon after it goes on', async () => {
  const load = startLoad()
  await expect.poll(() => load.replies.filter(succeeded).length).toBeGreaterThan(50)
  const processes = postgresProcesses()
  for (const pid of processes) process.kill(pid, 'SIGSTOP')
  try {
    await expect
      .poll(() => load.replies.filter((reply) => !succeeded(reply)).length, { timeout: 8_000 })
      .toBeGreaterThan(32)
    expect((await fetch(`${address}/livez`)).status).toBe(200)
    expect((await fetch(`${address}/readyz`)).status).toBe(503)
  } finally {
    for (const pid of processes) process.kill(pid, 'SIGCONT')
  }
  await expectHealed(load)
  expectOnlyUnavailable(await load.stop())
  expect(uncaughtErrors).toEqual([])
  // None of those that did not reply was left open.
  await expect.poll(countSingleConnections, { timeout: healedWithinMs }).toEqual([
    { name: 'veranda-wake', count: 1 },
    { name: 'veranda-watch', count: 1 },
  ])
})

/** Counts the connections of the server outside of its pools. */
async function countSingleConnections(): Promise<{ name: string; count: number }[]> {
  const { rows } = await sql<{ name: string; count: number }>`
    select application_name as name, count(*)::int as count from pg_stat_activity
    where datname = current_database() and application_name in ('veranda-wake', 'veranda-watch')
    group by 1 order by 1`.execute(app.deps.db)
  return rows
}

/** Returns the processes of all connections but that of the watch. */
async function processesWithoutWatch(): Promise<number[]> {
  const { rows } = await sql<{
    pid: number
  }>`select pid from pg_stat_activity where application_name = 'veranda-watch'`.execute(app.deps.db)
  return postgresProcesses().filter((pid) => !rows.some((row) => row.pid === pid))
}

test('backends that do not reply are 503 within two seconds, although the watch gets its replies', async () => {
  const load = startLoad()
  await expect.poll(() => load.replies.filter(succeeded).length).toBeGreaterThan(50)
  const processes = await processesWithoutWatch()
  for (const pid of processes) process.kill(pid, 'SIGSTOP')
  try {
    await expect
      .poll(() => load.replies.filter((reply) => !succeeded(reply)).length, { timeout: 8_000 })
      .toBeGreaterThan(15)
  } finally {
    for (const pid of processes) process.kill(pid, 'SIGCONT')
  }
  await expectHealed(load)
  expectOnlyUnavailable(await load.stop())
  expect(uncaughtErrors).toEqual([])
})

test('a job runs and a signal of another node arrives soon after all connections have fallen silent for good', async () => {
  let ran = 0
  const other = await testApp({
    postgresUrl: postgres.url,
    features: [{ name: 'chores', jobs: [worker('mop', async () => void (ran += 1))] }],
  })
  await other.listen()
  const enqueue = () => other.transact((tx) => other.deps.jobs.enqueue(tx, 'mop', {}))
  await enqueue()
  await expect.poll(() => ran, { timeout: 10_000 }).toBe(1)
  const ended: string[] = []
  other.deps.commitSignals.on((signal, origin) => {
    if (origin === 'remote') ended.push(...(signal.endedSessions ?? []))
  })
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity where datname = current_database() and application_name like 'veranda%'`.execute(
    other.deps.db,
  )
  for (const { pid } of rows) process.kill(pid, 'SIGSTOP')
  const secondNode = makeCommitSignalBus(other.app.databaseUrl, other.deps.log)
  try {
    await secondNode.start()
    await expect
      .poll(
        () =>
          enqueue().then(
            () => true,
            () => false,
          ),
        { timeout: healedWithinMs },
      )
      .toBe(true)
    await expect.poll(() => ran, { timeout: healedWithinMs }).toBe(2)
    secondNode.publish({ endedSessions: ['one that was removed'] })
    await expect.poll(() => ended).toContain('one that was removed')
  } finally {
    for (const { pid } of rows) process.kill(pid, 'SIGCONT')
    await secondNode.stop()
    await other.close()
  }
  expect(uncaughtErrors).toEqual([])
})

test('a scrape of the metrics is served in its time without the figures of backends that do not reply', async () => {
  // Without background work, so that the connection of the scrape before is there to be used again.
  const other = await testApp({ postgresUrl: postgres.url, env: { METRICS_TOKEN: metricsToken } })
  const scrape = async () => {
    const reply = await other.app.http.inject({
      url: '/metrics',
      headers: { authorization: `Bearer ${metricsToken}` },
    })
    return reply.body.split('\n')
  }
  expect(await scrape()).toContain('veranda_database_figures_read 1')
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity where datname = current_database() and application_name = 'veranda'`.execute(
    other.deps.db,
  )
  for (const { pid } of rows) process.kill(pid, 'SIGSTOP')
  const startedAt = performance.now()
  try {
    const figures = await scrape()
    expect(performance.now() - startedAt).toBeLessThan(scrapedWithinMs + stalls.max / 1e6)
    expect(figures).toContain('veranda_database_figures_read 0')
    expect(figures).toContain('veranda_sockets 0')
  } finally {
    for (const { pid } of rows) process.kill(pid, 'SIGCONT')
  }
  await other.close()
  expect(uncaughtErrors).toEqual([])
})

test('a server stops within its time while Postgres is frozen', async () => {
  const other = await testApp({ postgresUrl: postgres.url })
  await other.listen()
  const processes = postgresProcesses()
  for (const pid of processes) process.kill(pid, 'SIGSTOP')
  const startedAt = performance.now()
  try {
    await other.app.stop()
    // After 19 s the process would end as failed.
    expect(performance.now() - startedAt).toBeLessThan(18_000)
  } finally {
    for (const pid of processes) process.kill(pid, 'SIGCONT')
  }
  await expect.poll(async () => (await call(readAccount)).status, { timeout: healedWithinMs }).toBe(200)
  expect(uncaughtErrors).toEqual([])
})

test('a sign-in by a provider leads to a page that says so while Postgres is frozen, there and back', async () => {
  const processes = postgresProcesses()
  const visit = async (path: string, headers: Record<string, string> = {}) => {
    const startedAt = performance.now()
    const reply = await fetch(`${address}${path}`, { redirect: 'manual', headers })
    expect(performance.now() - startedAt).toBeLessThan(unavailableWithinMs + stalls.max / 1e6)
    return [reply.status, reply.headers.get('location'), reply.headers.get('cache-control')]
  }
  for (const pid of processes) process.kill(pid, 'SIGSTOP')
  try {
    const toPage = [303, '/login?problem=no-service', 'no-store']
    expect(await visit('/api/auth/google')).toEqual(toPage)
    // The place asked for is not lost.
    expect((await visit('/api/auth/google?to=%2Fprojects'))[1]).toBe('/login?problem=no-service&to=%2Fprojects')
    const cookie = `${user.cookie}; veranda.oauth=${'x'.repeat(43)}`
    expect(await visit('/api/auth/google/callback?state=x&code=y', { cookie })).toEqual(toPage)
  } finally {
    for (const pid of processes) process.kill(pid, 'SIGCONT')
  }
  await expect
    .poll(async () => (await visit('/api/auth/google'))[1], { timeout: healedWithinMs })
    .toContain('/authorize')
})

test('a statement that waits for a lock is 503 within two seconds, and the others go on', async () => {
  const locker = new Client({ connectionString: app.app.databaseUrl })
  await locker.connect()
  await locker.query('begin')
  await locker.query('select 1 from users where id = $1 for update', [user.id])
  try {
    const [blocked, read] = await Promise.all([call(changeAccount, { name: 'Clara' }), call(readAccount)])
    expectOnlyUnavailable([blocked])
    expect(read.status).toBe(200)
    expect(read.milliseconds).toBeLessThan(blocked.milliseconds)
  } finally {
    await locker.query('rollback')
    await locker.end()
  }
  expect((await call(changeAccount, { name: 'Clara' })).status).toBe(200)
})

test('the statements of a call that are each slow are 503 within two seconds together', async () => {
  await sql`
    create function slow() returns trigger language plpgsql as $$ begin perform pg_sleep(1); return new; end $$`.execute(
    app.deps.db,
  )
  for (const table of ['users', 'events'])
    await sql`
    create trigger slow before insert or update on ${sql.table(table)} for each row execute function slow()`.execute(
      app.deps.db,
    )
  expectOnlyUnavailable([await call(changeAccount, { name: 'Clara the Slow', language: 'de' })])
  const { rows } = await sql<{ name: string }>`select name from users where id = ${user.id}`.execute(app.deps.db)
  expect(rows).toEqual([{ name: 'Clara' }])
})
