import { type Result, ok, refuse } from '../result.ts'
import { bytesPerMebibyte } from './upload-rules.ts'
import { type ModelSummary } from './model-facts.ts'
import { type HeadsetRating, headsetLevels, type HeadsetLevel, isAtLeast } from './headset-rating.ts'

export const assetKinds = ['model', 'image', 'video', 'document', 'archive'] as const
export type AssetKind = (typeof assetKinds)[number]

/** A required size in whole millimetres (contract text has no fractions); null leaves an axis free. */
export type RequiredSize = {
  readonly x: number | null
  readonly y: number | null
  readonly z: number | null
  readonly tolerance: number
}

/**
 * Limits that a delivery must meet to be accepted, as both sides agreed; null means no limit. `maxBytes` applies to
 * each file, `maxTextureEdge` is in pixels, at least one file must have the kind `format`, `frameRate` is a headset
 * level.
 */
export type AcceptanceLimits = {
  readonly maxTriangles: number | null
  readonly maxTextureEdge: number | null
  readonly maxTextures: number | null
  readonly maxBytes: number | null
  readonly format: AssetKind | null
  readonly size: RequiredSize | null
  readonly frameRate: HeadsetLevel | null
}

/** The same limits as a user entered them, unchecked. */
export type LimitsDraft = Omit<AcceptanceLimits, 'format' | 'frameRate'> & {
  readonly format: string | null
  readonly frameRate: string | null
}

export const limitNames = ['triangles', 'texture-edge', 'textures', 'bytes', 'format', 'size', 'frame-rate'] as const
export type LimitName = (typeof limitNames)[number]

/** An asset, as far as the acceptance limits need it. */
export type Asset = {
  readonly kind: AssetKind
  readonly bytes: number
  readonly facts: ModelSummary | null
  readonly headsetRating: HeadsetRating | null
}

/**
 * One limit checked against a delivery. `actual` is the worst value in the limit's unit; null when nothing can be
 * measured.
 */
export type LimitCheck = {
  readonly name: LimitName
  readonly met: boolean
  readonly required: string
  readonly actual: string | null
}

const limitBounds = {
  triangles: 5_000_000,
  textureEdgePixels: 8_192,
  textures: 1_000,
  bytes: 500 * bytesPerMebibyte,
  sideMillimetres: 1_000_000,
} as const

/**
 * Checks limits that a user entered. Error codes: limits.out-of-range, limits.unknown-format and limits.unknown-level
 * (invalid).
 */
export function checkAcceptanceLimits(draft: LimitsDraft): Result<AcceptanceLimits> {
  const outOfRange = (name: string, max: number) =>
    refuse('limits.out-of-range', 'invalid', { field: `limits.${name}`, detail: { max } })
  const outside = (value: number | null, max: number, min = 1) =>
    value !== null && !(Number.isInteger(value) && value >= min && value <= max)
  if (outside(draft.maxTriangles, limitBounds.triangles)) return outOfRange('maxTriangles', limitBounds.triangles)
  if (outside(draft.maxTextureEdge, limitBounds.textureEdgePixels))
    return outOfRange('maxTextureEdge', limitBounds.textureEdgePixels)
  if (outside(draft.maxTextures, limitBounds.textures, 0)) return outOfRange('maxTextures', limitBounds.textures)
  if (outside(draft.maxBytes, limitBounds.bytes)) return outOfRange('maxBytes', limitBounds.bytes)
  const { size } = draft
  if (size) {
    for (const axis of ['x', 'y', 'z'] as const) {
      if (outside(size[axis], limitBounds.sideMillimetres))
        return outOfRange(`size.${axis}`, limitBounds.sideMillimetres)
    }
    if (outside(size.tolerance, limitBounds.sideMillimetres, 0))
      return outOfRange('size.tolerance', limitBounds.sideMillimetres)
  }
  const format = assetKinds.find((kind) => kind === draft.format) ?? null
  if (draft.format !== null && !format) return refuse('limits.unknown-format', 'invalid', { field: 'limits.format' })
  const frameRate = headsetLevels.find((level) => level === draft.frameRate) ?? null
  if (draft.frameRate !== null && !frameRate) {
    return refuse('limits.unknown-level', 'invalid', { field: 'limits.frameRate' })
  }
  const { maxTriangles, maxTextureEdge, maxTextures, maxBytes } = draft
  return ok({ maxTriangles, maxTextureEdge, maxTextures, maxBytes, format, size, frameRate })
}

/**
 * Checks every agreed limit against a delivery, in the order of `limitNames`. Model limits apply to all models of the
 * delivery by the worst of them, and are unmet without a model.
 */
export function compareWithAcceptanceLimits(limits: AcceptanceLimits, assets: readonly Asset[]): LimitCheck[] {
  const models = assets.flatMap(({ facts, headsetRating }) => (facts ? [{ facts, headsetRating }] : []))
  const maxOf = (of: (facts: ModelSummary) => number) =>
    models.length === 0 ? null : Math.max(...models.map(({ facts }) => of(facts)))
  const checks: LimitCheck[] = []
  const checkMax = (name: LimitName, required: number | null, actual: number | null) => {
    if (required === null) return
    const met = actual !== null && actual <= required
    checks.push({ name, met, required: String(required), actual: actual === null ? null : String(actual) })
  }
  checkMax(
    'triangles',
    limits.maxTriangles,
    maxOf(({ triangles }) => triangles),
  )
  checkMax(
    'texture-edge',
    limits.maxTextureEdge,
    maxOf(({ textures }) => Math.max(0, ...textures.flatMap(({ width, height }) => [width, height]))),
  )
  checkMax(
    'textures',
    limits.maxTextures,
    maxOf(({ textures }) => textures.length),
  )
  checkMax('bytes', limits.maxBytes, assets.length === 0 ? null : Math.max(...assets.map(({ bytes }) => bytes)))
  if (limits.format !== null) {
    const kinds = [...new Set(assets.map(({ kind }) => kind))]
    const actual = kinds.length === 0 ? null : kinds.join(', ')
    checks.push({ name: 'format', met: kinds.includes(limits.format), required: limits.format, actual })
  }
  if (limits.size) checks.push(compareSize(limits.size, models))
  if (limits.frameRate !== null) {
    const { frameRate } = limits
    const levels = models.flatMap(({ headsetRating }) => (headsetRating ? [headsetRating.level] : []))
    const worst = headsetLevels.findLast((level) => levels.includes(level)) ?? null
    checks.push({
      name: 'frame-rate',
      met: worst !== null && isAtLeast(worst, frameRate),
      required: frameRate,
      actual: worst,
    })
  }
  return checks
}

const axes = ['x', 'y', 'z'] as const

/**
 * Compares sizes in millimetres, formatted as "width × height × depth", for the model that deviates most on any
 * required axis.
 */
function compareSize(required: RequiredSize, models: readonly { readonly facts: ModelSummary }[]): LimitCheck {
  const text = `${axes.map((axis) => required[axis] ?? '·').join(' × ')} ± ${required.tolerance}`
  const measured = models.map(({ facts: { size } }) => {
    // Rounded to a hundredth of a millimetre, so that float rounding in the file does not decide.
    const actual = axes.map((axis) => Math.round(size[axis] * 100_000) / 100)
    const deviation = axes.map((axis, index) => Math.abs((actual[index] ?? 0) - (required[axis] ?? actual[index] ?? 0)))
    return { actual: actual.join(' × '), off: Math.max(...deviation) }
  })
  const [worst] = measured.toSorted((a, b) => b.off - a.off)
  return {
    name: 'size',
    met: (worst?.off ?? Infinity) <= required.tolerance,
    required: text,
    actual: worst?.actual ?? null,
  }
}

/** Adds the stored images of a delivery to its assets, so that they count as files. */
export function withImages(assets: readonly Asset[], images: readonly { readonly bytes: number }[]) {
  return [...assets, ...images.map(({ bytes }): Asset => ({ kind: 'image', bytes, facts: null, headsetRating: null }))]
}

/** Returns the names of the limits that a delivery does not meet. */
export function listUnmetLimits(limits: AcceptanceLimits | null, assets: readonly Asset[]): LimitName[] {
  return limits ? compareWithAcceptanceLimits(limits, assets).flatMap(({ name, met }) => (met ? [] : [name])) : []
}
