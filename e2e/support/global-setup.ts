import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@veranda/server/platform/db/embedded-postgres.ts'
import { Client } from 'pg'
import { buildWeb } from '../../tools/build.ts'
import { dataDir, journeyDatabasePrefix, seededDatabase } from './paths.ts'
import { runProgram } from './server-process.ts'

/** Builds the web app, and starts one Postgres for all journeys and seeds the demo world that each journey copies. */
export default async function setUp(): Promise<() => Promise<void>> {
  // The mails of an earlier run are to the same users.
  for (const folder of ['files', 'mail']) rmSync(join(dataDir, folder), { recursive: true, force: true })
  // The journeys end servers, never this Postgres.
  const postgres = await startEmbeddedPostgres(join(dataDir, 'postgres'), ['fsync=off'])
  process.env['E2E_POSTGRES'] = postgres.url
  const client = new Client({ connectionString: postgres.url })
  await client.connect()
  await dropDatabases(client)
  await client.query(`create database ${seededDatabase}`)
  await client.end()
  await Promise.all([seedSmallWorld(postgres.url), buildWeb()])
  return () => postgres.stop()
}

/**
 * Drops the databases of the last run. A journey does not drop its own: ext4 does not reuse inodes for some seconds after
 * they were freed, so creating the next database would be five times as slow.
 */
async function dropDatabases(client: Client): Promise<void> {
  const { rows } = await client.query<{ datname: string }>(
    'select datname from pg_database where starts_with(datname, $1)',
    [journeyDatabasePrefix],
  )
  for (const { datname } of rows) await client.query(`drop database ${datname} with (force)`)
}

function seedSmallWorld(url: string): Promise<string> {
  return runProgram('apps/server/seed/main.ts', databaseUrl(url, seededDatabase), ['--small'])
}

/** Returns the URL of another database on the same server. */
export function databaseUrl(url: string, name: string): string {
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.href
}
