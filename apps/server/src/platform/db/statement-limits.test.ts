import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { testApp, type TestApp } from '../../testing/test-app.ts'
import { type Db, openDatabase } from './database.ts'
import { makeTestDatabase } from './testing/test-database.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ features: [] })
})
afterAll(() => app.close())

const isCancelled = { code: '57014' }

test('a statement of a request ends before two seconds, and one of background work goes on', async () => {
  const sleep = (db: Db) => sql`select pg_sleep(2)`.execute(db)
  const [request, background] = await Promise.allSettled([sleep(app.deps.db), sleep(app.app.backgroundDeps.db)])
  expect(request).toMatchObject({ status: 'rejected', reason: isCancelled })
  expect(background.status).toBe('fulfilled')
})

test('background work has 30 seconds for a statement', async () => {
  const { rows } = await sql<{ limit: string }>`select current_setting('statement_timeout') as limit`.execute(
    app.app.backgroundDeps.db,
  )
  expect(rows[0]?.limit).toBe('30s')
})

test('the wait for a connection counts as time of the statements that follow on it, once', async () => {
  const { db, close } = openDatabase(await makeTestDatabase(inject('postgres')), { max: 1, statementTimeoutMs: 1_000 })
  const readLimit = async (on: Db) => {
    const { rows } = await sql<{
      limit: string
    }>`select setting as limit from pg_settings where name = 'statement_timeout'`.execute(on)
    return Number(rows[0]?.limit)
  }
  const [, waited] = await Promise.all([sql`select pg_sleep(0.5)`.execute(db), readLimit(db)])
  expect(waited).toBeGreaterThanOrEqual(300)
  expect(waited).toBeLessThanOrEqual(500)
  expect(await readLimit(db)).toBe(1_000)
  await close()
})
