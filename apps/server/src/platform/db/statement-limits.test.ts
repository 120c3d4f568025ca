import { route } from '@veranda/contract/route.ts'
import { ok } from '@veranda/core/result.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import * as z from 'zod/mini'
import { testApp, type TestApp } from '../../testing/test-app.ts'
import { anyone } from '../http/route-access.ts'
import { serve } from '../http/route.ts'
import { type Db, openDatabase } from './database.ts'
import { shareDatabaseTime } from './database-time.ts'
import { makeTestDatabase } from './testing/test-database.ts'

/** Runs two statements, one after another, that each take more than half of a call's time. */
const slowRoute = serve(
  route<{ body: { text: string }; reply: object }>('POST', '/slow'),
  { access: anyone, body: z.object({ text: z.string() }), reply: z.object({}), transaction: false },
  async ({ deps }) => {
    await sql`select pg_sleep(1)`.execute(deps.db)
    await sql`select pg_sleep(1)`.execute(deps.db)
    return ok({})
  },
)

let app: TestApp
beforeAll(async () => {
  app = await testApp({ features: [{ name: 'slow', routes: [slowRoute] }] })
})
afterAll(() => app.close())

const isCancelled = { code: '57014' }

test('a statement of a request ends before two seconds, and one of background work goes on', async () => {
  const sleep = (db: Db) => sql`select pg_sleep(2)`.execute(db)
  const [request, background] = await Promise.allSettled([sleep(app.deps.db), sleep(app.app.backgroundDeps.db)])
  expect(request).toMatchObject({ status: 'rejected', reason: isCancelled })
  expect(background.status).toBe('fulfilled')
})

test('a request whose statements take too long together is 503', async () => {
  const reply = await app.app.http.inject({ method: 'POST', url: '/api/slow', payload: { text: 'Take your time.' } })
  expect(reply.statusCode).toBe(503)
})

test('background work has 30 seconds for a statement', async () => {
  const { rows } = await sql<{ limit: string }>`select current_setting('statement_timeout') as limit`.execute(
    app.app.backgroundDeps.db,
  )
  expect(rows[0]?.limit).toBe('30s')
})

test('the wait for a connection counts as time of the statements that follow on it, once', async () => {
  const { db, close } = openDatabase(await makeTestDatabase(inject('postgres')), { max: 1, callTimeMs: 1_000 })
  const readLimit = async (on: Db) => {
    const { rows } = await sql<{
      limit: string
    }>`select setting as limit from pg_settings where name = 'statement_timeout'`.execute(on)
    return Number(rows[0]?.limit)
  }
  const [, waited] = await Promise.all([sql`select pg_sleep(0.5)`.execute(db), readLimit(db)])
  expect(waited).toBeGreaterThan(0)
  expect(waited).toBeLessThanOrEqual(500)
  expect(await readLimit(db)).toBe(1_000)
  await close()
})

const almostTheTimeOf = (db: Db) => sql`select pg_sleep(0.7)`.execute(db)

test('the statements of a call share its time, in a transaction and one by one', async () => {
  const { db, close } = openDatabase(await makeTestDatabase(inject('postgres')), { callTimeMs: 1_000 })
  await expect(
    db.transaction().execute(async (tx) => {
      await almostTheTimeOf(tx)
      await almostTheTimeOf(tx)
    }),
  ).rejects.toMatchObject(isCancelled)
  const oneByOne = async () => {
    await almostTheTimeOf(db)
    await almostTheTimeOf(db)
  }
  await expect(shareDatabaseTime(oneByOne)).rejects.toMatchObject(isCancelled)
  // Outside a call each has the whole time, also on the connections of those that were cancelled.
  await oneByOne()
  await close()
})

test('statements of a call at the same time count once', async () => {
  const { db, close } = openDatabase(await makeTestDatabase(inject('postgres')), { callTimeMs: 2_000 })
  const together = async () => {
    await Promise.all(Array.from({ length: 4 }, () => almostTheTimeOf(db)))
    await almostTheTimeOf(db)
  }
  await expect(shareDatabaseTime(together)).resolves.toBeUndefined()
  await close()
})

test('reads that are sent together end with the time of their call, and leave a connection that works', async () => {
  const { db, readTogether, close } = openDatabase(await makeTestDatabase(inject('postgres')), {
    max: 1,
    callTimeMs: 1_000,
  })
  const slow = sql`select pg_sleep(0.7)`.compile(db)
  await expect(readTogether(slow, slow)).rejects.toThrow('Query read timeout')
  expect(await readTogether(sql<{ n: number }>`select 1 as n`.compile(db))).toEqual([[{ n: 1 }]])
  await close()
})

test('a call that has used its time still ends its transaction', async () => {
  const { db, close } = openDatabase(await makeTestDatabase(inject('postgres')), { max: 1, callTimeMs: 1_000 })
  await shareDatabaseTime(async () => {
    await expect(db.transaction().execute((tx) => sql`select pg_sleep(3)`.execute(tx))).rejects.toMatchObject(
      isCancelled,
    )
    await expect(sql`select 1`.execute(db)).rejects.toMatchObject(isCancelled)
  })
  const { rows } = await sql<{ isOpen: boolean }>`select now() <> statement_timestamp() as "isOpen"`.execute(db)
  expect(rows).toEqual([{ isOpen: false }])
  await close()
})
