import { join } from 'node:path'
import { Client } from 'pg'
import { getConstructionPlans } from 'pg-boss'
import { applyMigration } from '../db/migrate.ts'
import {
  BackupError,
  type BackupManifest,
  backupPaths,
  type Checksum,
  measureBackupFile,
  readBackupSecret,
  readManifest,
} from './backup-manifest.ts'
import { isSecretOf } from './secret-check.ts'
import { type BackupParts, readJobTablesVersion } from './create-backup.ts'
import { copySettings, isDatabaseEmpty, loadTables } from './database-copy.ts'
import { findStoredKeys } from './stored-keys.ts'

/**
 * Restores a backup into an empty database and its storage. Everything is checked first, and the database is written in
 * one transaction, so a backup that is refused leaves it empty. The next start applies the migrations that came after
 * the backup. Throws BackupError.
 */
export async function restoreBackup(
  parts: Omit<BackupParts, 'scratchFolder'>,
  folder: string,
): Promise<BackupManifest> {
  const manifest = await readManifest(folder)
  const migrations = knownMigrations(manifest, parts)
  await checkFiles(folder, manifest)
  const secret = await readCheckedSecret(folder, manifest, parts)
  const client = new Client({ connectionString: parts.databaseUrl, application_name: 'veranda-restore' })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query(copySettings)
    if (!(await isDatabaseEmpty(client)))
      throw new BackupError(
        'The database is not empty: restore into a new one (DATABASE_URL, or VERANDA_DATA for the embedded one)',
      )
    for (const { key } of manifest.files) await parts.storage.putFile(key, join(folder, backupPaths.file({ key })))
    for (const { assetId } of manifest.uploads)
      await parts.uploads.putFile(assetId, join(folder, backupPaths.upload({ assetId })))
    await client.query(getConstructionPlans())
    try {
      await client.query('begin')
      await checkJobTables(client, manifest)
      for (const migration of migrations) await applyMigration(client, migration)
      await loadTables(client, folder, manifest)
      await checkKeys(client, manifest, parts)
      if (!(await isSecretOf(client, parts.secretChecks, secret)))
        throw new BackupError('The keys of this backup cannot be read with its secret: use another backup')
      await parts.afterLoad?.(client, folder)
      await client.query('commit')
    } catch (error) {
      await client.query('rollback; drop schema pgboss cascade').catch(() => undefined)
      throw error
    }
    return manifest
  } finally {
    await client.end()
  }
}

/** Returns the migrations of the backup. Throws unless they are the first ones that this version knows. */
function knownMigrations(manifest: BackupManifest, { migrations }: Pick<BackupParts, 'migrations'>) {
  return manifest.migrations.map(({ name, checksum }, index) => {
    const known = migrations[index]
    if (known?.name === name && known.checksum === checksum) return known
    throw new BackupError(
      `This version of Veranda does not know the migration ${name} of the backup: install version ${manifest.veranda} or a later one, and restore with that`,
    )
  })
}

/** Compares every file of the backup with the manifest. */
async function checkFiles(folder: string, manifest: BackupManifest): Promise<void> {
  const files: [path: string, expected: Checksum][] = [
    [backupPaths.secrets, manifest.secrets],
    ...manifest.tables.map((table): [string, Checksum] => [backupPaths.table(table), table]),
    ...manifest.files.map((file): [string, Checksum] => [backupPaths.file(file), file]),
    ...manifest.uploads.map((upload): [string, Checksum] => [backupPaths.upload(upload), upload]),
  ]
  for (const [path, expected] of files) {
    const found = await measureBackupFile(join(folder, path))
    if (!found) throw new BackupError(`${path} is missing from the backup: copy it again, or use another backup`)
    if (found.bytes !== expected.bytes || found.sha256 !== expected.sha256)
      throw new BackupError(`${path} is not the file that was backed up: copy it again, or use another backup`)
  }
}

/** Returns the secret of the backup. Throws unless the server will have it too. */
async function readCheckedSecret(
  folder: string,
  { secretFrom }: BackupManifest,
  { secret }: Pick<BackupParts, 'secret'>,
): Promise<string> {
  const expected = await readBackupSecret(folder)
  if (secret === expected || (secret === undefined && secretFrom === 'database')) return expected
  throw new BackupError(
    `VERANDA_SECRET is not the secret of this backup: set it to the one in ${join(folder, backupPaths.secrets)}, because sessions and signing keys depend on it`,
  )
}

async function checkJobTables(client: Client, { jobTables, veranda }: BackupManifest): Promise<void> {
  if ((await readJobTablesVersion(client)) === jobTables) return
  throw new BackupError(
    `The jobs of this backup are of another version of the job queue: restore with Veranda ${veranda}, and update afterwards`,
  )
}

/** Checks that every file that the restored database refers to is in the backup. */
async function checkKeys(client: Client, { files }: BackupManifest, { storedKeys }: Pick<BackupParts, 'storedKeys'>) {
  const backedUp = new Set(files.map(({ key }) => key))
  const missing = [...(await findStoredKeys(storedKeys, (statement) => client.query(statement)))].filter(
    (key) => !backedUp.has(key),
  )
  if (missing.length > 0)
    throw new BackupError(
      `The database refers to ${missing.length} files that are not in the backup (${missing[0]}): use another backup`,
    )
}
