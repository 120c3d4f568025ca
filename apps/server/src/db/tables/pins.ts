import type { Pin, PinPlace, PinView } from '@veranda/contract/pins/schemas.ts'
import type { Vector } from '@veranda/core/geometry/vector.ts'
import type { At, Default, Json, MaybeAt } from '../columns.ts'

export type PinTables = {
  pins: {
    id: string
    project_id: string
    milestone_id: string
    number: number
    author_id: string
    state: Pin['state']
    kind: Pin['kind']
    version: Default<number>
    asked_message_id: string | null
    round: number | null
    created_at: At
    updated_at: At
    removed_at: MaybeAt
    removed_by: string | null
  }
  pin_places: {
    pin_id: string
    deliverable_id: string
    work_id: string
    part: string
    position: Json<Vector>
    normal: Json<Vector>
    view: Json<PinView>
    standing: PinPlace['standing']
    moved: number | null
    reason: PinPlace['reason']
    placed_by: string | null
    updated_at: At
  }
  pin_messages: { id: string; pin_id: string; author_id: string; text: string; created_at: At }
  voice_notes: {
    message_id: string
    author_id: string
    sha256: string
    mime: 'audio/webm' | 'audio/ogg'
    bytes: number
    milliseconds: number
    created_at: At
  }
}
