import { hash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Client } from 'pg'
import { type ConnectionLimits, withOwnConnection } from './own-connection.ts'
import { preparationLimits, runPreparation, UnusableDatabaseError } from './preparation.ts'

const migrationLockKey = 7_261_101
/** The time that a node waits for another one that migrates. */
const otherNodeTimeoutMs = 60_000

export type Migration = { readonly name: string; readonly sql: string; readonly checksum: string }

/** Reads the files `NNNN_name.sql` of the folder, in order. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}_[a-z0-9_]+\.sql$/.test(name)).sort()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(folder, name), 'utf8')
      return { name, sql, checksum: hash('sha256', sql) }
    }),
  )
}

/**
 * Applies the missing migrations: forward only, each file in its own transaction, under an advisory lock so that two
 * nodes never migrate at once. Throws UnusableDatabaseError for a Postgres older than 18, for a file that changed after
 * it was applied, and for a migration that failed, was interrupted, or waited or ran for too long. Returns the names of
 * the applied files.
 */
export function migrate(
  url: string,
  folder: string,
  limits: ConnectionLimits & { readonly otherNodeTimeoutMs: number } = { ...preparationLimits, otherNodeTimeoutMs },
): Promise<string[]> {
  return withOwnConnection(url, { applicationName: 'veranda-migrate', ...limits }, async (client) => {
    const version = Number((await client.query('show server_version_num')).rows[0]?.server_version_num)
    if (version < 180_000) {
      throw new UnusableDatabaseError(
        `DATABASE_URL is Postgres ${Math.floor(version / 10_000)}; Veranda needs 18 or later`,
      )
    }
    const migrations = await readMigrations(folder)
    let missing: Migration[] = []
    const waitForOtherNodes = {
      name: 'Migrating the database',
      lockName: 'the lock of another migration',
      lockTimeoutMs: limits.otherNodeTimeoutMs,
      statementTimeoutMs: limits.statementTimeoutMs,
    }
    await runPreparation(url, client, waitForOtherNodes, async () => {
      await client.query(`set local lock_timeout = ${limits.otherNodeTimeoutMs}`)
      await client.query('select pg_advisory_lock($1)', [migrationLockKey])
      await client.query(createMigrationsTable)
      missing = await findMissingMigrations(client, migrations)
    })
    for (const migration of missing) {
      const step = { ...limits, name: `The migration ${migration.name}` }
      await runPreparation(url, client, step, () => applyMigration(client, migration))
    }
    return missing.map(({ name }) => name)
  })
}

async function findMissingMigrations(client: Client, migrations: readonly Migration[]): Promise<Migration[]> {
  const { rows } = await client.query<{ name: string; checksum: string }>('select name, checksum from migrations')
  const known = new Map(migrations.map(({ name, checksum }) => [name, checksum]))
  for (const { name, checksum } of rows) {
    if (known.get(name) !== checksum) throw new UnusableDatabaseError(otherVersionMessage)
  }
  const applied = new Set(rows.map(({ name }) => name))
  return migrations.filter(({ name }) => !applied.has(name))
}

const createMigrationsTable =
  'create table if not exists migrations (name text primary key, checksum text not null, at timestamptz not null default now())'

/** Applies one migration in the transaction of the client, and records it. */
export async function applyMigration(client: Client, { name, sql, checksum }: Migration): Promise<void> {
  await client.query(createMigrationsTable)
  await client.query(sql)
  await client.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum])
}

const otherVersionMessage =
  'This database was made by another version of Veranda. Nothing was changed. In the sandbox, `npm run seed` empties it and makes the demo world again.'
