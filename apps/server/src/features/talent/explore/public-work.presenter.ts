import { type PublicWork } from '@veranda/contract/talent/explore/schemas.ts'
import { sql } from 'kysely'
import { assetUrl } from '../../../platform/assets/asset-keys.ts'
import { storedFileUrl } from '../../../platform/assets/stored-files/stored-file-url.ts'

export type PublicWorkRow = Pick<PublicWork, 'id' | 'title' | 'description' | 'width' | 'height'> & {
  file: string
  asset: string | null
  modelBytes: number | null
  headsetBytes: number | null
  turntableBytes: number | null
}

/** Returns one JSON column with the public works of the creator `c`, at most `max`, in their order. */
export function publicWorksJson(max: number) {
  return sql<PublicWorkRow[]>`(
    select coalesce(json_agg(json_build_object('id', x.id, 'title', x.title, 'description', x.description,
      'file', x.file_id, 'width', x.width, 'height', x.height, 'asset', x.asset_id,
      'modelBytes', x.model_bytes, 'headsetBytes', x.headset_bytes, 'turntableBytes', x.turntable_bytes) order by x.position), '[]')
    from (
      select x.*, f.width, f.height, o.model_bytes, o.headset_bytes, o.turntable_bytes
      from public_works x join stored_files f on f.id = x.file_id
        left join assets w on w.id = x.asset_id and w.state = 'ready' left join asset_sources o on o.sha256 = w.sha256
      where x.creator_id = c.user_id order by x.position limit ${sql.lit(max)}
    ) as x)`
}

/** Maps a work to what strangers see of it: the preview of its image and the lightest rendition of its model. */
export function toPublicWork(row: PublicWorkRow): PublicWork {
  const { file, asset, modelBytes, headsetBytes, turntableBytes, ...work } = row
  const bytes = headsetBytes ?? modelBytes
  return {
    ...work,
    image: storedFileUrl(file) ?? '',
    model:
      asset === null || bytes === null
        ? null
        : { url: assetUrl(asset, headsetBytes === null ? 'model' : 'headset'), bytes },
    turntable: asset === null || turntableBytes === null ? null : assetUrl(asset, 'turntable'),
  }
}
