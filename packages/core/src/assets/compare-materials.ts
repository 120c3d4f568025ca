import { type PartChange } from '../geometry/compare-parts.ts'

/** A texture, by the size of its image in pixels and a digest of the image. */
export type TextureFacts = { readonly width: number; readonly height: number; readonly digest: string }

/** The visible properties of a material. Colours are #rrggbb; textures are null where there is none. */
export type MaterialFacts = {
  readonly color: string
  readonly colorTexture: TextureFacts | null
  readonly emissive: string
  readonly emissiveTexture: TextureFacts | null
  /** Metalness and roughness. */
  readonly surfaceTexture: TextureFacts | null
  readonly normalTexture: TextureFacts | null
  /** Factors from 0 to 1; the strength of emitted light may be more. */
  readonly metalness: number
  readonly roughness: number
  readonly opacity: number
  readonly transmission: number
  readonly emissiveStrength: number
  /** It has its colour in any light. */
  readonly isUnlit: boolean
}

/** The materials of the meshes of a part, in their order. */
export type PartMaterials = { readonly name: string; readonly materials: readonly MaterialFacts[] }

/** The difference in the look of a part. */
export type LookChange = {
  /** The base colour before and after; null where a texture gives it. Null if the colour is the same. */
  readonly color: { readonly before: string | null; readonly after: string | null } | null
  /** Anything else of its materials. */
  readonly hasOtherMaterial: boolean
}

/** The change of a part in shape and place, and in its look; null if it looks the same or has no counterpart. */
export type PartDifference = PartChange & { readonly look: LookChange | null }

/** A smaller difference of a factor cannot be seen. */
const minFactorDifference = 0.005

const factors = ['metalness', 'roughness', 'opacity', 'transmission', 'emissiveStrength'] as const
const otherTextures = ['emissiveTexture', 'surfaceTexture', 'normalTexture'] as const

/**
 * Compares how the parts of two versions look. Returns the changes by the names of parts that are in both; the names of
 * each version are unique. Materials are matched in order. If there are more or fewer of them than before, those that
 * both versions have are left out first, and what remains of one version alone is compared with the first of the other.
 */
export function compareMaterials(
  before: readonly PartMaterials[],
  after: readonly PartMaterials[],
): Map<string, LookChange> {
  const previous = new Map(before.map(({ name, materials }) => [name, materials]))
  const changes = new Map<string, LookChange>()
  for (const { name, materials } of after) {
    const pairs = matchMaterials(previous.get(name) ?? [], materials)
    const recolored = pairs.find(([former, later]) => !hasSameColor(former, later))
    const hasOtherMaterial = pairs.some(([former, later]) => !hasSameSurface(former, later))
    if (!recolored && !hasOtherMaterial) continue
    const [former, later] = recolored ?? []
    const color = former && later ? { before: plainColorOf(former), after: plainColorOf(later) } : null
    changes.set(name, { color, hasOtherMaterial })
  }
  return changes
}

export const differenceKinds = ['moved', 'changed', 'added', 'gone', 'color', 'material'] as const
type DifferenceCount = { readonly kind: (typeof differenceKinds)[number]; readonly count: number }

/**
 * Counts the parts that differ, by how they do, without those of which there are none. A part can be in several: moved,
 * with another colour and another material.
 */
export function countDifferences(differences: readonly PartDifference[]): DifferenceCount[] {
  const isOf = ({ change, look }: PartDifference, kind: DifferenceCount['kind']): boolean => {
    if (kind === 'color') return Boolean(look?.color)
    return kind === 'material' ? look?.hasOtherMaterial === true : change === kind
  }
  return differenceKinds
    .map((kind) => ({ kind, count: differences.filter((one) => isOf(one, kind)).length }))
    .filter(({ count }) => count > 0)
}

type Pair = readonly [former: MaterialFacts, later: MaterialFacts]

function matchMaterials(before: readonly MaterialFacts[], after: readonly MaterialFacts[]): Pair[] {
  const [former, later] = before.length === after.length ? [before, after] : withoutCommon(before, after)
  const pairs: Pair[] = []
  for (let index = 0; index < Math.max(former.length, later.length); index += 1) {
    const [one, other] = [former[index] ?? before[0], later[index] ?? after[0]]
    if (one && other) pairs.push([one, other])
  }
  return pairs
}

/** Returns the distinct materials that only one of the two versions has. */
function withoutCommon(
  before: readonly MaterialFacts[],
  after: readonly MaterialFacts[],
): [MaterialFacts[], MaterialFacts[]] {
  const [former, later] = [before, after].map((all) => new Map(all.map((facts) => [JSON.stringify(facts), facts])))
  const only = (own: typeof former, other: typeof former) =>
    [...(own ?? [])].filter(([key]) => other?.has(key) !== true).map(([, facts]) => facts)
  return [only(former, later), only(later, former)]
}

function plainColorOf({ color, colorTexture }: MaterialFacts): string | null {
  return colorTexture ? null : color
}

function hasSameColor(former: MaterialFacts, later: MaterialFacts): boolean {
  return former.color === later.color && isSameTexture(former.colorTexture, later.colorTexture)
}

function hasSameSurface(former: MaterialFacts, later: MaterialFacts): boolean {
  return (
    former.emissive === later.emissive &&
    former.isUnlit === later.isUnlit &&
    factors.every((name) => Math.abs(former[name] - later[name]) < minFactorDifference) &&
    otherTextures.every((name) => isSameTexture(former[name], later[name]))
  )
}

function isSameTexture(former: TextureFacts | null, later: TextureFacts | null): boolean {
  if (!former || !later) return former === later
  return former.width === later.width && former.height === later.height && former.digest === later.digest
}
