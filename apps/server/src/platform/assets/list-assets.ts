import { type AssetPage, type AssetsQuery } from '@veranda/contract/assets/schemas.ts'
import { type UserId } from '@veranda/core/ids.ts'
import { ok, type Result } from '@veranda/core/result.ts'
import { sql } from 'kysely'
import { encodeSortCursor, parseSortCursor } from '../db/cursor.ts'
import { type Db } from '../db/database.ts'
import { pageLimit } from '../db/page-limit.ts'
import { toAssetSummaryDto, assetColumns, type AssetRow } from './asset.presenter.ts'

/** Lists the user's own assets, newest first; the cursor is the last id. */
export async function listAssets(
  db: Db,
  ownerId: UserId,
  query: AssetsQuery,
  language: string,
): Promise<Result<AssetPage>> {
  const limit = query.limit ?? 20
  const cursor = parseSortCursor(query.cursor, { valueCount: 0 })
  if (!cursor.ok) return cursor
  const afterCursor = cursor.value ? sql`and w.id < ${cursor.value.id}::uuid` : sql``
  const state = query.state ? sql`and w.state = ${query.state}` : sql``
  const purpose = query.purpose ? sql`and w.purpose = ${query.purpose}` : sql``
  const { rows } = await sql<AssetRow>`
    select ${assetColumns} from assets w left join asset_sources o on o.sha256 = w.sha256
    where w.owner_id = ${ownerId} ${afterCursor} ${state} ${purpose}
    order by w.id desc limit ${pageLimit(limit)}`.execute(db)
  const items = rows.slice(0, limit).map((row) => toAssetSummaryDto(row, 'source', language))
  const last = items.at(-1)
  return ok({ items, next: rows.length > limit && last ? encodeSortCursor({ values: [], id: last.id }) : null })
}
