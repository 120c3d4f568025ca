import { headsetLevels, headsetMetrics } from '@veranda/core/assets/headset-rating.ts'
import { assetKinds, limitNames } from '@veranda/core/assets/acceptance-limits.ts'
import { unfinishedAssetStates, uploadPurposes } from '@veranda/core/assets/upload-rules.ts'
import { imageWidths } from '@veranda/core/assets/image-widths.ts'
import * as z from 'zod/mini'
import { hash, id, isoInstant } from '../shared-schemas.ts'

export const uploadPurpose = z.enum(uploadPurposes)
export type UploadPurpose = z.infer<typeof uploadPurpose>

/** A point or a size in metres, in the model space of the source. */
export const vector = z.object({ x: z.number(), y: z.number(), z: z.number() })
export const box = z.object({ min: vector, max: vector })

/** Measurements of the source. Lengths are metres; `textureBytes` is GPU memory including mip levels. */
export const modelFacts = z.object({
  triangles: z.int(),
  materials: z.int(),
  draws: z.int(),
  textures: z.array(z.object({ width: z.int(), height: z.int() })),
  textureBytes: z.int(),
  size: vector,
  box,
  parts: z.array(z.object({ name: z.string(), triangles: z.int(), box })),
  animations: z.array(z.string()),
  /** Names of the looks that the author offers; absent for assets converted before they were kept. */
  variants: z.optional(z.array(z.string())),
  /** The headset rendition offers them, too; absent without one, and for assets converted before it did. */
  headsetHasVariants: z.optional(z.boolean()),
  /** Largest distance from the source, in metres: of the `model` rendition, and of `headset` where there is one. */
  deviation: z.number(),
  headsetDeviation: z.optional(z.nullable(z.number())),
})
export type ModelFacts = z.infer<typeof modelFacts>

/** Rating of an asset for headsets, with the reasons and the cost of each part, most expensive first. */
export const headsetRating = z.object({
  level: z.enum(headsetLevels),
  reasons: z.array(
    z.object({
      what: z.enum(headsetMetrics),
      value: z.number(),
      green: z.number(),
      amber: z.number(),
      /** The parts that contribute most, largest first; absent in ratings from before they were measured. */
      parts: z.optional(z.array(z.object({ name: z.string(), value: z.number() }))),
    }),
  ),
  costs: z.array(z.object({ part: z.string(), triangles: z.int(), textureBytes: z.int() })),
})
export type HeadsetRating = z.infer<typeof headsetRating>

/** The metadata that a file carries beside its content. */
export const embeddedMetadata = z.object({
  /** The file names a place, whether or not it could be read as coordinates. */
  hasLocation: z.boolean(),
  /** Degrees, rounded to about a kilometre. */
  coordinates: z.nullable(z.object({ latitude: z.number(), longitude: z.number() })),
  author: z.nullable(z.string()),
  copyright: z.nullable(z.string()),
  camera: z.nullable(z.string()),
  software: z.nullable(z.string()),
})
export type EmbeddedMetadata = z.infer<typeof embeddedMetadata>

const rendition = z.object({ url: z.string(), bytes: z.int() })

const assetFields = {
  id,
  name: z.string(),
  kind: z.enum(assetKinds),
  /** From 0 to 1 within the current state. */
  progress: z.number(),
  bytes: z.int(),
  createdAt: isoInstant,
}
/** Fields of an asset that is ready; null before, and when the file was refused. */
const readyFields = {
  /** sha256 of the source. */
  hash,
  headsetRating: z.nullable(headsetRating),
  thumbnail: z.nullable(z.string()),
  /** A model's pictures from all sides in one image, rendered after it is ready. */
  turntable: z.nullable(z.string()),
  /** Rendition for viewing: a GLB with meshopt and WebP, with named parts. */
  model: z.nullable(rendition),
  /**
   * Rendition with few draw calls; each vertex carries its part as `_PART`, an index into `facts.parts`. Null when not
   * needed.
   */
  headset: z.nullable(rendition),
  /** The lighter of the two with GPU-compressed textures (KTX2); created later, for models with large textures. */
  compressed: z.optional(rendition),
  /** Null unless the reader may download the source; an image of a chat comes without its metadata. */
  sourceUrl: z.nullable(z.string()),
  /** Absent unless the reader may have the source with all that it carries; null where it was not read. */
  embeddedMetadata: z.optional(z.nullable(embeddedMetadata)),
}
const notReady = {
  hash: z.null(),
  facts: z.null(),
  headsetRating: z.null(),
  thumbnail: z.null(),
  turntable: z.null(),
  model: z.null(),
  headset: z.null(),
  compressed: z.optional(z.null()),
  sourceUrl: z.null(),
  embeddedMetadata: z.optional(z.null()),
}
const unfinished = z.object({
  ...assetFields,
  ...notReady,
  state: z.enum(unfinishedAssetStates),
  refusal: z.null(),
})
const refused = z.object({
  ...assetFields,
  ...notReady,
  state: z.literal('refused'),
  refusal: z.object({ code: z.string(), message: z.string() }),
})
const ready = z.object({
  ...assetFields,
  ...readyFields,
  state: z.literal('ready'),
  refusal: z.null(),
  /** Measurements; null for what is not a model. */
  facts: z.nullable(modelFacts),
})

/** An uploaded file, with the fields of its state; those of other states are null. */
export const asset = z.discriminatedUnion('state', [unfinished, refused, ready])
export type Asset = z.infer<typeof asset>

/** Summarizes an asset in lists: everything but the parts of a model, which `GET /assets/:id` has. */
export const modelSummary = z.omit(modelFacts, { parts: true })
export const assetSummary = z.discriminatedUnion('state', [
  unfinished,
  refused,
  z.extend(ready, { facts: z.nullable(modelSummary) }),
])
export type AssetSummary = z.infer<typeof assetSummary>

/** An asset as shown in a message; the whole asset is at `GET /assets/:id`. */
export const attachment = z.object({
  id,
  name: z.string(),
  kind: z.enum(assetKinds),
  bytes: z.int(),
  thumbnail: z.nullable(z.string()),
})
export type Attachment = z.infer<typeof attachment>

const limitValue = z.nullable(z.int())

/**
 * Limits that a delivery must meet to be accepted; null means no limit. `size` is in whole millimetres,
 * `maxTextureEdge` in pixels, `frameRate` is a headset level.
 */
export const acceptanceLimits = z.object({
  maxTriangles: limitValue,
  maxTextureEdge: limitValue,
  maxTextures: limitValue,
  maxBytes: limitValue,
  format: z.nullable(z.enum(assetKinds)),
  size: z.nullable(z.object({ x: limitValue, y: limitValue, z: limitValue, tolerance: z.int() })),
  frameRate: z.nullable(z.enum(headsetLevels)),
})
export type AcceptanceLimits = z.infer<typeof acceptanceLimits>

/**
 * One limit checked against a delivery, both values in the limit's unit; `actual` is null when nothing could be
 * measured.
 */
export const limitCheck = z.object({
  name: z.enum(limitNames),
  met: z.boolean(),
  required: z.string(),
  actual: z.nullable(z.string()),
})
export type LimitCheck = z.infer<typeof limitCheck>

export const headsetQuery = z.object({ textures: z.optional(z.enum(['ktx2'])) })
export type HeadsetQuery = z.infer<typeof headsetQuery>

/** A stored image. All details are the original's, also its hash. `url` is a path of ours to its preview, and needs the session cookie unless the image is public. */
export const storedFile = z.object({
  id,
  hash,
  url: z.string(),
  mediaType: z.string(),
  bytes: z.int(),
  width: z.int(),
  height: z.int(),
  name: z.string(),
  /** Absent unless the reader may have the original; null where it was not read. */
  embeddedMetadata: z.optional(z.nullable(embeddedMetadata)),
})
export type StoredFile = z.infer<typeof storedFile>

/** `download=1` sends the file as an attachment under its original name. */
export const downloadQuery = z.object({ download: z.optional(z.literal('1')) })
export type DownloadQuery = z.infer<typeof downloadQuery>

/** `full`: the original file, for readers who may download it. Otherwise a WebP preview of at most screen size. */
/** Asks for a width of an image besides its own; the whole image comes where there is none. */
export const imageWidthQuery = z.object({
  width: z.optional(z.pipe(z.coerce.number(), z.literal(imageWidths))),
})
export type ImageWidthQuery = z.infer<typeof imageWidthQuery>

export const storedFileQuery = z.object({
  form: z.optional(z.literal('full')),
  ...imageWidthQuery.shape,
  ...downloadQuery.shape,
})
export type StoredFileQuery = z.infer<typeof storedFileQuery>

/** An image of a delivered version. `sourceUrl` is the original file; null for readers who may not download it. */
export const deliverableFile = z.extend(storedFile, { sourceUrl: z.nullable(z.string()) })
