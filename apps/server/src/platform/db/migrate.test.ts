import { resolve } from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { migrate } from './migrate.ts'
import { resetDatabase } from './reset-database.ts'
import { makeTestDatabase } from './testing/test-database.ts'

const folder = resolve(import.meta.dirname, '../../../migrations')
let database: Awaited<ReturnType<typeof makeTestDatabase>>
let client: Client

beforeEach(async () => {
  database = await makeTestDatabase(inject('postgres'))
  client = new Client({ connectionString: database.url })
  await client.connect()
})
afterEach(async () => {
  await client.end()
  await database.drop()
})

test('a migrated database needs nothing', async () => {
  expect(await migrate(database.url, folder)).toEqual([])
})

test.each([
  ['a changed migration', "update migrations set checksum = 'other' where name = (select min(name) from migrations)"],
  ['an unknown migration', "insert into migrations (name, checksum) values ('0001_older.sql', 'other')"],
])(
  'a database of another version, with %s, is refused unchanged, and seeding makes it usable again',
  async (_, sql) => {
    await client.query(sql)
    const tables = "select count(*)::int as count from information_schema.tables where table_schema = 'public'"
    const before = (await client.query(tables)).rows
    await expect(migrate(database.url, folder)).rejects.toThrow('`npm run seed`')
    expect((await client.query(tables)).rows).toEqual(before)
    await resetDatabase(database.url)
    expect((await migrate(database.url, folder)).length).toBeGreaterThan(5)
  },
)
