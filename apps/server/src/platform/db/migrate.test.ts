import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { migrate } from './migrate.ts'
import { resetDatabase } from './reset-database.ts'
import { makeTestDatabase } from './testing/test-database.ts'

const folder = resolve(import.meta.dirname, '../../../migrations')
let databaseUrl: string
let client: Client
/** The migrations of the product, and those that a test adds. */
let newerFolder: string
/** Errors that would have ended the process, such as those of a connection without a listener. */
const uncaughtErrors: string[] = []
const noteUncaught = (error: unknown) => void uncaughtErrors.push(String(error))

beforeEach(async () => {
  uncaughtErrors.length = 0
  process.on('uncaughtException', noteUncaught)
  newerFolder = mkdtempSync(join(tmpdir(), 'veranda-migrations-'))
  cpSync(folder, newerFolder, { recursive: true })
  databaseUrl = await makeTestDatabase(inject('postgres'))
  client = new Client({ connectionString: databaseUrl })
  await client.connect()
})
afterEach(async () => {
  process.off('uncaughtException', noteUncaught)
  rmSync(newerFolder, { recursive: true })
  await client.end()
})

test('a migrated database needs nothing', async () => {
  expect(await migrate(databaseUrl, folder)).toEqual([])
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
    await expect(migrate(databaseUrl, folder)).rejects.toThrow('`npm run seed`')
    expect((await client.query(tables)).rows).toEqual(before)
    await resetDatabase(databaseUrl)
    expect((await migrate(databaseUrl, folder)).length).toBeGreaterThan(5)
  },
)

const shortLimits = { lockTimeoutMs: 400, statementTimeoutMs: 5_000, otherNodeTimeoutMs: 400 }

function addMigration(sql: string): void {
  writeFileSync(join(newerFolder, '9999_newer.sql'), sql)
}

async function processOf(connection: Client): Promise<number> {
  const { rows } = await connection.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid ?? 0
}

const columns = async () =>
  (await client.query("select column_name from information_schema.columns where table_name = 'users' order by 1")).rows

test('a migration that waits for a table ends with what it waited for and what to do, and changes nothing', async () => {
  addMigration('create table before_it (); alter table users add column nickname text')
  const before = await columns()
  await client.query('begin')
  await client.query('select 1 from users')
  const pid = await processOf(client)
  await expect(migrate(databaseUrl, newerFolder, shortLimits)).rejects.toThrow(
    new RegExp(
      `^The migration 9999_newer\\.sql waited 0\\.4 s for the table users that process ${pid} \\(.*idle in transaction\\) holds; nothing was changed\\..*pg_terminate_backend\\(${pid}\\).*start again\\.$`,
    ),
  )
  await client.query('commit')
  expect(await columns()).toEqual(before)
  expect(await migrate(databaseUrl, newerFolder, shortLimits)).toEqual(['9999_newer.sql'])
})

test('a migration waits for another node only for a while, and names its process', async () => {
  await client.query('select pg_advisory_lock(7261101)')
  const pid = await processOf(client)
  await expect(migrate(databaseUrl, folder, shortLimits)).rejects.toThrow(
    `Migrating the database waited 0.4 s for the lock of another migration that process ${pid}`,
  )
})

test('a migration that runs for too long is ended and changes nothing', async () => {
  addMigration('alter table users add column nickname text; select pg_sleep(20)')
  const before = await columns()
  await expect(migrate(databaseUrl, newerFolder, { ...shortLimits, statementTimeoutMs: 300 })).rejects.toThrow(
    'The migration 9999_newer.sql took longer than 0.3 s and was ended; nothing was changed.',
  )
  expect(await columns()).toEqual(before)
})

test('a migration that cannot be applied says which one and why', async () => {
  addMigration('alter table users add column name text')
  await expect(migrate(databaseUrl, newerFolder)).rejects.toThrow(
    'The migration 9999_newer.sql failed, and nothing was changed: column "name" of relation "users" already exists',
  )
})

test.each([
  ['a migration', () => migrate(databaseUrl, newerFolder), 'The migration 9999_newer.sql was interrupted'],
  ['emptying the database', () => resetDatabase(databaseUrl), 'Emptying the database was interrupted'],
])('the connection of %s that is lost is reported, and nothing is uncaught', async (_, run, message) => {
  addMigration('alter table users add column nickname text')
  await client.query('begin')
  await client.query('select 1 from users')
  const failure = run().then(
    () => 'none',
    (error: Error) => error.message,
  )
  const other = new Client({ connectionString: databaseUrl })
  await other.connect()
  await expect
    .poll(async () => {
      const { rows } = await other.query<{ ended: boolean }>(
        `select pg_terminate_backend(pid) as ended from pg_stat_activity
         where application_name in ('veranda-migrate', 'veranda-reset') and datname = current_database() and wait_event_type = 'Lock'`,
      )
      return rows[0]?.ended
    })
    .toBe(true)
  expect(await failure).toContain(message)
  await other.end()
  // What a lost connection emits comes after the failure of its statement.
  await new Promise((resolve) => setImmediate(resolve))
  expect(uncaughtErrors).toEqual([])
})

test('emptying a database that something holds ends with what it waited for', async () => {
  await client.query('begin')
  await client.query('select 1 from users')
  await expect(resetDatabase(databaseUrl, { lockTimeoutMs: 400, statementTimeoutMs: 5_000 })).rejects.toThrow(
    /^Emptying the database waited 0\.4 s for the table users that process \d+ \(/,
  )
  await client.query('rollback')
  expect(await migrate(databaseUrl, folder)).toEqual([])
})
