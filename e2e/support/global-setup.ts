import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@veranda/server/platform/db/embedded-postgres.ts'
import { Client } from 'pg'
import { buildWeb } from '../../tools/build.ts'
import { dataDir, seededDatabase } from './paths.ts'
import { runProgram } from './server-process.ts'

/** Builds the web app, and starts one Postgres for all journeys and seeds the demo world that each journey copies. */
export default async function setUp(): Promise<() => Promise<void>> {
  // The mails of an earlier run are to the same users.
  for (const folder of ['files', 'mail']) rmSync(join(dataDir, folder), { recursive: true, force: true })
  const postgres = await startEmbeddedPostgres(join(dataDir, 'postgres'))
  process.env['E2E_POSTGRES'] = postgres.url
  const client = new Client({ connectionString: postgres.url })
  await client.connect()
  await client.query(`drop database if exists ${seededDatabase} with (force)`)
  await client.query(`create database ${seededDatabase}`)
  await client.end()
  await Promise.all([seedSmallWorld(postgres.url), buildWeb()])
  return () => postgres.stop()
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
