import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import * as z from 'zod/mini'

/** The backup cannot be made, or cannot be restored here. The message says why and what to do. */
export class BackupError extends Error {}

/** Raised with every change after which older backups can no longer be read. */
export const backupFormatVersion = 1

/** Only the owner may read a backup: it has the secret, the signing keys and the passwords' hashes. */
const fileMode = 0o600
const folderMode = 0o700

const count = z.int().check(z.gte(0))
const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/))
const checksum = z.object({ bytes: count, sha256 })
export type Checksum = z.infer<typeof checksum>

const manifestSchema = z.object({
  format: z.literal(backupFormatVersion),
  /** The version of Veranda that made the backup. */
  veranda: z.string(),
  takenAt: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  /** The version of the tables of the job queue. */
  jobTables: z.int(),
  /** Where the secret comes from: the environment, or the database itself. */
  secretFrom: z.enum(['environment', 'database']),
  secrets: checksum,
  tables: z.array(
    z.extend(checksum, { schema: z.string(), name: z.string(), columns: z.array(z.string()), rows: count }),
  ),
  sequences: z.array(z.object({ schema: z.string(), name: z.string(), lastValue: z.string(), isCalled: z.boolean() })),
  /** Stored files, by their key in the storage. */
  files: z.array(z.extend(checksum, { key: z.string() })),
  /** Complete uploads that wait for their conversion, by asset. */
  uploads: z.array(z.extend(checksum, { assetId: z.string() })),
})
export type BackupManifest = z.infer<typeof manifestSchema>

/** The secrets that belong to the data. Other credentials are the installation's and not the backup's. */
const secretsSchema = z.object({ VERANDA_SECRET: z.string() })

/** Where each part of a backup is, relative to its folder. */
export const backupPaths = {
  manifest: 'manifest.json',
  secrets: 'secrets.json',
  table: ({ schema, name }: { schema: string; name: string }) => join('database', `${schema}.${name}.copy`),
  file: ({ key }: { key: string }) => join('files', key),
  upload: ({ assetId }: { assetId: string }) => join('uploads', assetId),
} as const

/** Writes a stream to a file that only the owner may read, and syncs it. Returns its size and hash. */
export async function writeBackupFile(path: string, source: Readable): Promise<Checksum> {
  await mkdir(dirname(path), { recursive: true, mode: folderMode })
  const meter = new Meter()
  const file = createWriteStream(path, { mode: fileMode, flags: 'wx', flush: true })
  await pipeline(source, (chunks: AsyncIterable<Buffer>) => meter.measure(chunks), file)
  return meter.checksum()
}

/** Reads a file of a backup. Returns its size and hash; undefined when it is missing. */
export async function measureBackupFile(path: string): Promise<Checksum | undefined> {
  const meter = new Meter()
  try {
    // The chunks of a file without an encoding are buffers.
    for await (const chunk of createReadStream(path)) meter.add(chunk as Buffer)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
  return meter.checksum()
}

class Meter {
  readonly #hash = createHash('sha256')
  #bytes = 0

  add(chunk: Buffer): void {
    this.#hash.update(chunk)
    this.#bytes += chunk.length
  }

  async *measure(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      this.add(chunk)
      yield chunk
    }
  }

  checksum(): Checksum {
    return { bytes: this.#bytes, sha256: this.#hash.digest('hex') }
  }
}

/** Makes the folder of a new backup, for its owner only. */
export async function makeBackupFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: folderMode })
}

/** Writes the manifest, last and at once: a folder without it is no complete backup. */
export async function writeManifest(folder: string, manifest: BackupManifest): Promise<void> {
  const path = join(folder, backupPaths.manifest)
  const draft = `${path}.part`
  await writeFile(draft, `${JSON.stringify(manifest, null, 1)}\n`, { mode: fileMode, flush: true })
  await rename(draft, path)
}

/** Reads and checks the manifest. Throws BackupError for a folder that is no complete backup of a known format. */
export async function readManifest(folder: string): Promise<BackupManifest> {
  const text = await readFile(join(folder, backupPaths.manifest), 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined)
    throw new BackupError(`${folder} is no complete backup, because it has no manifest.json: use another folder`)
  const json = parseJson(text)
  const format = typeof json === 'object' && json !== null && 'format' in json ? json.format : undefined
  if (typeof format === 'number' && format > backupFormatVersion)
    throw new BackupError(
      `This backup has format ${format}, and this version of Veranda reads formats up to ${backupFormatVersion}: use the version that made it`,
    )
  const parsed = manifestSchema.safeParse(json)
  if (!parsed.success) throw new BackupError(`${folder}/manifest.json cannot be read: use another backup`)
  return parsed.data
}

/** Reads the secret of a backup. */
export async function readBackupSecret(folder: string): Promise<string> {
  const parsed = secretsSchema.safeParse(parseJson(await readFile(join(folder, backupPaths.secrets), 'utf8')))
  if (!parsed.success) throw new BackupError(`${folder}/secrets.json cannot be read: use another backup`)
  return parsed.data.VERANDA_SECRET
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
