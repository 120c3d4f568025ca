import {
  type MeasureRecord,
  type NoteRecord,
  type PlacementRecord,
  type ReferenceRecord,
} from '@veranda/contract/rooms/records.ts'
import { distance, heightAbove } from '@veranda/core/geometry/vector.ts'
import { kindOf } from '@veranda/core/rooms/records.ts'
import { type useLengths } from '../../lib/format-length.ts'
import { type Say } from '../../lib/words.ts'
import { type RoomStage } from '../../parts/room-stage.ts'
import { type AnyValue } from './room-log.ts'

export const referenceKinds = ['a4', 'cup', 'person'] as const satisfies readonly ReferenceRecord['what'][]

type Values = ReadonlyMap<string, AnyValue>

/** What stands beside a work: the records of which there may be several. What was measured on another one is not in sight. */
export function thingsOf(values: Values, workId: string | undefined): [string, AnyValue][] {
  return Array.from(values).filter(([key, value]) => key.includes(':') && !('from' in value && value.workId !== workId))
}

type Telling = {
  t: Say<'rooms'>
  lengths: ReturnType<typeof useLengths>
  /** How far the work may lie from its original, in metres. */
  tolerance: number
}

/** What a thing beside the work is called in lists. */
export function nameOfThing(key: string, value: AnyValue, telling: Telling): string {
  const { t } = telling
  const kind = kindOf(key)
  if (kind === 'reference' && 'what' in value) return t(`work.thing.${value.what}`)
  if (kind === 'note' && 'text' in value) return value.text
  if (kind === 'measure' && 'from' in value) return measured(value, telling)
  return t('work.thing.stroke')
}

/** As in the viewer: how long, how exact (both ends may be off), and how long square to the surface it begins on. */
function measured({ from, to, normal }: MeasureRecord, { t, lengths, tolerance }: Telling): string {
  const length = lengths.millimetres(distance(from, to))
  const told = { length, tolerance: lengths.tolerance(2 * tolerance) }
  if (!normal) return t('work.thing.measure', told)
  const across = lengths.millimetres(Math.abs(heightAbove(to, from, normal)))
  return t('work.thing.measure.across', { ...told, across })
}

type Where = { stage: Pick<RoomStage, 'placement'> | undefined; values: Values }

/** A thing of known size beside the work. */
export function referenceBeside(what: ReferenceRecord['what'], where: Where): ReferenceRecord {
  return { what, position: beside(0, where), yaw: 0 }
}

/** A note at the height of the eyes beside the work. */
export function noteBeside(text: string, where: Where): NoteRecord {
  return { text, position: beside(1.3, where), yaw: 0 }
}

/** A step to the right of what stands there already, so many metres above the floor. */
function beside(high: number, { stage, values }: Where): [number, number, number] {
  const at: PlacementRecord['position'] = stage?.placement().position ?? [0, 0, -2]
  const count = Array.from(values.keys()).filter((key) => /^(reference|note):/.test(key)).length
  return [at[0] + 0.7 + 0.35 * count, high, at[2]]
}
