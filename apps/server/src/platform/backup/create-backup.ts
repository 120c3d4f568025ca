import { chmod, mkdtemp, open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { Client } from 'pg'
import { type StorageGateway } from '../../gateways/storage/storage-gateway.ts'
import { type UploadStore } from '../../gateways/storage/upload-store.ts'
import { assetStorageKey } from '../assets/asset-keys.ts'
import { pendingUploads, readPendingUpload } from '../assets/assets-in-backup.ts'
import { type Migration } from '../db/migrate.ts'
import { storedSecretStatement } from '../db/settings.ts'
import { backupLockKey } from './backup-lock.ts'
import {
  BackupError,
  backupFormatVersion,
  type BackupManifest,
  backupPaths,
  type Checksum,
  makeBackupFolder,
  writeBackupFile,
  writeManifest,
} from './backup-manifest.ts'
import { copySettings, dumpTables, readSequences } from './database-copy.ts'
import { isSecretOf, type SecretCheck } from './secret-check.ts'
import { findStoredKeys, type StoredKeyQuery } from './stored-keys.ts'

export type BackupParts = {
  readonly databaseUrl: string
  /** The configured secret; undefined where the database has it. */
  readonly secret: string | undefined
  readonly storage: StorageGateway
  readonly uploads: UploadStore
  /** Find every file that the database refers to. */
  readonly storedKeys: readonly StoredKeyQuery[]
  readonly secretChecks: readonly SecretCheck[]
  /** Does in a restored database what happened after the backup and is recorded outside of it, before the commit. */
  readonly afterLoad?: (client: Client, folder: string) => Promise<void>
  /** The migrations that this version of Veranda knows. */
  readonly migrations: readonly Migration[]
  readonly version: string
  /** A folder for files that are downloaded to be copied; exists. */
  readonly scratchFolder: string
}

/** Files that are copied at once. */
const maxCopies = 4
const lockTimeoutMs = 60_000

/**
 * Writes a backup into an empty or new folder, also while servers run: the database in one snapshot, and then every
 * file that the snapshot refers to. Until it is complete no stored file is deleted. Throws BackupError.
 */
export async function createBackup(parts: BackupParts, folder: string): Promise<BackupManifest> {
  await makeBackupFolder(folder)
  if ((await readdir(folder)).length > 0)
    throw new BackupError(`${folder} is not empty: name a new folder for the backup`)
  await chmod(folder, 0o700)
  const client = new Client({
    connectionString: parts.databaseUrl,
    application_name: 'veranda-backup',
    keepAlive: true,
  })
  // A connection that fails is noticed by the next statement.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query(copySettings)
    await checkMigrations(client, parts)
    await lockDeletions(client)
    const takenAt = new Date().toISOString()
    // It writes nothing, so it holds back no event handler, however long it takes.
    await client.query('begin isolation level repeatable read read only')
    const tables = await dumpTables(client, folder)
    const sequences = await readSequences(client)
    const keys = await findStoredKeys(parts.storedKeys, (statement) => client.query(statement))
    const { rows: waiting } = await client.query<{ id: string }>(pendingUploads)
    const jobTables = await readJobTablesVersion(client)
    const stored = (await client.query<{ value: unknown }>(storedSecretStatement)).rows[0]?.value
    const secret = parts.secret ?? stored
    const fits = typeof secret === 'string' && (await isSecretOf(client, parts.secretChecks, secret))
    await client.query('commit')
    if (typeof secret !== 'string')
      throw new BackupError('There is no secret in VERANDA_SECRET or in the database: set the one that the server has')
    if (!fits)
      throw new BackupError(
        'VERANDA_SECRET is not the secret of this database, whose keys cannot be read with it: set the one that the server has',
      )
    const secretText = `${JSON.stringify({ VERANDA_SECRET: secret })}\n`
    const manifest: BackupManifest = {
      format: backupFormatVersion,
      veranda: parts.version,
      takenAt,
      migrations: parts.migrations.map(({ name, checksum }) => ({ name, checksum })),
      jobTables,
      secretFrom: parts.secret === undefined ? 'database' : 'environment',
      secrets: await writeBackupFile(join(folder, backupPaths.secrets), Readable.from([Buffer.from(secretText)])),
      tables,
      sequences,
      files: await copyAll([...keys], (key) => copyFile(parts, folder, key)),
      uploads: (await copyAll(waiting, ({ id }) => copyUpload(parts, client, folder, id))).flatMap((copied) =>
        copied ? [copied] : [],
      ),
    }
    // Fails when the connection was lost, and the lock with it: a file may have been deleted before it was copied.
    await client.query('select 1')
    await writeManifest(folder, manifest)
    return manifest
  } finally {
    await client.end()
  }
}

async function checkMigrations(client: Client, { migrations }: BackupParts): Promise<void> {
  const { rows: found } = await client.query<{ exists: boolean }>(
    "select to_regclass('migrations') is not null as exists",
  )
  if (!found[0]?.exists)
    throw new BackupError(
      'There is nothing of Veranda in this database: check DATABASE_URL, or VERANDA_DATA for the embedded one',
    )
  const { rows } = await client.query<{ name: string; checksum: string }>('select name, checksum from migrations')
  const applied = new Map(rows.map(({ name, checksum }) => [name, checksum]))
  if (applied.size === migrations.length && migrations.every(({ name, checksum }) => applied.get(name) === checksum))
    return
  throw new BackupError(
    'This database is of another version of Veranda: make the backup with the version that runs on it',
  )
}

const lockNotAvailable = '55P03'

async function lockDeletions(client: Client): Promise<void> {
  await client.query(`set lock_timeout = ${lockTimeoutMs}`)
  try {
    await client.query('select pg_advisory_lock($1)', [backupLockKey])
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === lockNotAvailable)) throw error
    throw new BackupError('Another backup of this database is running: try again when it is done')
  }
}

/** Reads the version of the tables of the job queue. */
export async function readJobTablesVersion(client: Client): Promise<number> {
  const { rows } = await client.query<{ version: number }>('select version from pgboss.version')
  return rows[0]?.version ?? 0
}

async function copyFile(
  { storage }: BackupParts,
  folder: string,
  key: string,
): Promise<BackupManifest['files'][number]> {
  const bytes = await storage.open(key)
  if (!bytes)
    throw new BackupError(
      `The stored file ${key} is missing, although the database refers to it: see what removed it before making a backup`,
    )
  return { key, ...(await writeBackupFile(join(folder, backupPaths.file({ key })), bytes)) }
}

/**
 * Copies an upload that waits for its conversion. When it was converted meanwhile, its original is the same bytes; when
 * it was refused meanwhile, there is nothing to keep.
 */
async function copyUpload(
  { storage, uploads, scratchFolder }: BackupParts,
  client: Client,
  folder: string,
  assetId: string,
): Promise<({ assetId: string } & Checksum) | undefined> {
  const downloads = await mkdtemp(join(scratchFolder, 'upload-'))
  try {
    const path = await uploads.localFile(assetId, downloads)
    const source = (path !== undefined && (await openFile(path))) || (await openConverted(client, storage, assetId))
    if (!source) return undefined
    return { assetId, ...(await writeBackupFile(join(folder, backupPaths.upload({ assetId })), source)) }
  } finally {
    await rm(downloads, { recursive: true, force: true })
  }
}

/** Opens a file, which its removal then no longer changes; returns undefined when it is gone already. */
async function openFile(path: string): Promise<Readable | undefined> {
  try {
    return (await open(path)).createReadStream()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

async function openConverted(client: Client, storage: StorageGateway, assetId: string): Promise<Readable | undefined> {
  const { rows } = await client.query<{ sha256: string | null }>(readPendingUpload, [assetId])
  const sha256 = rows[0]?.sha256
  return sha256 ? storage.open(assetStorageKey(sha256, 'original')) : undefined
}

/** Copies each item, a few at once, and returns the results in order. */
async function copyAll<T, R>(items: readonly T[], copy: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  for (let at = 0; at < items.length; at += maxCopies)
    results.push(...(await Promise.all(items.slice(at, at + maxCopies).map(copy))))
  return results
}
