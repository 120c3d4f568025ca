import { hash } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { type UserId } from '@veranda/core/ids.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { sql } from 'kysely'
import { type Db, type Tx } from '../../db/database.ts'
import { transact } from '../../db/transact.ts'
import { type Deps } from '../../deps.ts'
import { cancelTimer } from '../../timers/timers.ts'
import { scanImage } from '../inspection/virus-scan.ts'
import { prepareImage, type PreparedImage } from '../stored-files/prepare-image.ts'
import { storeWrittenImage } from '../stored-files/store-image.ts'
import { makeScratchFolder } from '../scratch-folder.ts'
import { writeImageBytes } from '../stored-files/write-image-bytes.ts'
import { cancelUpload } from './cancel-upload.ts'
import { deleteBytesQueue, expiryTimerKey } from './upload-expiry.ts'

export type ReceivedImage = { id: string; owner_id: UserId; name: string; expected_sha256: string | null }

/**
 * Finishes an image upload: scans it, decodes it, makes its preview, and stores both under the upload's id. Refused images leave
 * nothing behind; while the scanner is unavailable the upload stays and can be retried.
 */
export async function finishImageUpload(deps: Deps, upload: ReceivedImage): Promise<Result<null>> {
  const inspected = await inspectImage(deps, upload)
  // The uploaded bytes are deleted once the image is stored.
  if (!inspected.ok && (await isStoredImage(deps.db, upload.id))) return ok(null)
  const outcome = inspected.ok ? await storeInspectedImage(deps, upload, inspected.value) : inspected
  if (!outcome.ok && outcome.refusal.kind !== 'unavailable') await cancelUpload(deps, upload.owner_id, upload.id)
  return outcome
}

/** Returns whether an upload has become a stored image. */
export async function isStoredImage(db: Db | Tx, id: string): Promise<boolean> {
  const found = await db.selectFrom('stored_files').select('id').where('id', '=', id).executeTakeFirst()
  return found !== undefined
}

async function inspectImage(deps: Deps, upload: ReceivedImage): Promise<Result<PreparedImage>> {
  const bytes = await readUploadedBytes(deps, upload.id)
  if (!bytes) return refuse('upload.not-found', 'not-found')
  const sha256 = hash('sha256', bytes)
  if ((upload.expected_sha256 ?? sha256) !== sha256) return refuse('upload.hash-mismatch', 'invalid')
  const scanned = await scanImage(bytes, deps)
  return scanned.ok ? prepareImage(bytes) : scanned
}

async function readUploadedBytes({ env, gateways }: Deps, id: string): Promise<Uint8Array | undefined> {
  const folder = await makeScratchFolder(env.dataDir)
  try {
    const file = await gateways.uploads.localFile(id, folder)
    return file === undefined ? undefined : await readFile(file)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function storeInspectedImage(
  deps: Deps,
  { id, owner_id, name }: ReceivedImage,
  prepared: PreparedImage,
): Promise<Result<null>> {
  await writeImageBytes(deps, id, prepared)
  return transact(deps, async (tx) => {
    const { numAffectedRows } = await sql`delete from assets where id = ${id} and state = 'uploading'`.execute(tx)
    if (!numAffectedRows) {
      // Cancelled during the write, or finished by a concurrent request.
      return (await isStoredImage(tx, id)) ? ok(null) : refuse('upload.not-found', 'not-found')
    }
    await cancelTimer(tx, expiryTimerKey(id))
    await deps.jobs.enqueue(tx, deleteBytesQueue, { uploadId: id }, { key: `upload ${id}` })
    const stored = await storeWrittenImage({ tx, deps }, { ownerId: owner_id, fileId: id, name }, prepared)
    return stored.ok ? ok(null) : stored
  })
}
