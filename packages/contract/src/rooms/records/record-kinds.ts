import { compareModes } from '@veranda/core/assets/compare-modes.ts'
import { lightNames } from '@veranda/core/assets/light-names.ts'
import { maxVariantNameLength } from '@veranda/core/assets/model-facts.ts'
import * as z from 'zod/mini'
import { hiddenPartNames, modelCoordinate } from '../../assets/model-space.ts'
import { id, multilineText, withoutHiddenCharacters } from '../../shared-schemas.ts'

/** Metres in the room: x to the right, y up, z towards the entrance. */
const roomMetres = z.number().check(z.gte(-32), z.lte(32))
const fraction = z.number().check(z.gte(0), z.lte(1))
const roomPoint = z.tuple([roomMetres, roomMetres, roomMetres])
const modelPoint = z.object({ x: modelCoordinate, y: modelCoordinate, z: modelCoordinate })

/** The asset and exact version in the scene, and a previous one to compare with. */
export const sceneRecord = z.object({
  deliverableId: id,
  assetId: id,
  /**
   * The chosen variant of this asset, which a previous version shows as well. Absent, or not offered by the asset: its
   * own materials.
   */
  variant: z.optional(
    z.string().check(z.minLength(1), z.maxLength(maxVariantNameLength), withoutHiddenCharacters('one')),
  ),
  previous: z.nullable(z.object({ deliverableId: id, assetId: id })),
  compare: z.enum(['none', ...compareModes]),
  /** In mode `flip`: the previous version is visible. */
  flipped: z.boolean(),
  /** In mode `side`: the direction of the previous version from the current one and the extra gap; left without it. */
  beside: z.optional(
    z.object({
      angle: z.number().check(z.gte(-Math.PI), z.lte(Math.PI)),
      gap: z.number().check(z.gte(0), z.lte(10)),
    }),
  ),
})
export type SceneRecord = z.infer<typeof sceneRecord>

/** Position, rotation (`yaw` in radians) and size of the model. */
export const placementRecord = z.object({
  position: roomPoint,
  yaw: z.number().check(z.gte(-Math.PI), z.lte(Math.PI)),
  size: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('true') }),
    /** On the table: at its own size where that fits, or as large as fits. */
    z.object({ kind: z.literal('doll-house') }),
    z.object({ kind: z.literal('fill-table') }),
    z.object({ kind: z.literal('height'), metres: z.number().check(z.gte(0.01), z.lte(30)) }),
    z.object({ kind: z.literal('factor'), factor: z.number().check(z.gte(0.001), z.lte(1000)) }),
  ]),
})
export type PlacementRecord = z.infer<typeof placementRecord>

/** Settings of the inspection tools. */
export const toolsRecord = z.object({
  explode: fraction,
  section: z.nullable(z.object({ axis: z.enum(['x', 'y', 'z']), at: fraction, turned: z.boolean() })),
  wireframe: z.boolean(),
  light: z.enum(lightNames),
  /** Turn of the light around the asset, as a share of a whole turn; 0 if absent. */
  lightTurn: z.optional(fraction),
  hidden: hiddenPartNames,
})
export type ToolsRecord = z.infer<typeof toolsRecord>

/** An object of known size next to the model. */
export const referenceRecord = z.object({
  what: z.enum(['a4', 'cup', 'person']),
  position: roomPoint,
  yaw: z.number().check(z.gte(-Math.PI), z.lte(Math.PI)),
})
export type ReferenceRecord = z.infer<typeof referenceRecord>

/** A length between two points on the asset. */
export const measureRecord = z.object({
  assetId: id,
  from: modelPoint,
  to: modelPoint,
  /** Surface normal at `from`, for the perpendicular length. */
  normal: z.optional(modelPoint),
})
export type MeasureRecord = z.infer<typeof measureRecord>

/** The asset of a version that an annotation was made on, and the part; null if it belongs to the whole asset. */
export const annotationTarget = z.object({
  deliverableId: id,
  assetId: id,
  part: z.nullable(z.string().check(z.maxLength(200), withoutHiddenCharacters('one'))),
})
export type AnnotationTarget = z.infer<typeof annotationTarget>

export const strokeColor = z.enum(['amber', 'violet', 'green', 'white'])

/**
 * A stroke: x, y, z of each point, in metres of the model space of what it was drawn on; without that, in metres of the
 * room.
 */
export const strokeRecord = z.object({
  color: strokeColor,
  on: z.optional(annotationTarget),
  points: z.array(modelCoordinate).check(
    z.minLength(6),
    z.maxLength(1500),
    z.refine((all) => all.length % 3 === 0),
  ),
})
export type StrokeRecord = z.infer<typeof strokeRecord>

/** A note. Its position and rotation are relative to what it was made on, as those of a stroke. */
export const noteRecord = z.object({
  text: multilineText(500),
  on: z.optional(annotationTarget),
  position: z.tuple([modelCoordinate, modelCoordinate, modelCoordinate]),
  yaw: z.number().check(z.gte(-Math.PI), z.lte(Math.PI)),
})
export type NoteRecord = z.infer<typeof noteRecord>

/** Schema of each kind of record. The key is the kind, or `kind:name` where there may be several. */
export const recordKinds = {
  scene: sceneRecord,
  placement: placementRecord,
  tools: toolsRecord,
  reference: referenceRecord,
  measure: measureRecord,
  stroke: strokeRecord,
  note: noteRecord,
} as const
export type RecordKind = keyof typeof recordKinds
export type RecordValue = {
  scene: SceneRecord
  placement: PlacementRecord
  tools: ToolsRecord
  reference: ReferenceRecord
  measure: MeasureRecord
  stroke: StrokeRecord
  note: NoteRecord
}
/** Kinds of which a room has one; of the others it has as many as `maxRoomRecords` leaves. */
export const singletonKinds: readonly RecordKind[] = ['scene', 'placement', 'tools']
export const maxRoomRecords = 300

export const recordKey = z
  .string()
  .check(z.regex(/^(scene|placement|tools|(reference|measure|stroke|note):[a-z0-9-]{1,40})$/))
