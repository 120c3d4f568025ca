import { type Attachment } from '@veranda/contract/assets/schemas.ts'
import { checkBriefFiles } from '@veranda/core/commissions/projects/brief.ts'
import { refuse, type Result, ok } from '@veranda/core/result.ts'
import { sql } from 'kysely'
import { type CommandContext } from '../../../platform/access/command-context.ts'
import { type AssetReader } from '../../../platform/assets/asset-access.ts'
import { assetSummaryJson, type AssetSummaryRow, toAssetSummaryDto } from '../../../platform/assets/asset.presenter.ts'
import { findOwnReadyAssets, toDeliveredAsset } from '../../../platform/assets/asset.repository.ts'

/**
 * Attaches the client's own ready assets to a brief, after those that it has, in the order given. The project is new or
 * locked. Refuses asset.not-ready for any other id, brief.unsupported-file and brief.too-many-files.
 */
export async function attachToBrief(
  { tx, actor }: CommandContext,
  projectId: string,
  assetIds: readonly string[],
): Promise<Result<undefined>> {
  if (assetIds.length === 0) return ok(undefined)
  const found = await findOwnReadyAssets(tx, actor.id, assetIds)
  const files = assetIds.map((id) => found.find((asset) => asset.id === id))
  const missing = files.indexOf(undefined)
  if (missing >= 0) return refuse('asset.not-ready', 'invalid', { field: `assetIds.${missing}` })
  const attached = await tx
    .selectFrom('project_assets')
    .select('asset_id')
    .where('project_id', '=', projectId)
    .execute()
  const known = new Set(attached.map((row) => row.asset_id))
  const newIds = [...new Set(assetIds)].filter((id) => !known.has(id))
  const kinds = files.flatMap((asset) => (asset ? [toDeliveredAsset(asset).kind] : []))
  const checked = checkBriefFiles(kinds, known.size + newIds.length)
  if (!checked.ok) return checked
  const rows = newIds.map((id, index) => ({ project_id: projectId, position: known.size + index, asset_id: id }))
  if (rows.length > 0) await tx.insertInto('project_assets').values(rows).execute()
  return ok(undefined)
}

/** Selects the files of the brief of project `p`, in order. */
export const briefFilesJson = sql<AssetSummaryRow[]>`(
  select coalesce(json_agg(${assetSummaryJson} order by x.position), '[]')
  from project_assets x join assets w on w.id = x.asset_id left join asset_sources o on o.sha256 = w.sha256
  where x.project_id = p.id
)`

export function toBriefFileDto(row: AssetSummaryRow): Attachment {
  const { id, name, kind, bytes, thumbnail } = toAssetSummaryDto(row, 'view')
  return { id, name, kind, bytes, thumbnail }
}

/** Grants members of the project what its client shared with the brief, to view and to download. */
export const briefFileReader: AssetReader = async ({ db, asset, userId }) => {
  if (userId === null) return 'none'
  const { rows } = await sql`
    select from project_assets x
    join project_members m on m.project_id = x.project_id and m.left_at is null
    where x.asset_id = ${asset.id} and m.user_id = ${userId}
    limit 1`.execute(db)
  return rows.length > 0 ? 'shared' : 'none'
}
