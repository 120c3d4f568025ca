import { type Attachment } from '@veranda/contract/assets/schemas.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { sql } from 'kysely'
import { type Tx } from '../../../platform/db/database.ts'
import { type AssetReader } from '../../../platform/assets/asset-access.ts'
import { findOwnReadyAssets } from '../../../platform/assets/asset.repository.ts'
import { toAssetSummaryDto } from '../../../platform/assets/asset.presenter.ts'

/**
 * Finds the user's own ready assets and returns them as attachments, in the order given. Refuses asset.not-ready for
 * any other id.
 */
export async function findReadyAttachments(
  tx: Tx,
  ownerId: string,
  ids: readonly string[],
): Promise<Result<Attachment[]>> {
  if (ids.length === 0) return ok([])
  const rows = await findOwnReadyAssets(tx, ownerId, ids)
  const attachments: Attachment[] = []
  for (const [index, assetId] of ids.entries()) {
    const row = rows.find((candidate) => candidate.id === assetId)
    if (!row) return refuse('asset.not-ready', 'invalid', { field: `assetIds.${index}` })
    const { id, name, kind, bytes, thumbnail } = toAssetSummaryDto(row, 'view')
    attachments.push({ id, name, kind, bytes, thumbnail })
  }
  return ok(attachments)
}

export async function insertAttachments(tx: Tx, messageId: string, assetIds: readonly string[]): Promise<void> {
  if (assetIds.length === 0) return
  const rows = assetIds.map((assetId, position) => ({ message_id: messageId, position, asset_id: assetId }))
  await tx.insertInto('message_attachments').values(rows).execute()
}

/**
 * Grants members of the conversation access to an asset attached to a message that is not deleted. Assets uploaded for
 * the chat may be downloaded, images without their metadata; an asset of a project is view-only wherever it is attached.
 */
export const readAttachedAsset: AssetReader = async ({ db, asset, userId }) => {
  if (userId === null) return 'none'
  const { rows } = await sql<{ purpose: string }>`
    select w.purpose from message_attachments a
    join assets w on w.id = a.asset_id
    join messages x on x.id = a.message_id and x.deleted_at is null
    join conversation_members m on m.conversation_id = x.conversation_id and m.left_at is null
    where a.asset_id = ${asset.id} and m.user_id = ${userId}
    limit 1`.execute(db)
  const [row] = rows
  return !row ? 'none' : row.purpose === 'chat' ? 'shared' : 'view'
}
