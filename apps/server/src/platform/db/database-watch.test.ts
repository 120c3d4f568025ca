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

test('an idle database is probed once, over a connection that stays, and one in use all the time', async () => {
  /** Returns when the last probe began, and the connections of the watch. */
  const readProbes = async () => {
    const { rows } = await client.query<{ count: number; last: string | null }>(
      `select count(*)::int as count, max(query_start)::text as last from pg_stat_activity
        where datname = current_database() and application_name = 'veranda-watch' and query = 'select 1'`,
    )
    return rows[0] ?? { count: 0, last: null }
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
    await expect.poll(async () => (await readProbes()).count).toBe(1)
    const first = await readProbes()
    asked = 0
    await expect.poll(() => asked).toBeGreaterThan(1)
    expect(await readProbes()).toEqual(first)
    isInUse = true
    await expect.poll(async () => (await readProbes()).last).not.toBe(first.last)
    expect((await readProbes()).count).toBe(1)
  } finally {
    await watch.stop()
  }
})
