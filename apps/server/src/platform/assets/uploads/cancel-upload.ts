import { type UserId } from '@veranda/core/ids.ts'
import { sql } from 'kysely'
import { transact } from '../../db/transact.ts'
import { type Deps } from '../../deps.ts'
import { cancelTimer } from '../../timers/timers.ts'
import { expiryTimerKey } from './upload-expiry.ts'

/** Cancels the user's own unfinished upload: row, timer and bytes. Returns whether there was one. */
export async function cancelUpload(deps: Deps, ownerId: UserId, assetId: string): Promise<boolean> {
  const cancelled = await transact(deps, async (tx) => {
    const { numAffectedRows } = await sql`
      delete from assets where id = ${assetId} and owner_id = ${ownerId} and state = 'uploading'`.execute(tx)
    if (numAffectedRows) await cancelTimer(tx, expiryTimerKey(assetId))
    return (numAffectedRows ?? 0n) > 0n
  })
  if (cancelled) await deps.gateways.uploads.remove(assetId)
  return cancelled
}
