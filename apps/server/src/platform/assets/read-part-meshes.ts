import { decodeParts, type PartMesh } from '@veranda/core/geometry/part-meshes.ts'
import { type Deps } from '../deps.ts'
import { assetStorageKey } from './asset-keys.ts'

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
