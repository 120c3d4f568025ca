import type { Asset } from '@veranda/contract/assets/schemas.ts'
import type { EmbeddedMetadata } from '@veranda/core/assets/embedded-metadata.ts'
import type { ModelFacts } from '@veranda/core/assets/model-facts.ts'
import type { HeadsetRating } from '@veranda/core/assets/headset-rating.ts'
import type { UploadPurpose } from '@veranda/core/assets/upload-rules.ts'
import type { Timestamp, Defaulted, NullableJsonb } from '../column-types.ts'

export type AssetTables = {
  assets: {
    id: string
    owner_id: string
    name: string
    purpose: UploadPurpose
    state: Asset['state']
    progress: Defaulted<number>
    refusal_code: string | null
    refusal_detail: NullableJsonb<Record<string, string | number>>
    bytes: number
    expected_sha256: string | null
    sha256: string | null
    converter_crashes: Defaulted<number>
    version: Defaulted<number>
    created_at: Timestamp
    updated_at: Timestamp
  }
  asset_sources: {
    sha256: string
    kind: Asset['kind']
    media_type: string
    bytes: number
    facts: NullableJsonb<ModelFacts>
    headset_rating: NullableJsonb<HeadsetRating>
    model_bytes: number | null
    headset_bytes: number | null
    thumbnail_bytes: number | null
    parts_bytes: number | null
    compressed_bytes: number | null
    shared_bytes: number | null
    turntable_bytes: number | null
    embedded_metadata: NullableJsonb<EmbeddedMetadata>
    created_at: Timestamp
  }
  image_variants: { source: 'asset' | 'image'; sha256: string; widths: number[]; created_at: Timestamp }
  deliverable_assets: { deliverable_id: string; position: number; asset_id: string }
  project_assets: { project_id: string; position: number; asset_id: string }
  message_attachments: { message_id: string; position: number; asset_id: string }
}
