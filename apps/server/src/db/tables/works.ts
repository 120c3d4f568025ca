import type { Work } from '@veranda/contract/works/schemas.ts'
import type { ModelFacts } from '@veranda/core/works/facts.ts'
import type { Gate } from '@veranda/core/works/gate.ts'
import type { Purpose } from '@veranda/core/works/upload-rules.ts'
import type { At, Default, MaybeJson } from '../columns.ts'

export type WorkTables = {
  works: {
    id: string
    owner_id: string
    name: string
    purpose: Purpose
    state: Work['state']
    progress: Default<number>
    refusal_code: string | null
    refusal_detail: MaybeJson<Record<string, string | number>>
    bytes: number
    expected_sha256: string | null
    sha256: string | null
    falls: Default<number>
    created_at: At
    updated_at: At
  }
  originals: {
    sha256: string
    kind: Work['kind']
    mime: string
    bytes: number
    facts: MaybeJson<ModelFacts>
    gate: MaybeJson<Gate>
    model_bytes: number | null
    headset_bytes: number | null
    thumbnail_bytes: number | null
    parts_bytes: number | null
    compressed_bytes: number | null
    created_at: At
  }
  deliverable_works: { deliverable_id: string; position: number; work_id: string }
  message_works: { message_id: string; position: number; work_id: string }
}
