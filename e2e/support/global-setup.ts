import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { launchPostgres } from '@veranda/server/db/launch.ts'
import { Client } from 'pg'
import { dataDir, seededDatabase } from './paths.ts'
import { runToEnd } from './server-process.ts'

/** One Postgres for all journeys, and in it the demo world once, which each journey copies. */
export default async function setUp(): Promise<() => Promise<void>> {
  rmSync(join(dataDir, 'files'), { recursive: true, force: true })
  const postgres = await launchPostgres(join(dataDir, 'postgres'))
  process.env['E2E_POSTGRES'] = postgres.url
  const client = new Client({ connectionString: postgres.url })
  await client.connect()
  await client.query(`drop database if exists ${seededDatabase} with (force)`)
  await client.query(`create database ${seededDatabase}`)
  await client.end()
  await runToEnd('apps/server/seed/main.ts', databaseUrl(postgres.url, seededDatabase))
  return () => postgres.stop()
}

/** The address of another database on the same server. */
export function databaseUrl(url: string, name: string): string {
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.href
}
