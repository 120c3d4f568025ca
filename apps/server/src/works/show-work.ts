import { type Work, type WorkSummary } from '@veranda/contract/works/schemas.ts'
import { type Instant, toIso } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { sentence } from '../http/sentences.ts'
import { workAddress } from './keys.ts'

/** A work with what is known of its original, as `workColumns` and `workJson` read it. */
export type WorkRow = {
  id: string
  owner_id: string
  name: string
  state: Work['state']
  progress: number
  refusal_code: string | null
  refusal_detail: Record<string, string | number> | null
  bytes: number
  sha256: string | null
  created_at: Instant
  kind: Work['kind'] | null
  facts: Work['facts']
  gate: Work['gate']
  model_bytes: number | null
  headset_bytes: number | null
  thumbnail_bytes: number | null
  compressed_bytes: number | null
}

/** The same without the parts of a model, as `workJson` reads it. */
export type SummaryRow = Omit<WorkRow, 'facts'> & { facts: WorkSummary['facts'] }

/** The columns of a `WorkRow` from `works w left join originals o`. */
export const workColumns = sql`w.id, w.owner_id, w.name, w.state, w.progress, w.refusal_code, w.refusal_detail, w.bytes,
  w.sha256, w.created_at, o.kind, o.facts, o.gate, o.model_bytes, o.headset_bytes, o.thumbnail_bytes, o.compressed_bytes`

/** The columns of a `SummaryRow` as one json object, its moment as epoch milliseconds. */
export const workJson = sql`json_build_object('id', w.id, 'owner_id', w.owner_id, 'name', w.name, 'state', w.state,
  'progress', w.progress, 'refusal_code', w.refusal_code, 'refusal_detail', w.refusal_detail, 'bytes', w.bytes,
  'sha256', w.sha256, 'created_at', (extract(epoch from w.created_at) * 1000)::bigint, 'kind', o.kind, 'facts', o.facts - 'parts',
  'gate', o.gate, 'model_bytes', o.model_bytes, 'headset_bytes', o.headset_bytes, 'thumbnail_bytes', o.thumbnail_bytes,
  'compressed_bytes', o.compressed_bytes)`

/** A work as it goes over the wire, to somebody who may or may not download the original. */
export function showWork(row: WorkRow, mayDownload: boolean, language = 'en'): Work {
  return { ...showSummary(row, mayDownload, language), facts: row.facts }
}

/** The same as lists carry it, without the parts of a model. */
export function showSummary(row: SummaryRow, mayDownload: boolean, language = 'en'): WorkSummary {
  const { id, refusal_code: code } = row
  const stored = (what: 'model' | 'headset', bytes: number | null) =>
    bytes === null ? null : { url: workAddress(id, what), bytes }
  const ready = row.state === 'ready'
  return {
    id,
    name: row.name,
    kind: row.kind ?? kindByName(row.name),
    state: row.state,
    progress: row.progress,
    refusal: code === null ? null : { code, message: sentence(code, language, row.refusal_detail ?? {}) },
    bytes: row.bytes,
    hash: row.sha256,
    facts: row.facts && withoutParts(row.facts),
    gate: row.gate,
    thumbnail: row.thumbnail_bytes === null ? null : workAddress(id, 'thumbnail'),
    model: stored('model', row.model_bytes),
    headset: stored('headset', row.headset_bytes),
    ...(row.compressed_bytes === null
      ? {}
      : { compressed: { url: `${workAddress(id, 'headset')}?textures=ktx2`, bytes: row.compressed_bytes } }),
    originalUrl: ready && (mayDownload || isShownAsItIs(row.kind)) ? workAddress(id, 'original') : null,
    createdAt: toIso(row.created_at),
  }
}

function withoutParts(facts: NonNullable<WorkSummary['facts']>): NonNullable<WorkSummary['facts']> {
  const { parts: _, ...rest }: typeof facts & { parts?: unknown } = facts
  return rest
}

/** Of videos and documents nothing lesser is made: who may look at them gets them as they are. */
export function isShownAsItIs(kind: Work['kind'] | null): boolean {
  return kind === 'video' || kind === 'document'
}

/** Until the content was looked at, the name is all there is. */
function kindByName(name: string): Work['kind'] {
  if (/\.(glb|gltf)$/i.test(name)) return 'model'
  if (/\.(png|jpe?g|webp)$/i.test(name)) return 'picture'
  if (/\.(mp4|m4v|mov|webm)$/i.test(name)) return 'video'
  return /\.pdf$/i.test(name) ? 'document' : 'archive'
}
