import { sql } from 'kysely'
import { type PersonalData, type PersonalFiles } from '../personal-data/personal-data.ts'
import { assetStorageKey } from './asset-keys.ts'
import { imageStorageKey } from './stored-files/image-bytes.ts'

/** The originals of what a user uploaded, of which a model is stored as an asset and an image as a stored file. */
export const uploadedFiles: readonly PersonalFiles[] = [
  {
    select: (userId) => sql`
      select a.id, a.name, s.media_type as "mediaType", s.bytes, a.created_at as "createdAt", a.sha256
      from assets a join asset_sources s on s.sha256 = a.sha256
      where a.owner_id = ${userId} and a.state = 'ready' order by a.created_at, a.id`,
    storageKey: (sha256) => assetStorageKey(sha256, 'original'),
  },
  {
    select: (userId) => sql`
      select id, name, media_type as "mediaType", bytes, created_at as "createdAt", sha256
      from stored_files where owner_id = ${userId} order by created_at, id`,
    storageKey: (sha256) => imageStorageKey(sha256, 'full'),
  },
]

/** Uploads that were refused or have not finished, of which the copy has no bytes. */
export const unfinishedFileData: PersonalData = {
  name: 'unfinished-files',
  select: (userId) => sql`
    select id, name, bytes, state, refusal_code as "refusedBecause", refusal_detail as "refusalDetails",
      created_at as "createdAt"
    from assets where owner_id = ${userId} and state <> 'ready' order by created_at, id`,
}
