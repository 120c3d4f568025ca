import { type StoredKeyQuery } from '../backup/stored-keys.ts'
import { assetStorageKey, renditions } from './asset-keys.ts'
import { imageStorageKey } from './stored-files/image-bytes.ts'

/** Finds the stored images, and the assets with their renditions. */
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
]
