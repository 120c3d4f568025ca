import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { openDatabase } from '../db/database.ts'
import { makeTestDatabase } from '../db/testing/test-database.ts'
import { transact } from '../db/transact.ts'
import { type Deps } from '../deps.ts'
import { makeLogger } from '../logger.ts'
import { makeJobRunner } from './job-runner.ts'
import { worker } from './worker.ts'
import { hangingQueue } from './testing/hanging-worker.ts'

const waitingJobs = 5
/** Waiting for the next poll before each of them would take twice as long. */
const waitingJobsLimitMs = 8_000
/** Ten seconds without a heartbeat, the next check, the retry delay, the next poll, and a slow machine. */
const takeoverLimitMs = 25_000

test('a job whose worker was killed is taken over by another node within seconds', { timeout: 60_000 }, async () => {
  const databaseUrl = await makeTestDatabase(inject('postgres'))
  const { db, pool } = openDatabase(databaseUrl, { max: 2, onError: () => undefined })
  const wake = { publish: () => undefined, on: () => () => undefined }
  const jobs = makeJobRunner(databaseUrl, makeLogger('silent'), { supervise: true })
  const received = Promise.withResolvers<object>()
  await jobs.createQueues([worker(hangingQueue, async (data) => received.resolve(data))])
  await transact({ db, commitSignals: wake }, (tx) => jobs.enqueue(tx, hangingQueue, { assetId: 'chair' }))
  const workerProcess = fork(join(import.meta.dirname, 'testing/hanging-worker.ts'), [databaseUrl])
  await once(workerProcess, 'message')
  // Working uses nothing of the server but its commit signals.
  await jobs.startWorkers({ commitSignals: wake } as unknown as Deps)
  workerProcess.kill('SIGKILL')
  const killed = performance.now()
  expect(await received.promise).toEqual({ assetId: 'chair' })
  expect(performance.now() - killed).toBeLessThan(takeoverLimitMs)
  await jobs.stop()
  await pool.end()
})

test('a job whose workers all died becomes a dead letter', { timeout: 60_000 }, async () => {
  const databaseUrl = await makeTestDatabase(inject('postgres'))
  const { db, pool } = openDatabase(databaseUrl, { max: 2, onError: () => undefined })
  const wake = { publish: () => undefined, on: () => () => undefined }
  const jobs = makeJobRunner(databaseUrl, makeLogger('silent'), { supervise: true })
  const deadLettered = Promise.withResolvers<object>()
  const never = () => new Promise<void>(() => undefined)
  await jobs.createQueues([worker(hangingQueue, never, { onDeadLetter: async (data) => deadLettered.resolve(data) })])
  await transact({ db, commitSignals: wake }, (tx) => jobs.enqueue(tx, hangingQueue, { assetId: 'chair' }))
  // Seven tries died, and the eighth sent no heartbeat for a minute.
  await sql`update pgboss.job set state = 'active', retry_count = retry_limit,
    started_on = now() - interval '1 minute', heartbeat_on = now() - interval '1 minute'`.execute(db)
  await jobs.startWorkers({ commitSignals: wake } as unknown as Deps)
  expect(await deadLettered.promise).toEqual({ assetId: 'chair' })
  expect(await jobs.listFailed()).toMatchObject([{ queue: hangingQueue }])
  // A text that is not an id names no job; Postgres would throw.
  expect(await jobs.retryFailed(hangingQueue, '-'.repeat(36))).toBe(false)
  await jobs.stop()
  await pool.end()
})

test(
  'the jobs that wait in a queue run one after another, without waiting for polls',
  { timeout: 60_000 },
  async () => {
    const databaseUrl = await makeTestDatabase(inject('postgres'))
    const { db, pool } = openDatabase(databaseUrl, { max: 2, onError: () => undefined })
    const wake = { publish: () => undefined, on: () => () => undefined }
    const jobs = makeJobRunner(databaseUrl, makeLogger('silent'), { supervise: false })
    const allRan = Promise.withResolvers<void>()
    const ran: object[] = []
    await jobs.createQueues([
      worker(hangingQueue, async (data) => {
        if (ran.push(data) === waitingJobs) allRan.resolve()
        if (ran.length === 1) throw new Error('a job that fails holds up no other')
      }),
    ])
    await transact({ db, commitSignals: wake }, async (tx) => {
      for (let n = 0; n < waitingJobs; n += 1) await jobs.enqueue(tx, hangingQueue, { n })
    })
    const startedAt = performance.now()
    await jobs.startWorkers({ commitSignals: wake } as unknown as Deps)
    await allRan.promise
    expect(performance.now() - startedAt).toBeLessThan(waitingJobsLimitMs)
    await jobs.stop()
    await pool.end()
  },
)
