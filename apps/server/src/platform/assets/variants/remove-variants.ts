import { imageWidths } from '@veranda/core/assets/image-widths.ts'
import { type Db, type Tx } from '../../db/database.ts'
import { type Deps } from '../../deps.ts'
import { variantKeys, type VariantSource } from './variant-keys.ts'

/** Removes the variants of an image that is removed. */
export async function removeVariants(
  { gateways }: Pick<Deps, 'gateways'>,
  tx: Tx | Db,
  { source, sha256 }: VariantSource,
): Promise<void> {
  await tx.deleteFrom('image_variants').where('source', '=', source).where('sha256', '=', sha256).execute()
  for (const key of variantKeys({ source, sha256 }, imageWidths)) await gateways.storage.remove(key)
}
