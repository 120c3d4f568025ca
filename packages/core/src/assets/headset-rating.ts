import { type ModelFacts } from './model-facts.ts'
import { bytesPerMebibyte } from './upload-rules.ts'

export const headsetLevels = ['green', 'amber', 'red'] as const
export type HeadsetLevel = (typeof headsetLevels)[number]

export const headsetMetrics = [
  'triangles',
  'draws',
  'textures',
  'texture-size',
  'transmission',
  'blending',
  'coating',
  'skinning',
] as const
export type HeadsetMetric = (typeof headsetMetrics)[number]

type Threshold = { readonly green: number; readonly amber: number }

/**
 * Limits for 72 frames per second on a headset: `green` for all headsets, `amber` for newer ones. Triangles, draw calls,
 * GPU bytes of textures, and the longest texture edge in pixels. Surfaces that let light through, because the scene
 * behind them is drawn once more for each eye. Blended layers that lie over one another on average from the side where
 * they are most, because each is shaded and none hides another; cut-out ones, such as leaves, count half. Layers of
 * clearcoat, sheen, iridescence and anisotropy on an average surface, because each is shaded like a surface of its own.
 * Vertices that bones move in every frame.
 */
export const headsetThresholds = {
  triangles: { green: 150_000, amber: 500_000 },
  draws: { green: 40, amber: 80 },
  textures: { green: 96 * bytesPerMebibyte, amber: 192 * bytesPerMebibyte },
  'texture-size': { green: 2_048, amber: 4_096 },
  transmission: { green: 0, amber: 6 },
  blending: { green: 2, amber: 6 },
  coating: { green: 0.5, amber: 2 },
  skinning: { green: 20_000, amber: 70_000 },
} as const satisfies Record<HeadsetMetric, Threshold>

export type HeadsetReason = Threshold & {
  readonly what: HeadsetMetric
  readonly value: number
  /** The parts that contribute most, largest first; absent in ratings from before they were measured. */
  readonly parts?: readonly { readonly name: string; readonly value: number }[] | undefined
}
export type PartCost = { readonly part: string; readonly triangles: number; readonly textureBytes: number }
/** The share of a part in each metric. That of `texture-size` is its own longest edge; the others add up. */
export type PartShares = PartCost & { readonly shares: Readonly<Record<HeadsetMetric, number>> }
export type HeadsetRating = {
  readonly level: HeadsetLevel
  readonly reasons: readonly HeadsetReason[]
  readonly costs: readonly PartCost[]
}

const maxCosts = 12
const maxReasonParts = 3

/**
 * Rates a model for headsets: the worst of all metrics, with those above green as reasons and the parts that cause them,
 * and the most expensive parts by their larger share of triangles or textures.
 */
export function rateForHeadset(facts: Omit<ModelFacts, 'deviation'>, parts: readonly PartShares[]): HeadsetRating {
  const sum = (what: HeadsetMetric) => parts.reduce((total, { shares }) => total + shares[what], 0)
  const values: Record<HeadsetMetric, number> = {
    triangles: facts.triangles,
    draws: facts.draws,
    textures: facts.textureBytes,
    'texture-size': facts.textures.reduce((largest, { width, height }) => Math.max(largest, width, height), 0),
    transmission: sum('transmission'),
    blending: sum('blending'),
    coating: sum('coating'),
    skinning: sum('skinning'),
  }
  const measures = headsetMetrics.map((what) => ({
    what,
    value: values[what],
    ...headsetThresholds[what],
    parts: costliestOf(what, parts),
  }))
  const reasons = measures.filter(({ value, green }) => value > green)
  const level = reasons.length === 0 ? 'green' : reasons.every(({ value, amber }) => value <= amber) ? 'amber' : 'red'
  const share = (cost: PartCost) =>
    Math.max(cost.triangles / Math.max(1, facts.triangles), cost.textureBytes / Math.max(1, facts.textureBytes))
  const costs = parts.toSorted((a, b) => share(b) - share(a)).slice(0, maxCosts)
  return {
    level,
    reasons,
    costs: costs.map(({ part, triangles, textureBytes }) => ({ part, triangles, textureBytes })),
  }
}

/** Every part is drawn once; only one that is drawn more often causes draw calls. */
function costliestOf(what: HeadsetMetric, parts: readonly PartShares[]) {
  const free = what === 'draws' ? 1 : 0
  return parts
    .map(({ part, shares }) => ({ name: part, value: shares[what] }))
    .filter(({ value }) => value > free)
    .toSorted((a, b) => b.value - a.value)
    .slice(0, maxReasonParts)
}

/** Returns whether a level is at least as good as the required one. */
export function isAtLeast(level: HeadsetLevel, required: HeadsetLevel): boolean {
  return headsetLevels.indexOf(level) <= headsetLevels.indexOf(required)
}
