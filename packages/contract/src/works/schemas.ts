import * as z from 'zod/mini'
import { gateLevels, gateMeasures } from '@veranda/core/works/gate.ts'
import { limitNames, workKinds } from '@veranda/core/works/limits.ts'
import { purposes, workStates } from '@veranda/core/works/upload-rules.ts'
import { hash, id, isoInstant, page, pageQuery } from '../shapes.ts'

export const purpose = z.enum(purposes)
export type Purpose = z.infer<typeof purpose>

/** A point or a size in metres, in the model space of the original. */
export const vector = z.object({ x: z.number(), y: z.number(), z: z.number() })
export const box = z.object({ min: vector, max: vector })

/** What was measured on the original. Lengths are metres, `textureBytes` is what a graphics card holds, mip levels too. */
export const modelFacts = z.object({
  triangles: z.int(),
  vertices: z.int(),
  materials: z.int(),
  draws: z.int(),
  textures: z.array(z.object({ width: z.int(), height: z.int() })),
  textureBytes: z.int(),
  size: vector,
  box,
  parts: z.array(z.object({ name: z.string(), triangles: z.int(), box })),
  animations: z.array(z.string()),
  /** The largest distance of what is shown from the original, in metres: of `model`, and of `headset` where there is one. */
  tolerance: z.number(),
  headsetTolerance: z.optional(z.nullable(z.number())),
})
export type ModelFacts = z.infer<typeof modelFacts>

/** How a work fits a headset, with the reasons and what each part costs, the dearest first. */
export const gate = z.object({
  level: z.enum(gateLevels),
  reasons: z.array(
    z.object({
      what: z.enum(gateMeasures),
      value: z.number(),
      green: z.number(),
      amber: z.number(),
    }),
  ),
  costs: z.array(z.object({ part: z.string(), triangles: z.int(), textureBytes: z.int() })),
})
export type Gate = z.infer<typeof gate>

const stored = z.object({ url: z.string(), bytes: z.int() })

export const work = z.object({
  id,
  name: z.string(),
  kind: z.enum(workKinds),
  state: z.enum(workStates),
  /** 0 to 1 within the state that it is in. */
  progress: z.number(),
  refusal: z.nullable(z.object({ code: z.string(), message: z.string() })),
  bytes: z.int(),
  /** sha256 of the original; null until it is all there. */
  hash: z.nullable(hash),
  facts: z.nullable(modelFacts),
  gate: z.nullable(gate),
  thumbnail: z.nullable(z.string()),
  /** What one looks at: a GLB with meshopt and WebP, its parts by their names. */
  model: z.nullable(stored),
  /** The same in few draws; each vertex carries its part as `_PART`, an index into `facts.parts`. Null when not needed. */
  headset: z.nullable(stored),
  /** The lighter of the two with textures that stay small on the graphics card (KTX2); it comes later, where it counts. */
  compressed: z.optional(z.nullable(stored)),
  /** Only when this reader may download the original. */
  originalUrl: z.nullable(z.string()),
  createdAt: isoInstant,
})
export type Work = z.infer<typeof work>

/** What lists carry of a work: everything but the parts of a model, which `GET /works/:id` has. */
export const modelSummary = z.omit(modelFacts, { parts: true })
export const workSummary = z.object({ ...work.shape, facts: z.nullable(modelSummary) })
export type WorkSummary = z.infer<typeof workSummary>

/** A work as a message shows it in its place; all of it is at `GET /works/:id`. */
export const attachment = z.pick(work, { id: true, name: true, kind: true, bytes: true, thumbnail: true })
export type Attachment = z.infer<typeof attachment>

const limit = z.nullable(z.int())

/**
 * What a delivery has to keep to be taken; null leaves a thing free. `size` is whole millimetres, `maxTextureEdge` pixels,
 * `frameRate` the level of the headset gate.
 */
export const acceptanceLimits = z.object({
  maxTriangles: limit,
  maxTextureEdge: limit,
  maxTextures: limit,
  maxBytes: limit,
  format: z.nullable(z.enum(workKinds)),
  size: z.nullable(z.object({ x: limit, y: limit, z: limit, tolerance: z.int() })),
  frameRate: z.nullable(z.enum(gateLevels)),
})
export type AcceptanceLimits = z.infer<typeof acceptanceLimits>

/** One limit against a delivery, both in the limit's own unit; `actual` is null where nothing could be measured. */
export const limitCheck = z.object({
  name: z.enum(limitNames),
  met: z.boolean(),
  asked: z.string(),
  actual: z.nullable(z.string()),
})
export type LimitCheck = z.infer<typeof limitCheck>

export const headsetQuery = z.object({ textures: z.optional(z.enum(['ktx2'])) })
export type HeadsetQuery = z.infer<typeof headsetQuery>

export const workPage = page(workSummary)
export type WorkPage = z.infer<typeof workPage>
export const worksQuery = z.object({
  ...pageQuery.shape,
  state: z.optional(z.enum(workStates)),
  purpose: z.optional(purpose),
})
export type WorksQuery = z.infer<typeof worksQuery>
