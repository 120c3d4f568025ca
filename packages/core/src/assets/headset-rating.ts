import { type ModelFacts } from './model-facts.ts'
import { bytesPerMebibyte } from './upload-rules.ts'

export const headsetLevels = ['green', 'amber', 'red'] as const
export type HeadsetLevel = (typeof headsetLevels)[number]

export const headsetMetrics = ['triangles', 'draws', 'textures', 'texture-size'] as const

type Threshold = { readonly green: number; readonly amber: number }

/**
 * Limits for 72 frames per second on a headset: `green` for all headsets, `amber` for newer ones. Triangles, draw
 * calls, GPU bytes of textures, and the longest texture edge in pixels.
 */
export const headsetThresholds = {
  triangles: { green: 150_000, amber: 500_000 },
  draws: { green: 40, amber: 80 },
  textures: { green: 96 * bytesPerMebibyte, amber: 192 * bytesPerMebibyte },
  'texture-size': { green: 2_048, amber: 4_096 },
} as const satisfies Record<(typeof headsetMetrics)[number], Threshold>

export type HeadsetReason = Threshold & { readonly what: keyof typeof headsetThresholds; readonly value: number }
export type PartCost = { readonly part: string; readonly triangles: number; readonly textureBytes: number }
export type HeadsetRating = {
  readonly level: HeadsetLevel
  readonly reasons: readonly HeadsetReason[]
  readonly costs: readonly PartCost[]
}

const maxCosts = 12

/**
 * Rates a model for headsets: the worst of four metrics, with those above green as reasons, and the most expensive
 * parts by their larger share of triangles or textures.
 */
export function rateForHeadset(facts: Omit<ModelFacts, 'tolerance'>, costs: readonly PartCost[]): HeadsetRating {
  const values: Record<keyof typeof headsetThresholds, number> = {
    triangles: facts.triangles,
    draws: facts.draws,
    textures: facts.textureBytes,
    'texture-size': facts.textures.reduce((largest, { width, height }) => Math.max(largest, width, height), 0),
  }
  const measures = headsetMetrics.map((what) => ({
    what,
    value: values[what],
    ...headsetThresholds[what],
  }))
  const reasons = measures.filter(({ value, green }) => value > green)
  const level = reasons.length === 0 ? 'green' : reasons.every(({ value, amber }) => value <= amber) ? 'amber' : 'red'
  const share = (cost: PartCost) =>
    Math.max(cost.triangles / Math.max(1, facts.triangles), cost.textureBytes / Math.max(1, facts.textureBytes))
  const costliest = costs.toSorted((a, b) => share(b) - share(a)).slice(0, maxCosts)
  return { level, reasons, costs: costliest }
}

/** Returns whether a level is at least as good as the required one. */
export function isAtLeast(level: HeadsetLevel, required: HeadsetLevel): boolean {
  return headsetLevels.indexOf(level) <= headsetLevels.indexOf(required)
}
