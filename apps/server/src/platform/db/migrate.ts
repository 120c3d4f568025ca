import { hash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'

const migrationLockKey = 7_261_101

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
 * nodes never migrate at once. Throws UnusableDatabaseError for a Postgres older than 18 and for a file that changed
 * after it was applied. Returns the names of the applied files.
 */
export async function migrate(url: string, folder: string): Promise<string[]> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    application_name: 'veranda-migrate',
  })
  await client.connect()
  try {
    const version = Number((await client.query('show server_version_num')).rows[0]?.server_version_num)
    if (version < 180_000) {
      throw new UnusableDatabaseError(
        `DATABASE_URL is Postgres ${Math.floor(version / 10_000)}; Veranda needs 18 or later`,
      )
    }
    await client.query('select pg_advisory_lock($1)', [migrationLockKey])
    await client.query(createMigrationsTable)
    const rows = (await client.query<{ name: string; checksum: string }>('select name, checksum from migrations')).rows
    const applied = new Map(rows.map((row) => [row.name, row.checksum]))
    const appliedNow: string[] = []
    const migrations = await readMigrations(folder)
    const known = new Map(migrations.map(({ name, checksum }) => [name, checksum]))
    for (const [name, checksum] of applied) {
      if (known.get(name) !== checksum) throw new UnusableDatabaseError(otherVersionMessage)
    }
    for (const migration of migrations) {
      if (applied.has(migration.name)) continue
      await client.query('begin')
      await applyMigration(client, migration)
      await client.query('commit')
      appliedNow.push(migration.name)
    }
    return appliedNow
  } finally {
    await client.end()
  }
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

/** The database exists but cannot be used; the message is the one line to print. */
export class UnusableDatabaseError extends Error {}
