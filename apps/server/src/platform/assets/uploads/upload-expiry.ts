import { type Refusal } from '@veranda/core/result.ts'
import { after, day, type Instant, minute } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { type Tx } from '../../db/database.ts'
import { timerHandler, scheduleTimer } from '../../timers/timers.ts'
import { bytesDeletionWorker } from '../../backup/backup-lock.ts'
import { assetStorageKey, renditions } from '../asset-keys.ts'
import { removeVariants } from '../variants/remove-variants.ts'
import { markAssetRefused } from '../asset.repository.ts'

export const expiryTimerKind = 'assets.expire-upload'

/**
 * Time in milliseconds for which an upload waits for its next bytes, recorded once a minute, and for which a refusal
 * stays visible.
 */
export const expiryMs = day + minute

/** Returns the expiry timer key of an unfinished or refused asset. */
export function expiryTimerKey(assetId: string): string {
  return `${expiryTimerKind}:${assetId}`
}

/** Queue of bytes to delete after a commit. */
export const deleteBytesQueue = 'assets.delete-bytes'

/** Refuses an asset; only the reason is kept, for about a day. */
export async function refuseAsset(tx: Tx, assetId: string, refusal: Refusal, now: Instant): Promise<void> {
  await markAssetRefused(tx, assetId, refusal, now)
  const subject = { kind: 'asset', id: assetId }
  await scheduleTimer(tx, { kind: expiryTimerKind, subject, at: after(now, expiryMs), key: expiryTimerKey(assetId) })
}

/** Deletes an upload a day after its last bytes, or a day after its refusal. */
export const expireUpload = timerHandler(expiryTimerKind, async ({ tx, timer, deps }) => {
  const assetId = timer.subject.id
  const asset = await tx
    .selectFrom('assets')
    .select('updated_at')
    .where('id', '=', assetId)
    .where('state', 'in', ['uploading', 'refused'])
    .forUpdate()
    .executeTakeFirst()
  const expiresAt = asset && after(asset.updated_at, expiryMs)
  // New bytes have arrived.
  if (expiresAt !== undefined && expiresAt > deps.clock.now()) return scheduleTimer(tx, { ...timer, at: expiresAt })
  await sql`delete from assets where id = ${assetId} and state in ('uploading', 'refused')`.execute(tx)
  await deps.jobs.enqueue(tx, deleteBytesQueue, { uploadId: assetId }, { key: `upload ${assetId}` })
})

/** Deletes bytes that no row references: of an upload, or of a source and its renditions. */
export const deleteUnusedBytes = bytesDeletionWorker<{ uploadId?: string; sha256?: string }>(
  deleteBytesQueue,
  async ({ uploadId, sha256 }, { tx, deps }) => {
    if (uploadId !== undefined) await deps.gateways.uploads.remove(uploadId)
    if (sha256 === undefined) return
    const source = await tx.selectFrom('asset_sources').select('sha256').where('sha256', '=', sha256).executeTakeFirst()
    if (source) return
    const { storage } = deps.gateways
    for (const part of ['original', ...renditions] as const) {
      await storage.remove(assetStorageKey(sha256, part))
    }
    await removeVariants(deps, tx, { source: 'asset', sha256 })
  },
)
