import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { openDatabase } from '../db/database.ts'
import { makeTestDatabase } from '../db/testing.ts'
import { transact } from '../db/transact.ts'
import { type Deps } from '../deps.ts'
import { makeLogger } from '../logger.ts'
import { makeJobs } from './boss.ts'
import { worker } from './jobs.ts'
import { heldQueue } from './testing/hold-job.ts'

/** Ten seconds without a sign of life, the next look, the pause before a second try, the next poll; and a slow machine. */
const soon = 25_000

test('a job whose holder was killed is taken up by another node within seconds', { timeout: 60_000 }, async () => {
  const database = await makeTestDatabase(inject('postgres'))
  const { db, pool } = openDatabase(database.url, { max: 2, onError: () => undefined })
  const wake = { committed: () => undefined, on: () => () => undefined }
  const jobs = makeJobs(database.url, makeLogger('silent'), { supervise: true })
  const taken = Promise.withResolvers<object>()
  await jobs.open([worker(heldQueue, async (data) => taken.resolve(data))])
  await transact({ db, wake }, (tx) => jobs.enqueue(tx, heldQueue, { workId: 'chair' }))
  const holder = fork(join(import.meta.dirname, 'testing/hold-job.ts'), [database.url])
  await once(holder, 'message')
  // Working needs nothing of the server but to be woken.
  await jobs.work({ wake } as unknown as Deps)
  holder.kill('SIGKILL')
  const killed = performance.now()
  expect(await taken.promise).toEqual({ workId: 'chair' })
  expect(performance.now() - killed).toBeLessThan(soon)
  await jobs.stop()
  await pool.end()
  await database.drop()
})

test('a job of which every holder died is given up aloud', { timeout: 60_000 }, async () => {
  const database = await makeTestDatabase(inject('postgres'))
  const { db, pool } = openDatabase(database.url, { max: 2, onError: () => undefined })
  const wake = { committed: () => undefined, on: () => () => undefined }
  const jobs = makeJobs(database.url, makeLogger('silent'), { supervise: true })
  const given = Promise.withResolvers<object>()
  const never = () => new Promise<void>(() => undefined)
  await jobs.open([worker(heldQueue, never, { givenUp: async (data) => given.resolve(data) })])
  await transact({ db, wake }, (tx) => jobs.enqueue(tx, heldQueue, { workId: 'chair' }))
  // Seven died of it, and the eighth has not been heard of for a minute.
  await sql`update pgboss.job set state = 'active', retry_count = retry_limit,
    started_on = now() - interval '1 minute', heartbeat_on = now() - interval '1 minute'`.execute(db)
  await jobs.work({ wake } as unknown as Deps)
  expect(await given.promise).toEqual({ workId: 'chair' })
  expect(await jobs.failed()).toMatchObject([{ queue: heldQueue }])
  await jobs.stop()
  await pool.end()
  await database.drop()
})
