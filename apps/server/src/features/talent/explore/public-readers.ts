import { sql } from 'kysely'
import { type AssetReader } from '../../../platform/assets/asset-access.ts'
import { type StoredFileReader } from '../../../platform/assets/stored-files/stored-file-access.ts'

/** Lets everyone see the images of public works, without the metadata of their originals. */
export const publicFileReader: StoredFileReader = async ({ db, file }) => {
  const { rows } = await sql`select from public_works where file_id = ${file.id} limit 1`.execute(db)
  return rows.length > 0 ? 'preview' : 'none'
}

/** Lets everyone see the lightest rendition of public works. */
export const publicAssetReader: AssetReader = async ({ db, asset }) => {
  const { rows } = await sql`select from public_works where asset_id = ${asset.id} limit 1`.execute(db)
  return rows.length > 0 ? 'public' : 'none'
}
