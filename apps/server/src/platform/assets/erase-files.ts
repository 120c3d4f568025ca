import { sql } from 'kysely'
import { type Eraser } from '../access/account-erasure.ts'
import { type Tx } from '../db/database.ts'
import { type Deps } from '../deps.ts'
import { scheduleSourceCleanup } from './remove-asset.ts'
import { deleteUnlessInUse } from './stored-files/remove-stored-file.ts'
import { deleteBytesQueue } from './uploads/upload-expiry.ts'

/**
 * Deletes the files of a user that no one else has: what was delivered or sent in a message stays. It runs after the
 * features, which let go of portfolios and avatars. The bytes are deleted by jobs.
 */
export const fileEraser: Eraser = {
  tables: ['assets', 'asset_sources', 'stored_files', 'image_variants'],
  async erase({ tx, deps }, { id: ownerId }) {
    const assets = await tx
      .selectFrom('assets')
      .select(['id', 'sha256', 'state'])
      .where('owner_id', '=', ownerId)
      .execute()
    for (const asset of assets) await deleteAssetUnlessInUse({ tx, deps }, asset)
    const files = await tx.selectFrom('stored_files').select('id').where('owner_id', '=', ownerId).execute()
    for (const { id } of files) await deleteUnlessInUse({ tx, deps }, id)
  },
}

/** Deletes assets and images that have just lost what used them, of whomever they were, unless something else uses them. */
export async function deleteUnusedFiles(
  ctx: { tx: Tx; deps: Deps },
  { assetIds = [], fileIds = [] }: { assetIds?: readonly string[]; fileIds?: readonly string[] },
): Promise<void> {
  const { tx } = ctx
  const { rows } = await sql<{ id: string; sha256: string | null; state: string }>`
    select id, sha256, state from assets where id = any(${[...assetIds]}::uuid[])`.execute(tx)
  for (const asset of rows) await deleteAssetUnlessInUse(ctx, asset)
  for (const id of new Set(fileIds)) await deleteUnlessInUse(ctx, id)
}

async function deleteAssetUnlessInUse(
  { tx, deps }: { tx: Tx; deps: Deps },
  { id, sha256, state }: { id: string; sha256: string | null; state: string },
): Promise<void> {
  await sql`savepoint delete_asset`.execute(tx)
  try {
    await sql`delete from assets where id = ${id}`.execute(tx)
  } catch (error) {
    // A foreign key references it: a delivered version or a message.
    if (!(error instanceof Error && 'code' in error && error.code === '23503')) throw error
    await sql`rollback to savepoint delete_asset`.execute(tx)
    return
  }
  if (sha256 !== null) await scheduleSourceCleanup(tx, sha256, deps.clock.now())
  if (state !== 'ready') await deps.jobs.enqueue(tx, deleteBytesQueue, { uploadId: id }, { key: `upload ${id}` })
}
