import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type Client, escapeIdentifier } from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { rebaseOutbox } from '../events/rebase-outbox.ts'
import { BackupError, backupPaths, type BackupManifest, writeBackupFile } from './backup-manifest.ts'

type Table = { schema: string; name: string; columns: string[] }
type Sequence = BackupManifest['sequences'][number]

const schemas = ['public', 'pgboss']

/** Text is written and read in the same format, whatever the settings of the database are. */
export const copySettings = `
  set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set client_encoding = 'UTF8';
  set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set timezone = 'UTC'; set extra_float_digits = 1;
  set bytea_output = 'hex'`

/**
 * Lists the tables with rows to keep, and their columns that are not computed. Left out are the applied migrations,
 * which the manifest has; unlogged tables, which a crash of Postgres empties too; and the statistics of job queues,
 * whose partitions are made day by day.
 */
async function listTables(client: Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select n.nspname as schema, c.relname as name,
       array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = '') as columns
     from pg_class c
     join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where n.nspname = any($1) and c.relkind = 'r' and c.relpersistence = 'p'
       and not (n.nspname = 'public' and c.relname = 'migrations')
       and not (n.nspname = 'pgboss' and c.relname like 'queue\\_stats%')
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
     group by n.nspname, c.relname order by n.nspname, c.relname`,
    [schemas],
  )
  return rows
}

const qualified = ({ schema, name }: { schema: string; name: string }) =>
  `${escapeIdentifier(schema)}.${escapeIdentifier(name)}`
const isJobTable = ({ schema }: Table) => schema === 'pgboss'
const columnList = ({ columns }: Table) => columns.map((column) => escapeIdentifier(column)).join(', ')

/** Writes each table as a file, as the transaction of the client sees it. */
export async function dumpTables(client: Client, folder: string): Promise<BackupManifest['tables']> {
  const dumped: BackupManifest['tables'] = []
  for (const table of await listTables(client)) {
    const rows = client.query(copyTo(`copy (select ${columnList(table)} from only ${qualified(table)}) to stdout`))
    const checksum = await writeBackupFile(join(folder, backupPaths.table(table)), rows)
    dumped.push({ ...table, rows: rows.rowCount, ...checksum })
  }
  return dumped
}

/** Reads where each sequence is, which is never before the rows of an older snapshot. */
export async function readSequences(client: Client): Promise<Sequence[]> {
  const { rows } = await client.query<{ schema: string; name: string }>(
    'select schemaname as schema, sequencename as name from pg_sequences where schemaname = any($1) order by 1, 2',
    [schemas],
  )
  const sequences: Sequence[] = []
  for (const sequence of rows) {
    const { rows: values } = await client.query<Pick<Sequence, 'lastValue' | 'isCalled'>>(
      `select last_value::text as "lastValue", is_called as "isCalled" from ${qualified(sequence)}`,
    )
    for (const value of values) sequences.push({ ...sequence, ...value })
  }
  return sequences
}

/** Returns whether the database has no table, view or sequence of anyone. */
export async function isDatabaseEmpty(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ used: boolean }>(
    `select exists (
       select from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname !~ '^pg_' and n.nspname <> 'information_schema' and c.relkind in ('r', 'p', 'v', 'm', 'S')
         and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
     ) as used`,
  )
  return rows[0]?.used === false
}

/**
 * Loads the rows and sequences of a backup into the empty tables of the same migrations, in the transaction of the
 * client. Foreign keys are dropped meanwhile, since tables refer to each other in circles, and made again, which checks
 * every row; the triggers of the tables run. Throws BackupError when the tables or rows are not those of the backup.
 */
export async function loadTables(client: Client, folder: string, manifest: BackupManifest): Promise<void> {
  const tables = await listTables(client)
  const format = (listed: readonly Table[]) => listed.map((table) => `${qualified(table)} (${columnList(table)})`)
  const [expected, backedUp] = [format(tables), format(manifest.tables)]
  const missing = expected.filter((table) => !backedUp.includes(table))
  const unknown = backedUp.filter((table) => !expected.includes(table))
  if (missing.length > 0 || unknown.length > 0)
    throw new BackupError(
      `The backup does not have the tables of its migrations (${[...missing, ...unknown].join(', ')}): use another backup`,
    )
  const foreignKeys = await dropForeignKeys(client)
  // Making the tables of the job queue writes rows of its own.
  await client.query(`truncate ${tables.filter(isJobTable).map(qualified).join(', ')}`)
  for (const table of manifest.tables) {
    // Triggers of tables that were loaded before may have written rows of this one; those of the backup count.
    const { rows } = await client.query<{ used: boolean }>(`select exists (select from ${qualified(table)}) as used`)
    if (rows[0]?.used) await client.query(`delete from ${qualified(table)}`)
    const target = client.query(copyFrom(`copy ${qualified(table)} (${columnList(table)}) from stdin`))
    await pipeline(createReadStream(join(folder, backupPaths.table(table))), target)
    if (target.rowCount !== table.rows)
      throw new BackupError(`${table.name} has ${target.rowCount} rows instead of ${table.rows}: use another backup`)
  }
  for (const sequence of manifest.sequences)
    await client.query('select setval($1::regclass, $2, $3)', [
      qualified(sequence),
      sequence.lastValue,
      sequence.isCalled,
    ])
  // Deferred checks, such as the balance of the ledger, must have run before tables are altered.
  await client.query('set constraints all immediate')
  await rebaseOutbox(client)
  await restoreForeignKeys(client, foreignKeys)
}

type ForeignKey = { table: string; name: string; definition: string }

async function dropForeignKeys(client: Client): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `select c.conrelid::regclass::text as "table", c.conname as name, pg_get_constraintdef(c.oid) as definition
     from pg_constraint c join pg_namespace n on n.oid = c.connamespace
     where n.nspname = any($1) and c.contype = 'f' and c.conparentid = 0`,
    [schemas],
  )
  for (const { table, name } of rows)
    await client.query(`alter table ${table} drop constraint ${escapeIdentifier(name)}`)
  return rows
}

const foreignKeyViolation = '23503'

async function restoreForeignKeys(client: Client, foreignKeys: readonly ForeignKey[]): Promise<void> {
  for (const { table, name, definition } of foreignKeys) {
    try {
      await client.query(`alter table ${table} add constraint ${escapeIdentifier(name)} ${definition}`)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === foreignKeyViolation)) throw error
      throw new BackupError(`Rows of ${table} refer to rows that the backup does not have: use another backup`)
    }
  }
}
