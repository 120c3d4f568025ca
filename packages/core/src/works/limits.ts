import { type Result, ok, refuse } from '../result.ts'
import { type ModelSummary } from './facts.ts'
import { type Gate, gateLevels, type GateLevel, isAtLeast } from './gate.ts'

export const workKinds = ['model', 'picture', 'video', 'document', 'archive'] as const
export type WorkKind = (typeof workKinds)[number]

/** A size that is asked for, in whole millimetres (a contract's text has no fractions); null leaves a side free. */
export type AskedSize = {
  readonly x: number | null
  readonly y: number | null
  readonly z: number | null
  readonly tolerance: number
}

/**
 * What a delivery has to keep to be taken, as both sides agreed. Null leaves a thing free. `maxBytes` counts each file,
 * `maxTextureEdge` is pixels, `format` what at least one of the files must be, `frameRate` the level of the headset gate.
 */
export type AcceptanceLimits = {
  readonly maxTriangles: number | null
  readonly maxTextureEdge: number | null
  readonly maxTextures: number | null
  readonly maxBytes: number | null
  readonly format: WorkKind | null
  readonly size: AskedSize | null
  readonly frameRate: GateLevel | null
}

/** The same as a person wrote it, unchecked. */
export type LimitsDraft = Omit<AcceptanceLimits, 'format' | 'frameRate'> & {
  readonly format: string | null
  readonly frameRate: string | null
}

export const limitNames = ['triangles', 'texture-edge', 'textures', 'bytes', 'format', 'size', 'frame-rate'] as const
export type LimitName = (typeof limitNames)[number]

/** A delivered file as the limits see it. */
export type Delivered = {
  readonly kind: WorkKind
  readonly bytes: number
  readonly facts: ModelSummary | null
  readonly gate: Gate | null
}

/** One limit against a delivery. `actual` is the worst there is, in the limit's own unit; null when nothing can be measured. */
export type LimitCheck = {
  readonly name: LimitName
  readonly met: boolean
  readonly asked: string
  readonly actual: string | null
}

const bounds = { triangles: 5_000_000, edge: 8_192, textures: 1_000, bytes: 500 * 1_048_576, side: 1_000_000 } as const

/** Checks limits as they were written; refuses limits.out-of-range, limits.unknown-format and limits.unknown-level (invalid). */
export function checkLimits(draft: LimitsDraft): Result<AcceptanceLimits> {
  const outOfRange = (name: string, max: number) =>
    refuse('limits.out-of-range', 'invalid', { field: `limits.${name}`, detail: { max } })
  const outside = (value: number | null, max: number, min = 1) =>
    value !== null && !(Number.isInteger(value) && value >= min && value <= max)
  if (outside(draft.maxTriangles, bounds.triangles)) return outOfRange('maxTriangles', bounds.triangles)
  if (outside(draft.maxTextureEdge, bounds.edge)) return outOfRange('maxTextureEdge', bounds.edge)
  if (outside(draft.maxTextures, bounds.textures, 0)) return outOfRange('maxTextures', bounds.textures)
  if (outside(draft.maxBytes, bounds.bytes)) return outOfRange('maxBytes', bounds.bytes)
  const { size } = draft
  if (size) {
    for (const side of ['x', 'y', 'z'] as const) {
      if (outside(size[side], bounds.side)) return outOfRange(`size.${side}`, bounds.side)
    }
    if (outside(size.tolerance, bounds.side, 0)) return outOfRange('size.tolerance', bounds.side)
  }
  const format = workKinds.find((kind) => kind === draft.format) ?? null
  if (draft.format !== null && !format) return refuse('limits.unknown-format', 'invalid', { field: 'limits.format' })
  const frameRate = gateLevels.find((level) => level === draft.frameRate) ?? null
  if (draft.frameRate !== null && !frameRate) {
    return refuse('limits.unknown-level', 'invalid', { field: 'limits.frameRate' })
  }
  const { maxTriangles, maxTextureEdge, maxTextures, maxBytes } = draft
  return ok({ maxTriangles, maxTextureEdge, maxTextures, maxBytes, format, size, frameRate })
}

/**
 * Every limit that was agreed against a delivery, in the order of `limitNames`. Limits of models are measured on all
 * models of the delivery together by the worst of them; where there is no model they are not met.
 */
export function compareWithLimits(limits: AcceptanceLimits, works: readonly Delivered[]): LimitCheck[] {
  const models = works.flatMap(({ facts, gate }) => (facts ? [{ facts, gate }] : []))
  const most = (of: (facts: ModelSummary) => number) =>
    models.length === 0 ? null : Math.max(...models.map(({ facts }) => of(facts)))
  const checks: LimitCheck[] = []
  const atMost = (name: LimitName, asked: number | null, actual: number | null) => {
    if (asked === null) return
    const met = actual !== null && actual <= asked
    checks.push({ name, met, asked: String(asked), actual: actual === null ? null : String(actual) })
  }
  atMost(
    'triangles',
    limits.maxTriangles,
    most(({ triangles }) => triangles),
  )
  atMost(
    'texture-edge',
    limits.maxTextureEdge,
    most(({ textures }) => Math.max(0, ...textures.flatMap(({ width, height }) => [width, height]))),
  )
  atMost(
    'textures',
    limits.maxTextures,
    most(({ textures }) => textures.length),
  )
  atMost('bytes', limits.maxBytes, works.length === 0 ? null : Math.max(...works.map(({ bytes }) => bytes)))
  if (limits.format !== null) {
    const kinds = [...new Set(works.map(({ kind }) => kind))]
    const actual = kinds.length === 0 ? null : kinds.join(', ')
    checks.push({ name: 'format', met: kinds.includes(limits.format), asked: limits.format, actual })
  }
  if (limits.size) checks.push(compareSize(limits.size, models))
  if (limits.frameRate !== null) {
    const { frameRate } = limits
    const levels = models.flatMap(({ gate }) => (gate ? [gate.level] : []))
    const worst = gateLevels.findLast((level) => levels.includes(level)) ?? null
    checks.push({
      name: 'frame-rate',
      met: worst !== null && isAtLeast(worst, frameRate),
      asked: frameRate,
      actual: worst,
    })
  }
  return checks
}

const sides = ['x', 'y', 'z'] as const

/** Sizes in millimetres, as "width × height × depth", of the model that is furthest off on any side that is asked for. */
function compareSize(asked: AskedSize, models: readonly { readonly facts: ModelSummary }[]): LimitCheck {
  const text = `${sides.map((side) => asked[side] ?? '·').join(' × ')} ± ${asked.tolerance}`
  const measured = models.map(({ facts: { size } }) => {
    // Measured to a hundredth of a millimetre, so that rounding of the file's numbers does not decide.
    const actual = sides.map((side) => Math.round(size[side] * 100_000) / 100)
    const off = sides.map((side, index) => Math.abs((actual[index] ?? 0) - (asked[side] ?? actual[index] ?? 0)))
    return { actual: actual.join(' × '), off: Math.max(...off) }
  })
  const [worst] = measured.toSorted((a, b) => b.off - a.off)
  return { name: 'size', met: (worst?.off ?? Infinity) <= asked.tolerance, asked: text, actual: worst?.actual ?? null }
}

/** A delivery whose pictures were kept beside its works: they count as the files that they are. */
export function withPictures(works: readonly Delivered[], pictures: readonly { readonly bytes: number }[]) {
  return [...works, ...pictures.map(({ bytes }): Delivered => ({ kind: 'picture', bytes, facts: null, gate: null }))]
}

/** The names of the limits that a delivery does not keep. */
export function notMet(limits: AcceptanceLimits | null, works: readonly Delivered[]): LimitName[] {
  return limits ? compareWithLimits(limits, works).flatMap(({ name, met }) => (met ? [] : [name])) : []
}
