import { type EmbeddedMetadata } from '@veranda/core/assets/embedded-metadata.ts'
import { type StoredFile } from '@veranda/contract/assets/schemas.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { after, day, type Instant } from '@veranda/core/time/instant.ts'
import { uploadLimits } from '@veranda/core/assets/upload-rules.ts'
import { type Tx } from '../../db/database.ts'
import { type Deps } from '../../deps.ts'
import { scheduleTimer } from '../../timers/timers.ts'
import { storedFileUrl } from './stored-file-url.ts'
import { lockContentHash } from './lock-content-hash.ts'
import { type PreparedImage } from './prepare-image.ts'
import { putImageBytes } from './image-bytes.ts'
import { enqueueImageVariants } from '../variants/make-image-variants.ts'
import { claimWrittenBytes } from './write-image-bytes.ts'

/** Timer kind of an image that nothing uses yet. */
export const unusedTimerKind = 'stored-files.expire-unused'
/** Time in milliseconds for which an unused image is kept, in a draft for example. */
export const unusedRetentionMs = 30 * day

type StoredFileRecord = Omit<StoredFile, 'hash' | 'url' | 'embeddedMetadata' | 'mediaType'> & {
  media_type: string
  sha256: string
  embedded_metadata: EmbeddedMetadata | null
}

/** Maps a stored file to its DTO for the owner. */
export function toStoredFileDto(file: StoredFileRecord): StoredFile {
  const { id, sha256, media_type: mediaType, bytes, width, height, name, embedded_metadata: embeddedMetadata } = file
  return { id, hash: sha256, url: storedFileUrl(id) ?? '', mediaType, bytes, width, height, name, embeddedMetadata }
}

/** Deletes a stored image at `at` if nothing uses it then; replaces an earlier time. */
export function expireIfUnused(tx: Tx, fileId: string, at: Instant): Promise<void> {
  const subject = { kind: 'stored-file', id: fileId }
  return scheduleTimer(tx, { kind: unusedTimerKind, subject, at, key: `${unusedTimerKind}:${fileId}` })
}

type StoreContext = { tx: Tx; deps: Pick<Deps, 'gateways' | 'clock' | 'jobs'> }
type NewStoredFile = { ownerId: string; fileId: string; name: string }

/**
 * Inserts the row of an image whose bytes `writeImageBytes` has written, in the caller's transaction. It expires after
 * `unusedRetentionMs` if nothing uses it. Error code: file.quota-exceeded (conflict).
 */
export async function storeWrittenImage(
  { tx, deps }: StoreContext,
  file: NewStoredFile,
  image: PreparedImage,
): Promise<Result<StoredFile>> {
  const inserted = await insertStoredFile({ tx, deps }, file, image)
  if (inserted.ok) await claimWrittenBytes(tx, file.fileId)
  return inserted
}

/**
 * Stores a small image made by the server and writes its bytes inside the caller's transaction, because that
 * transaction also holds the reply to a repeated request. Error code: file.quota-exceeded (conflict).
 */
export async function storeImage(
  { tx, deps }: StoreContext,
  file: NewStoredFile,
  image: PreparedImage,
): Promise<Result<StoredFile>> {
  const inserted = await insertStoredFile({ tx, deps }, file, image)
  if (inserted.ok) await putImageBytes(deps, image)
  return inserted
}

async function insertStoredFile(
  { tx, deps }: StoreContext,
  file: NewStoredFile,
  image: PreparedImage,
): Promise<Result<StoredFile>> {
  const { used: usedBytes } = await tx
    .selectFrom('stored_files')
    .select(({ fn }) => fn.sum<string | null>('bytes').as('used'))
    .where('owner_id', '=', file.ownerId)
    .executeTakeFirstOrThrow()
  if (Number(usedBytes ?? 0) + image.bytes.length > uploadLimits.imageQuotaBytes)
    return refuse('file.quota-exceeded', 'conflict')
  await lockContentHash(tx, image.sha256)
  const now = deps.clock.now()
  const row = {
    id: file.fileId,
    sha256: image.sha256,
    media_type: image.mediaType,
    bytes: image.bytes.length,
    width: image.width,
    height: image.height,
    name: file.name,
  }
  await tx
    .insertInto('stored_files')
    .values({
      ...row,
      embedded_metadata: JSON.stringify(image.embeddedMetadata),
      owner_id: file.ownerId,
      created_at: new Date(now),
    })
    .execute()
  await expireIfUnused(tx, row.id, after(now, unusedRetentionMs))
  await enqueueImageVariants(deps, tx, { source: 'image', sha256: image.sha256 })
  return ok(toStoredFileDto({ ...row, embedded_metadata: image.embeddedMetadata }))
}
