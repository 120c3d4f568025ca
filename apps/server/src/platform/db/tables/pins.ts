import type { Pin, PinPlace, PinView } from '@veranda/contract/commissions/pins/schemas.ts'
import type { Vector } from '@veranda/core/geometry/vector.ts'
import type { Timestamp, Defaulted, Jsonb, NullableTimestamp } from '../column-types.ts'

export type PinTables = {
  pins: {
    id: string
    project_id: string
    milestone_id: string
    number: number
    author_id: string
    state: Pin['state']
    kind: Pin['kind']
    version: Defaulted<number>
    request_message_id: string | null
    round: number | null
    created_at: Timestamp
    updated_at: Timestamp
    removed_at: NullableTimestamp
    removed_by: string | null
  }
  pin_places: {
    pin_id: string
    deliverable_id: string
    asset_id: string
    part: string
    position: Jsonb<Vector>
    normal: Jsonb<Vector>
    view: Jsonb<PinView>
    status: PinPlace['status']
    moved: number | null
    reason: Extract<PinPlace, { status: 'unsure' }>['reason'] | null
    placed_by: string | null
    updated_at: Timestamp
  }
  pin_messages: { id: string; pin_id: string; author_id: string; text: string; created_at: Timestamp }
  voice_notes: {
    message_id: string
    author_id: string
    sha256: string
    media_type: 'audio/webm' | 'audio/ogg'
    bytes: number
    milliseconds: number
    created_at: Timestamp
  }
}
