import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@veranda/server/platform/db/embedded-postgres.ts'
import { Client } from 'pg'
import { buildApp } from '../../../tools/build.ts'
import { databaseUrl, dataDir, journeyDatabasePrefix, seededDatabase } from '../paths.ts'
import { isPicturesRun } from '../scope.ts'
import { runProgram } from './server-process.ts'

/** Starts the Postgres of all journeys. They end servers, never this Postgres. */
export const startJourneyPostgres = () => startEmbeddedPostgres(join(dataDir, 'postgres'), ['fsync=off'])

/**
 * Builds the app and seeds the demo world that each journey copies. `npm test` runs it as a program of its own, at
 * the same time as the checks.
 */
export async function prepareWorld(): Promise<void> {
  // The mails of an earlier run are to the same users.
  for (const folder of ['files', 'mail']) rmSync(join(dataDir, folder), { recursive: true, force: true })
  const postgres = await startJourneyPostgres()
  try {
    const client = new Client({ connectionString: postgres.url })
    await client.connect()
    await dropDatabases(client)
    await client.query(`create database ${seededDatabase}`)
    await client.end()
    // The small world has a few models only, which pictures would show again and again.
    const size = isPicturesRun ? [] : ['--small']
    const seed = runProgram('apps/server/seed/main.ts', databaseUrl(postgres.url, seededDatabase), size)
    await Promise.all([seed, buildApp()])
  } finally {
    await postgres.stop()
  }
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

if (import.meta.main) await prepareWorld()
