import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { productFeatures } from './app.ts'
import { type Env } from './env.ts'
import { restoreErasures } from './features/accounts/deletion/erasure-record.ts'
import { signingKeySecret } from './features/accounts/sign-in/signing-key-secret.ts'
import { makeFileGateways } from './gateways/make-gateways.ts'
import { exitWithMessage, loadEnvironment, openConfiguredDatabase } from './run-server.ts'
import { storedAssetKeys } from './platform/assets/assets-in-backup.ts'
import { BackupError, type BackupManifest } from './platform/backup/backup-manifest.ts'
import { type BackupParts, createBackup } from './platform/backup/create-backup.ts'
import { restoreBackup } from './platform/backup/restore-backup.ts'
import { pushKeySecret } from './platform/access/load-vapid-keys.ts'
import { type SecretCheck } from './platform/backup/secret-check.ts'
import { type StoredKeyQuery } from './platform/backup/stored-keys.ts'
import { readMigrations } from './platform/db/migrate.ts'

/** Finds every file of the product in the storage. */
export const productStoredKeys: readonly StoredKeyQuery[] = [
  ...storedAssetKeys,
  ...productFeatures(() => {
    throw new Error('a backup builds no app')
  }).flatMap((feature) => feature.storedKeys ?? []),
]

/** The keys of the product that its secret has encrypted. */
export const productSecretChecks: readonly SecretCheck[] = [signingKeySecret, pushKeySecret]

async function backupParts(env: Env, databaseUrl: string): Promise<Omit<BackupParts, 'scratchFolder'>> {
  const files = makeFileGateways(env)
  return {
    databaseUrl,
    secret: env.secret,
    ...files,
    storedKeys: productStoredKeys,
    secretChecks: productSecretChecks,
    afterLoad: (client, folder) => restoreErasures(client, files.storage, [env.dataDir, folder]),
    migrations: await readMigrations(resolve(import.meta.dirname, '../migrations')),
    version: env.version,
  }
}

/** Gets the folder of the backup, and prints line by line. Returns the exit code. */
type BackupCommand = (folder: string, print: (line: string) => void) => Promise<number>

/** The commands of `npm run admin` that need no app. */
export const backupCommands: Readonly<Record<string, BackupCommand>> = {
  backup: (folder, print) =>
    runOnDatabase(folder, print, async (env, databaseUrl, path) => {
      const scratchFolder = await mkdtemp(join(tmpdir(), 'veranda-backup-'))
      try {
        const manifest = await createBackup({ ...(await backupParts(env, databaseUrl)), scratchFolder }, path)
        print(`${path} has ${describeBackup(manifest)}.`)
        print('It has the secret and the signing keys of this installation: only its owner may read it.')
      } finally {
        await rm(scratchFolder, { recursive: true, force: true })
      }
    }),

  restore: (folder, print) =>
    runOnDatabase(folder, print, async (env, databaseUrl, path) => {
      const manifest = await restoreBackup(await backupParts(env, databaseUrl), path)
      print(`Restored ${describeBackup(manifest)}, of ${manifest.takenAt}. Start Veranda, and run ledger-check.`)
    }),
}

function describeBackup({ tables, files, uploads }: BackupManifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return `${rows} rows of ${tables.length} tables and ${files.length + uploads.length} files`
}

/** Runs work on the database as it is, without migrating it; prints the sentence of a BackupError. */
async function runOnDatabase(
  folder: string,
  print: (line: string) => void,
  work: (env: Env, databaseUrl: string, path: string) => Promise<void>,
): Promise<number> {
  if (folder === '') {
    print('Which folder? npm run admin -- backup <folder>, or restore <folder>')
    return 1
  }
  const env = loadEnvironment()
  const { url, postgres } = await openConfiguredDatabase(env, async () => undefined)
  try {
    await work(env, url, resolve(folder))
    return 0
  } catch (error) {
    if (error instanceof BackupError) print(error.message)
    else exitWithMessage(error instanceof Error ? error.message : String(error))
    return 1
  } finally {
    if (!postgres?.adopted) await postgres?.stop()
  }
}
