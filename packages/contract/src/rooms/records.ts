import * as z from 'zod/mini'
import { hiddenParts, modelMetres } from '../model-space.ts'
import { id } from '../shapes.ts'

/** Metres in the room: x to the right, y up, z towards who comes in. */
const metres = z.number().check(z.gte(-32), z.lte(32))
const share = z.number().check(z.gte(0), z.lte(1))
const triple = z.tuple([metres, metres, metres])
const modelPoint = z.object({ x: modelMetres, y: modelMetres, z: modelMetres })

/** Which work of which exact version is looked at, and a former one beside it. */
export const stageRecord = z.object({
  deliverableId: id,
  workId: id,
  former: z.nullable(z.object({ deliverableId: id, workId: id })),
  compare: z.enum(['none', 'flip', 'side', 'overlay', 'map']),
  /** Under `flip`: the former one is the one in sight. */
  flipped: z.boolean(),
})
export type StageRecord = z.infer<typeof stageRecord>

/** Where the work stands, turned by `yaw` radians, at which size. */
export const placementRecord = z.object({
  position: triple,
  yaw: z.number().check(z.gte(-Math.PI), z.lte(Math.PI)),
  size: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('true') }),
    /** On the table, as large as it goes. */
    z.object({ kind: z.literal('doll-house') }),
    z.object({ kind: z.literal('height'), metres: z.number().check(z.gte(0.01), z.lte(30)) }),
    z.object({ kind: z.literal('factor'), factor: z.number().check(z.gte(0.001), z.lte(1000)) }),
  ]),
})
export type PlacementRecord = z.infer<typeof placementRecord>

/** How the work is looked into. */
export const toolsRecord = z.object({
  explode: share,
  section: z.nullable(z.object({ axis: z.enum(['x', 'y', 'z']), at: share, turned: z.boolean() })),
  wireframe: z.boolean(),
  light: z.enum(['studio', 'daylight', 'dusk']),
  hidden: hiddenParts,
})
export type ToolsRecord = z.infer<typeof toolsRecord>

/** A thing of known size beside the work. */
export const referenceRecord = z.object({
  what: z.enum(['a4', 'cup', 'person']),
  position: triple,
  yaw: z.number().check(z.gte(-Math.PI), z.lte(Math.PI)),
})
export type ReferenceRecord = z.infer<typeof referenceRecord>

/** A length between two places on the work. */
export const measureRecord = z.object({
  workId: id,
  from: modelPoint,
  to: modelPoint,
  /** Of the surface at `from`, for the length square to it. */
  normal: z.optional(modelPoint),
})
export type MeasureRecord = z.infer<typeof measureRecord>

/** A line drawn in the air: x, y, z of each point, in metres of the room. */
export const strokeRecord = z.object({
  color: z.enum(['amber', 'violet', 'green', 'white']),
  points: z.array(metres).check(
    z.minLength(6),
    z.maxLength(1500),
    z.refine((all) => all.length % 3 === 0),
  ),
})
export type StrokeRecord = z.infer<typeof strokeRecord>

export const noteRecord = z.object({
  text: z.string().check(z.minLength(1), z.maxLength(500)),
  position: triple,
  yaw: z.number().check(z.gte(-Math.PI), z.lte(Math.PI)),
})
export type NoteRecord = z.infer<typeof noteRecord>

/** What each kind of record holds. The key is the kind, and `kind:name` where there may be several. */
export const recordKinds = {
  stage: stageRecord,
  placement: placementRecord,
  tools: toolsRecord,
  reference: referenceRecord,
  measure: measureRecord,
  stroke: strokeRecord,
  note: noteRecord,
} as const
export type RecordKind = keyof typeof recordKinds
export type RecordValue = {
  stage: StageRecord
  placement: PlacementRecord
  tools: ToolsRecord
  reference: ReferenceRecord
  measure: MeasureRecord
  stroke: StrokeRecord
  note: NoteRecord
}
/** Kinds of which a room has one; of the others it has as many as `mostRecords` leaves. */
export const singleRecords: readonly RecordKind[] = ['stage', 'placement', 'tools']
export const mostRecords = 300

export const recordKey = z
  .string()
  .check(z.regex(/^(stage|placement|tools|(reference|measure|stroke|note):[a-z0-9-]{1,40})$/))
