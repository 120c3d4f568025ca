import { createHash } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { type PersonId } from '@veranda/core/ids.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { sql } from 'kysely'
import { type Db, type Tx } from '../../db/database.ts'
import { transact } from '../../db/transact.ts'
import { type Deps } from '../../deps.ts'
import { cancelDue } from '../../due/due.ts'
import { scanPicture } from '../../files/scan-picture.ts'
import { preparePicture, type Prepared } from '../../files/prepare-picture.ts'
import { storeWritten } from '../../files/store-picture.ts'
import { makeFolder } from '../../files/work-folder.ts'
import { writePicture } from '../../files/write-picture.ts'
import { cancelUpload } from './cancel-upload.ts'
import { cleanQueue, sweepKey } from './sweep.ts'

export type WholePicture = { id: string; owner_id: PersonId; name: string; expected_sha256: string | null }

/**
 * All bytes of a picture are there: it is scanned, decoded and encoded anew, and then a stored picture of the upload's
 * own id. What is refused leaves nothing behind; while the scanner cannot be asked it stays and can be tried again.
 */
export async function finishPicture(deps: Deps, upload: WholePicture): Promise<Result<null>> {
  const looked = await lookAt(deps, upload)
  // Its bytes are cleared away once it is stored.
  if (!looked.ok && (await isPicture(deps.db, upload.id))) return ok(null)
  const kept = looked.ok ? await keep(deps, upload, looked.value) : looked
  if (!kept.ok && kept.refusal.kind !== 'unavailable') await cancelUpload(deps, upload.owner_id, upload.id)
  return kept
}

/** Whether an upload has become a stored picture. */
export async function isPicture(db: Db | Tx, id: string): Promise<boolean> {
  const found = await db.selectFrom('files').select('id').where('id', '=', id).executeTakeFirst()
  return found !== undefined
}

async function lookAt(deps: Deps, upload: WholePicture): Promise<Result<Prepared>> {
  const bytes = await readWhole(deps, upload.id)
  if (!bytes) return refuse('upload.not-found', 'not-found')
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  if ((upload.expected_sha256 ?? sha256) !== sha256) return refuse('upload.other-bytes', 'invalid')
  const scanned = await scanPicture(bytes, deps)
  return scanned.ok ? preparePicture(bytes) : scanned
}

async function readWhole({ env, gateways }: Deps, id: string): Promise<Uint8Array | undefined> {
  const folder = await makeFolder(env.dataDir)
  try {
    const file = await gateways.uploads.fileOf(id, folder)
    return file === undefined ? undefined : await readFile(file)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function keep(deps: Deps, { id, owner_id, name }: WholePicture, prepared: Prepared): Promise<Result<null>> {
  await writePicture(deps, id, prepared)
  return transact(deps, async (tx) => {
    const { numAffectedRows } = await sql`delete from works where id = ${id} and state = 'uploading'`.execute(tx)
    if (!numAffectedRows) {
      // Given up meanwhile, or finished by somebody who asked at the same moment.
      return (await isPicture(tx, id)) ? ok(null) : refuse('upload.not-found', 'not-found')
    }
    await cancelDue(tx, sweepKey(id))
    await deps.jobs.enqueue(tx, cleanQueue, { uploadId: id }, { key: `upload ${id}` })
    const stored = await storeWritten({ tx, deps }, { id: owner_id, fileId: id, name }, prepared)
    return stored.ok ? ok(null) : stored
  })
}
