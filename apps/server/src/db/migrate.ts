import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'

const lock = 7_261_101

export type Migration = { readonly name: string; readonly sql: string; readonly checksum: string }

/** The files `NNNN_name.sql` of the folder, in order. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}_[a-z0-9_]+\.sql$/.test(name)).sort()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(folder, name), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

/**
 * Brings the database to the newest migration: forward only, each file in a transaction of its own, under an advisory
 * lock so that two starting nodes do not meet. Refuses a database older than Postgres 18 and a file that was changed
 * after it had been applied. Answers the names of what it applied.
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
      throw new DatabaseUnfit(`DATABASE_URL is Postgres ${Math.floor(version / 10_000)}; Veranda needs 18 or later`)
    }
    await client.query('select pg_advisory_lock($1)', [lock])
    await client.query(
      'create table if not exists migrations (name text primary key, checksum text not null, at timestamptz not null default now())',
    )
    const rows = (await client.query<{ name: string; checksum: string }>('select name, checksum from migrations')).rows
    const applied = new Map(rows.map((row) => [row.name, row.checksum]))
    const fresh: string[] = []
    for (const { name, sql, checksum } of await readMigrations(folder)) {
      const known = applied.get(name)
      if (known !== undefined && known !== checksum) {
        throw new DatabaseUnfit(`migration ${name} was changed after it had been applied to this database`)
      }
      if (known !== undefined) continue
      await client.query('begin')
      await client.query(sql)
      await client.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum])
      await client.query('commit')
      fresh.push(name)
    }
    return fresh
  } finally {
    await client.end()
  }
}

/** The database is there but cannot be used; the message is the one line to print. */
export class DatabaseUnfit extends Error {}
