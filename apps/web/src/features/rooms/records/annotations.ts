import {
  type MeasureRecord,
  type NoteRecord,
  type PlacementRecord,
  type ReferenceRecord,
  type SceneRecord,
} from '@veranda/contract/rooms/records/record-kinds.ts'
import { distance, signedDistanceToPlane } from '@veranda/core/geometry/vector.ts'
import { recordKindOf } from '@veranda/core/rooms/records/room-records.ts'
import { type useLengthFormat } from '../../../lib/i18n/format-length.ts'
import { type Translate } from '../../../lib/i18n/i18n.ts'
import { type RoomCanvas } from '../../../three/room/room-canvas.ts'
import { type AnyRecordValue } from './record-store.ts'

export const referenceKinds = ['a4', 'cup', 'person'] as const satisfies readonly ReferenceRecord['what'][]

type RecordValues = ReadonlyMap<string, AnyRecordValue>

/**
 * Returns the annotations, which are records of kinds without a limit of one. Those on other assets and versions are
 * left out.
 */
export function findAnnotations(
  values: RecordValues,
  shown: Pick<SceneRecord, 'deliverableId' | 'assetId'> | undefined,
): [string, AnyRecordValue][] {
  return Array.from(values).filter(([key, value]) => {
    if (!key.includes(':')) return false
    if ('from' in value) return value.assetId === shown?.assetId
    const on = 'on' in value ? value.on : undefined
    return !on || (on.assetId === shown?.assetId && on.deliverableId === shown.deliverableId)
  })
}

type LabelContext = {
  t: Translate<'rooms'>
  lengths: ReturnType<typeof useLengthFormat>
  /** Maximum distance of the model from its source, in metres. */
  tolerance: number
}

/** Returns the label of an annotation. */
export function annotationLabel(key: string, value: AnyRecordValue, context: LabelContext): string {
  const { t } = context
  const kind = recordKindOf(key)
  if (kind === 'reference' && 'what' in value) return t(`annotations.${value.what}`)
  if (kind === 'note' && 'text' in value) return value.text
  if (kind === 'measure' && 'from' in value) return measurementLabel(value, context)
  const part = 'on' in value ? value.on?.part : undefined
  return part ? t('annotations.stroke.on', { part }) : t('annotations.stroke')
}

/**
 * Formats a measurement as in the viewer: length, tolerance (of both ends) and the length perpendicular to the surface
 * it starts on.
 */
function measurementLabel({ from, to, normal }: MeasureRecord, { t, lengths, tolerance }: LabelContext): string {
  const length = lengths.millimetres(distance(from, to))
  const params = { length, tolerance: lengths.tolerance(2 * tolerance) }
  if (!normal) return t('annotations.measure', params)
  const perpendicular = lengths.millimetres(Math.abs(signedDistanceToPlane(to, from, normal)))
  return t('annotations.measure.across', { ...params, across: perpendicular })
}

type AnnotationPlace = { canvas: Pick<RoomCanvas, 'placement' | 'notePlaceAt'> | undefined; values: RecordValues }

/** Returns a new reference object next to the model. */
export function newReference(kind: ReferenceRecord['what'], place: AnnotationPlace): ReferenceRecord {
  return { what: kind, position: nextFreePosition(0, place), yaw: 0 }
}

/** Returns a new note that belongs to the shown version: on a part of it, or next to it at eye level. */
export function newNote(text: string, place: AnnotationPlace, part: string | null = null): NoteRecord {
  const position = nextFreePosition(1.3, place)
  return { text, ...(place.canvas?.notePlaceAt(position, part) ?? { position, yaw: 0 }) }
}

/** Returns the next free position to the right of the model, at a height in metres. */
function nextFreePosition(heightMetres: number, { canvas, values }: AnnotationPlace): [number, number, number] {
  const position: PlacementRecord['position'] = canvas?.placement().position ?? [0, 0, -2]
  const count = Array.from(values.keys()).filter((key) => /^(reference|note):/.test(key)).length
  return [position[0] + 0.7 + 0.35 * count, heightMetres, position[2]]
}
