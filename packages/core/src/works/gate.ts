import { type ModelFacts } from './facts.ts'

export const gateLevels = ['green', 'amber', 'red'] as const
export type GateLevel = (typeof gateLevels)[number]

export const gateMeasures = ['triangles', 'draws', 'textures', 'texture-size'] as const

type Bound = { readonly green: number; readonly amber: number }

/**
 * What 72 frames a second on a headset allow: up to `green` on any, up to `amber` on the newer ones. Triangles, draw
 * calls, bytes of textures on the graphics card, and the longest edge of one texture in pixels.
 */
export const gateBounds = {
  triangles: { green: 150_000, amber: 500_000 },
  draws: { green: 40, amber: 80 },
  textures: { green: 96 * 1_048_576, amber: 192 * 1_048_576 },
  'texture-size': { green: 2_048, amber: 4_096 },
} as const satisfies Record<(typeof gateMeasures)[number], Bound>

export type GateReason = Bound & { readonly what: keyof typeof gateBounds; readonly value: number }
export type PartCost = { readonly part: string; readonly triangles: number; readonly textureBytes: number }
export type Gate = {
  readonly level: GateLevel
  readonly reasons: readonly GateReason[]
  readonly costs: readonly PartCost[]
}

const costsShown = 12

/**
 * How a model fits a headset: the worst of its four measures, those above green as reasons, and the parts that cost the
 * most, by the larger of their shares of triangles and of textures.
 */
export function gateOf(facts: Omit<ModelFacts, 'tolerance'>, costs: readonly PartCost[]): Gate {
  const values: Record<keyof typeof gateBounds, number> = {
    triangles: facts.triangles,
    draws: facts.draws,
    textures: facts.textureBytes,
    'texture-size': facts.textures.reduce((most, { width, height }) => Math.max(most, width, height), 0),
  }
  const measures = gateMeasures.map((what) => ({
    what,
    value: values[what],
    ...gateBounds[what],
  }))
  const reasons = measures.filter(({ value, green }) => value > green)
  const level = reasons.length === 0 ? 'green' : reasons.every(({ value, amber }) => value <= amber) ? 'amber' : 'red'
  const share = (cost: PartCost) =>
    Math.max(cost.triangles / Math.max(1, facts.triangles), cost.textureBytes / Math.max(1, facts.textureBytes))
  const dearest = costs.toSorted((a, b) => share(b) - share(a)).slice(0, costsShown)
  return { level, reasons, costs: dearest }
}

/** Whether a level is as good as the one asked for. */
export function isAtLeast(level: GateLevel, asked: GateLevel): boolean {
  return gateLevels.indexOf(level) <= gateLevels.indexOf(asked)
}
