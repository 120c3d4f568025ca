import { asId, type UserId } from '@veranda/core/ids.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { sql } from 'kysely'
import { transact } from '../../db/transact.ts'
import { type Deps } from '../../deps.ts'
import { cancelTimer } from '../../timers/timers.ts'
import { convertQueue } from '../conversion/convert-asset.ts'
import { publishAssetChange } from '../publish-asset-change.ts'
import { finishImageUpload, isStoredImage } from './finish-image-upload.ts'
import { expiryTimerKey } from './upload-expiry.ts'

/**
 * Finishes an upload after its last byte: it becomes an asset waiting for conversion, or a stored image if that is its
 * purpose. Idempotent. Only images can be refused here.
 */
export async function finishUpload(deps: Deps, id: string): Promise<Result<null>> {
  const upload = await deps.db
    .selectFrom('assets')
    .select(['id', 'owner_id', 'name', 'purpose', 'expected_sha256'])
    .where('id', '=', id)
    .executeTakeFirst()
  // A concurrent request finished it first.
  if (!upload) return (await isStoredImage(deps.db, id)) ? ok(null) : refuse('upload.not-found', 'not-found')
  if (upload.purpose === 'image') return finishImageUpload(deps, { ...upload, owner_id: asId<UserId>(upload.owner_id) })
  await transact(deps, async (tx) => {
    const { numAffectedRows } = await sql`
      update assets set state = 'waiting', updated_at = ${new Date(deps.clock.now())}
      where id = ${id} and state = 'uploading'`.execute(tx)
    if (!numAffectedRows) return
    await cancelTimer(tx, expiryTimerKey(id))
    await deps.jobs.enqueue(tx, convertQueue, { assetId: id }, { key: id })
    await publishAssetChange(tx, id)
  })
  return ok(null)
}
