import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../testing/test-app.ts'
import { type Db } from './database.ts'

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
