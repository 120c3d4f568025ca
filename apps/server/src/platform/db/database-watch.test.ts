import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { Client } from 'pg'
import { makeLogger } from '../logger.ts'
import { makeDatabaseWatch } from './database-watch.ts'
import { makeTestDatabase } from './testing/test-database.ts'

let databaseUrl: string
let client: Client
beforeAll(async () => {
  databaseUrl = await makeTestDatabase(inject('postgres'))
  client = new Client({ connectionString: databaseUrl })
  await client.connect()
})
afterAll(() => client.end())

test('an idle database is not probed, and one in use is', async () => {
  const countProbes = async () => {
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity
        where datname = current_database() and application_name = 'veranda-watch'`,
    )
    return rows[0]?.count
  }
  let isInUse = false
  let asked = 0
  const watched = {
    isInUse() {
      asked += 1
      return isInUse
    },
    cutOff: () => undefined,
    restore: () => undefined,
  }
  const watch = makeDatabaseWatch(databaseUrl, [watched], makeLogger('fatal'))
  watch.start()
  try {
    await expect.poll(() => asked).toBeGreaterThan(1)
    expect(await countProbes()).toBe(0)
    isInUse = true
    await expect.poll(countProbes).toBe(1)
  } finally {
    await watch.stop()
  }
})
