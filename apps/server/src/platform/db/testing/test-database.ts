import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Client } from 'pg'
import { PgBoss } from 'pg-boss'
import { startEmbeddedPostgres } from '../embedded-postgres.ts'
import { migrate } from '../migrate.ts'

export const templateDatabase = 'veranda_template'

/** Settings for speed, which lose data in a crash. Autovacuum would visit hundreds of databases that are no longer used. */
const unsafeFastSettings = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'max_wal_size=2GB',
  'autovacuum=off',
]

const runsFolder = join(tmpdir(), 'veranda-test-postgres')

/** Returns the folder of the Postgres that this process starts for tests. */
export const testPostgresFolder = () => join(runsFolder, String(process.pid))

/**
 * Starts a Postgres with a migrated template database for one test run, in its own folder among the temporary files.
 * Returns the address of the server.
 */
export async function startTestPostgres(root: string): Promise<{ url: string; stop(): Promise<void> }> {
  removeDeadRuns()
  const folder = testPostgresFolder()
  mkdirSync(runsFolder, { recursive: true })
  const postgres = await startEmbeddedPostgres(folder, unsafeFastSettings)
  await runSql(postgres.url, `create database ${templateDatabase}`)
  const url = withDatabase(postgres.url, templateDatabase)
  await migrate(url, resolve(root, 'apps/server/migrations'))
  const boss = new PgBoss({ connectionString: url, supervise: false, schedule: false, max: 1 })
  await boss.start()
  await boss.stop({ graceful: false, close: true })
  return {
    url: postgres.url,
    async stop() {
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/**
 * Creates a database from the template; returns its URL. All databases are deleted when the run ends. ext4 does not reuse
 * inodes for some seconds after they were freed, so dropping each one would make creating the next five times as slow.
 */
export async function makeTestDatabase(server: string): Promise<string> {
  const name = `t_${randomBytes(8).toString('hex')}`
  for (let attempt = 1; ; attempt += 1) {
    try {
      // Copied as files: the default logs every block, for nothing here.
      await runSql(server, `create database ${name} template ${templateDatabase} strategy file_copy`)
      return withDatabase(server, name)
    } catch (error) {
      // Another test file is copying the template right now.
      if (attempt >= 20) throw error
      await new Promise((resolve) => setTimeout(resolve, 50 * attempt))
    }
  }
}

function withDatabase(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.toString()
}

async function runSql(url: string, text: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}

/** Removes the folders of test runs that were killed. */
function removeDeadRuns(): void {
  let names: string[] = []
  try {
    names = readdirSync(runsFolder)
  } catch {
    return
  }
  for (const name of names.filter((text) => /^\d+$/.test(text))) {
    try {
      process.kill(Number(name), 0)
    } catch {
      rmSync(join(runsFolder, name), { recursive: true, force: true })
    }
  }
}
