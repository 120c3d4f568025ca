import { type UserId } from '@veranda/core/ids.ts'
import { type Done } from '@veranda/contract/shared-schemas.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { after, hour, type Instant } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { type Tx } from '../db/database.ts'
import { type Deps } from '../deps.ts'
import { timerHandler, scheduleTimer } from '../timers/timers.ts'
import { deleteBytesQueue, refuseAsset } from './uploads/upload-expiry.ts'

const sourceCleanupKind = 'assets.delete-unused-source'

/**
 * Removes the user's own asset if nothing uses it. Its bytes are deleted an hour later unless another asset shares
 * them; an asset under conversion ends as cancelled. Error codes: asset.not-found, asset.still-uploading and
 * asset.in-use.
 */
export async function removeAsset(ctx: { tx: Tx; deps: Deps }, ownerId: UserId, id: string): Promise<Result<Done>> {
  const { tx, deps } = ctx
  const asset = await tx
    .selectFrom('assets')
    .select(['sha256', 'state'])
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .forUpdate()
    .executeTakeFirst()
  if (!asset) return refuse('asset.not-found', 'not-found')
  if (asset.state === 'uploading') return refuse('asset.still-uploading', 'conflict')
  if (asset.state !== 'ready' && asset.state !== 'refused') {
    await refuseAsset(tx, id, { code: 'asset.removed-while-checking', kind: 'invalid' }, deps.clock.now())
    return ok({ done: true })
  }
  try {
    await sql`delete from assets where id = ${id}`.execute(tx)
  } catch (error) {
    // A foreign key references it: a delivered version, a message or a portfolio item.
    if (error instanceof Error && 'code' in error && error.code === '23503') return refuse('asset.in-use', 'conflict')
    throw error
  }
  if (asset.sha256 !== null) await scheduleSourceCleanup(tx, asset.sha256, deps.clock.now())
  return ok({ done: true })
}

/** Schedules a check in an hour of a source that may have no asset left, or may never get one. */
export async function scheduleSourceCleanup(tx: Tx, sha256: string, now: Instant): Promise<void> {
  const subject = { kind: 'asset-source', id: sha256 }
  await scheduleTimer(tx, {
    kind: sourceCleanupKind,
    subject,
    at: after(now, hour),
    key: `${sourceCleanupKind}:${sha256}`,
  })
}

/** Deletes a source without assets, and bytes that never became a source because storing failed. */
export const deleteUnusedSource = timerHandler(sourceCleanupKind, async ({ tx, timer, deps }) => {
  const sha256 = timer.subject.id
  await sql`
    delete from asset_sources o where sha256 = ${sha256}
      and not exists (select from assets w where w.sha256 = o.sha256)`.execute(tx)
  const source = await tx.selectFrom('asset_sources').select('sha256').where('sha256', '=', sha256).executeTakeFirst()
  if (!source) await deps.jobs.enqueue(tx, deleteBytesQueue, { sha256 })
})
