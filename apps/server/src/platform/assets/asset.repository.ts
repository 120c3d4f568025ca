import { type Refusal } from '@veranda/core/result.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { sanitizeName } from '@veranda/core/assets/sanitize-name.ts'
import { type Asset } from '@veranda/core/assets/acceptance-limits.ts'
import { decodeParts, type PartMesh } from '@veranda/core/geometry/part-meshes.ts'
import { sql } from 'kysely'
import { type Db, type Tx } from '../db/database.ts'
import { type Deps } from '../deps.ts'
import { assetStorageKey } from './asset-keys.ts'
import { type ConversionResult } from './conversion/worker-messages.ts'
import { publishAssetChange } from './publish-asset-change.ts'
import { assetColumns, type AssetRow, type AssetSummaryRow } from './asset.presenter.ts'

/** Finds an asset with its source data, or undefined. */
export async function findAsset(db: Db, id: string): Promise<AssetRow | undefined> {
  const { rows } = await sql<AssetRow>`
    select ${assetColumns} from assets w left join asset_sources o on o.sha256 = w.sha256 where w.id = ${id}`.execute(
    db,
  )
  return rows[0]
}

/** Finds the user's own ready assets among these ids, in any order. */
export async function findOwnReadyAssets(db: Db, ownerId: string, ids: readonly string[]): Promise<AssetRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<AssetRow>`
    select ${assetColumns} from assets w left join asset_sources o on o.sha256 = w.sha256
    where w.id = any(${[...ids]}::uuid[]) and w.owner_id = ${ownerId} and w.state = 'ready'`.execute(db)
  return rows
}

/** Maps a ready asset to what the acceptance limits check. */
export function toDeliveredAsset(row: AssetSummaryRow): Asset {
  return { kind: row.kind ?? 'archive', bytes: row.bytes, facts: row.facts, headsetRating: row.headset_rating }
}

type StorageUse = { totalBytes: number; imageBytes: number; openUploads: number }

/**
 * Reads a user's storage use: bytes in total with unfinished uploads, bytes of images, and the number of unfinished
 * uploads.
 */
export async function readStorageUse(tx: Tx, ownerId: string): Promise<StorageUse> {
  const { rows } = await sql<StorageUse>`
    select coalesce(sum(bytes), 0)::bigint as "totalBytes", coalesce(sum(bytes) filter (where is_image), 0)::bigint as "imageBytes",
      count(*) filter (where is_open) as "openUploads"
    from (
      select bytes, purpose = 'image' as is_image, state = 'uploading' as is_open
      from assets where owner_id = ${ownerId} and state <> 'refused'
      union all
      select bytes, true, false from stored_files where owner_id = ${ownerId}
    ) as one`.execute(tx)
  return rows[0] ?? { totalBytes: 0, imageBytes: 0, openUploads: 0 }
}

/** Updates the state and progress of an asset unless it is final. Returns its owner and whether the state is another. */
export async function updateAssetProgress(
  tx: Tx,
  id: string,
  target: { state: 'waiting' | 'checking' | 'optimising'; progress: number },
  now: Instant,
): Promise<{ ownerId: string; enteredState: boolean } | undefined> {
  const { rows } = await sql<{ ownerId: string; enteredState: boolean }>`
    update assets set state = ${target.state}, progress = ${target.progress}, updated_at = ${new Date(now)}
    where id = ${id} and state not in ('ready', 'refused')
    returning owner_id as "ownerId", old.state <> new.state as "enteredState"`.execute(tx)
  return rows[0]
}

/** Marks an asset ready with the hash of its source and publishes it. */
export async function markAssetReady(tx: Tx, id: string, sha256: string, now: Instant): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update assets set state = 'ready', progress = 1, sha256 = ${sha256}, updated_at = ${new Date(now)}
    where id = ${id} and state not in ('ready', 'refused')`.execute(tx)
  if (!numAffectedRows) return false
  await publishAssetChange(tx, id)
  return true
}

/** Serializes file data to JSON that Postgres accepts: without NUL and lone surrogates. */
function toStorableJson(value: object): string {
  return JSON.stringify(value, (_, one: unknown) => (typeof one === 'string' ? sanitizeName(one) : one))
}

/** Marks an asset refused and publishes it. */
export async function markAssetRefused(tx: Tx, id: string, refusal: Refusal, now: Instant): Promise<void> {
  const { numAffectedRows } = await sql`
    update assets set state = 'refused', refusal_code = ${refusal.code},
      refusal_detail = ${toStorableJson(refusal.detail ?? {})}::jsonb, updated_at = ${new Date(now)}
    where id = ${id} and state not in ('ready', 'refused')`.execute(tx)
  if (numAffectedRows) await publishAssetChange(tx, id)
}

/** Inserts a source; of two equal ones the first stays. */
export async function insertAssetSource(
  tx: Tx,
  source: { sha256: string; bytes: number; converted: ConversionResult },
  now: Instant,
): Promise<void> {
  const { sha256, bytes, converted } = source
  const { renditionBytes } = converted
  await tx
    .insertInto('asset_sources')
    .values({
      sha256,
      bytes,
      kind: converted.kind,
      media_type: converted.mediaType,
      facts: converted.facts && toStorableJson(converted.facts),
      headset_rating: converted.headsetRating && toStorableJson(converted.headsetRating),
      model_bytes: renditionBytes.model ?? null,
      headset_bytes: renditionBytes.headset ?? null,
      thumbnail_bytes: renditionBytes.thumbnail ?? null,
      parts_bytes: renditionBytes.parts ?? null,
      shared_bytes: renditionBytes.shared ?? null,
      compressed_bytes: null,
      turntable_bytes: null,
      embedded_metadata: converted.embeddedMetadata && toStorableJson(converted.embeddedMetadata),
      created_at: new Date(now),
    })
    .onConflict((c) => c.column('sha256').doNothing())
    .execute()
}

/** Counts a converter crash on an asset; returns the total so far. */
export async function recordConverterCrash(db: Db, assetId: string): Promise<number> {
  const { rows } = await sql<{ converter_crashes: number }>`
    update assets set converter_crashes = converter_crashes + 1 where id = ${assetId} returning converter_crashes`.execute(
    db,
  )
  return rows[0]?.converter_crashes ?? 0
}

/**
 * Reads the part meshes of a model's source: metres, bind pose, world transforms applied. Undefined when the asset is
 * not a model or not ready.
 */
export async function readPartMeshes(
  deps: Pick<Deps, 'db' | 'gateways'>,
  assetId: string,
): Promise<PartMesh[] | undefined> {
  const asset = await deps.db
    .selectFrom('assets')
    .innerJoin('asset_sources', 'asset_sources.sha256', 'assets.sha256')
    .select(['asset_sources.sha256', 'asset_sources.parts_bytes'])
    .where('assets.id', '=', assetId)
    .executeTakeFirst()
  if (!asset || asset.parts_bytes === null) return undefined
  const bytes = await deps.gateways.storage.get(assetStorageKey(asset.sha256, 'parts'))
  return bytes && decodeParts(bytes)
}
