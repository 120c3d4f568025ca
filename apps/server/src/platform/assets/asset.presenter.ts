import { type Asset, type AssetSummary } from '@veranda/contract/assets/schemas.ts'
import { type EmbeddedMetadata } from '@veranda/core/assets/embedded-metadata.ts'
import { type Instant, toIso } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { requiredColumn } from '../db/required-column.ts'
import { errorMessage } from '../i18n.ts'
import { type AssetAccess } from './asset-access.ts'
import { assetUrl } from './asset-keys.ts'

/** An asset with the data of its source, as `assetColumns` selects it. */
export type AssetRow = {
  id: string
  owner_id: string
  name: string
  state: Asset['state']
  progress: number
  refusal_code: string | null
  refusal_detail: Record<string, string | number> | null
  bytes: number
  sha256: string | null
  created_at: Instant
  kind: Asset['kind'] | null
  facts: Asset['facts']
  headset_rating: Asset['headsetRating']
  model_bytes: number | null
  headset_bytes: number | null
  thumbnail_bytes: number | null
  compressed_bytes: number | null
  turntable_bytes: number | null
  embedded_metadata: EmbeddedMetadata | null
}

/** An asset without the parts of its model, as `assetSummaryJson` selects it. */
export type AssetSummaryRow = Omit<AssetRow, 'facts'> & { facts: AssetSummary['facts'] }

/** Columns of an `AssetRow`; needs `assets w left join asset_sources o`. */
export const assetColumns = sql`w.id, w.owner_id, w.name, w.state, w.progress, w.refusal_code, w.refusal_detail, w.bytes,
  w.sha256, w.created_at, o.kind, o.facts, o.headset_rating, o.model_bytes, o.headset_bytes, o.thumbnail_bytes, o.compressed_bytes, o.turntable_bytes,
  o.embedded_metadata`

/** Columns of an `AssetSummaryRow` as one JSON object, with its creation time in epoch milliseconds. */
export const assetSummaryJson = sql`json_build_object('id', w.id, 'owner_id', w.owner_id, 'name', w.name, 'state', w.state,
  'progress', w.progress, 'refusal_code', w.refusal_code, 'refusal_detail', w.refusal_detail, 'bytes', w.bytes,
  'sha256', w.sha256, 'created_at', (extract(epoch from w.created_at) * 1000)::bigint, 'kind', o.kind, 'facts', o.facts - 'parts',
  'headset_rating', o.headset_rating, 'model_bytes', o.model_bytes, 'headset_bytes', o.headset_bytes, 'thumbnail_bytes', o.thumbnail_bytes,
  'compressed_bytes', o.compressed_bytes, 'turntable_bytes', o.turntable_bytes, 'embedded_metadata', o.embedded_metadata)`

/** Maps an asset to its DTO; the source URL and what the source carries depend on the reader's access. */
export function toAssetDto(row: AssetRow, access: AssetAccess, language = 'en'): Asset {
  const summary = toAssetSummaryDto(row, access, language)
  return summary.state === 'ready' ? { ...summary, facts: row.facts } : summary
}

/** Maps an asset to the DTO used in lists, without the parts of a model. */
export function toAssetSummaryDto(row: AssetSummaryRow, access: AssetAccess, language = 'en'): AssetSummary {
  const { id, state, refusal_code: code } = row
  const fields = {
    id,
    name: row.name,
    kind: row.kind ?? kindFromFileName(row.name),
    progress: row.progress,
    bytes: row.bytes,
    createdAt: toIso(row.created_at),
  }
  switch (state) {
    case 'ready':
      return { ...fields, state, refusal: null, ...toReadyFields(row, access) }
    case 'refused': {
      const refusal = {
        code: requiredColumn(code, 'asset', row),
        message: errorMessage(requiredColumn(code, 'asset', row), language, row.refusal_detail ?? {}),
      }
      return { ...fields, ...notReady, state, refusal }
    }
    default:
      return { ...fields, ...notReady, state, refusal: null }
  }
}

const notReady = {
  hash: null,
  facts: null,
  headsetRating: null,
  thumbnail: null,
  turntable: null,
  model: null,
  headset: null,
  sourceUrl: null,
} as const

function toReadyFields(row: AssetSummaryRow, access: AssetAccess) {
  const { id } = row
  const renditionOf = (rendition: 'model' | 'headset', bytes: number | null) =>
    bytes === null ? null : { url: assetUrl(id, rendition), bytes }
  const canDownload = access === 'shared' || access === 'source'
  return {
    hash: requiredColumn(row.sha256, 'asset', row),
    facts: row.facts && withoutParts(row.facts),
    headsetRating: row.headset_rating,
    thumbnail: row.thumbnail_bytes === null ? null : assetUrl(id, 'thumbnail'),
    turntable: row.turntable_bytes === null ? null : assetUrl(id, 'turntable'),
    model: renditionOf('model', row.model_bytes),
    headset: renditionOf('headset', row.headset_bytes),
    ...(row.compressed_bytes === null
      ? {}
      : { compressed: { url: `${assetUrl(id, 'headset')}?textures=ktx2`, bytes: row.compressed_bytes } }),
    sourceUrl: canDownload || isServedAsUploaded(row.kind) ? assetUrl(id, 'source') : null,
    ...(access === 'source' ? { embeddedMetadata: row.embedded_metadata } : {}),
  }
}

function withoutParts(facts: NonNullable<AssetSummary['facts']>): NonNullable<AssetSummary['facts']> {
  const { parts: _, ...rest }: typeof facts & { parts?: unknown } = facts
  return rest
}

/** Returns whether viewers receive the uploaded file itself: videos and documents have no rendition. */
export function isServedAsUploaded(kind: Asset['kind'] | null): boolean {
  return kind === 'video' || kind === 'document'
}

/** Guesses the kind from the file name until the content was inspected. */
function kindFromFileName(name: string): Asset['kind'] {
  if (/\.(glb|gltf)$/i.test(name)) return 'model'
  if (/\.(png|jpe?g|webp)$/i.test(name)) return 'image'
  if (/\.(mp4|m4v|mov|webm)$/i.test(name)) return 'video'
  return /\.pdf$/i.test(name) ? 'document' : 'archive'
}
