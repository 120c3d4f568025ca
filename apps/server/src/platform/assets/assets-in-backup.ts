import { type StoredKeyQuery } from '../backup/stored-keys.ts'
import { assetStorageKey, renditions } from './asset-keys.ts'
import { imageStorageKey } from './stored-files/image-bytes.ts'
import { variantKeys, type VariantSource } from './variants/variant-keys.ts'

/** Finds the stored images, the assets with their renditions, and the variants of both. */
export const storedAssetKeys: readonly StoredKeyQuery[] = [
  {
    statement: 'select distinct sha256 from stored_files',
    toKeys: ({ sha256 }) => (['full', 'preview'] as const).map((form) => imageStorageKey(String(sha256), form)),
  },
  {
    statement: 'select * from asset_sources',
    toKeys: (row) => {
      const stored = renditions.filter((rendition) => row[`${rendition}_bytes`] !== null)
      return (['original', ...stored] as const).map((part) => assetStorageKey(String(row['sha256']), part))
    },
  },
  {
    statement: 'select source, sha256, widths from image_variants',
    // The columns of this table.
    toKeys: (row) => variantKeys(row as VariantSource, row['widths'] as number[]),
  },
]

/** Selects the assets whose complete upload waits for its conversion, or is being converted. */
export const pendingUploads = "select id from assets where state in ('waiting', 'checking', 'optimising')"
/** Selects the hash of the asset with this id, once it is converted. */
export const readPendingUpload = 'select sha256 from assets where id = $1'
