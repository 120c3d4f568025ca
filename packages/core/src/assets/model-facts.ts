import { type BoundingBox } from '../geometry/mesh.ts'
import { type Vector } from '../geometry/vector.ts'

/** Measurements of a model. Lengths are metres; `textureBytes` is GPU memory including mip levels. */
export type ModelFacts = {
  readonly triangles: number
  readonly materials: number
  readonly draws: number
  readonly textures: readonly { readonly width: number; readonly height: number }[]
  readonly textureBytes: number
  readonly size: Vector
  readonly box: BoundingBox
  readonly parts: readonly { readonly name: string; readonly triangles: number; readonly box: BoundingBox }[]
  readonly animations: readonly string[]
  /** Names of the looks that the author offers; absent for assets converted before they were kept. */
  readonly variants?: readonly string[] | undefined
  /** The headset rendition offers them, too; absent without one, and for assets converted before it did. */
  readonly headsetHasVariants?: boolean | undefined
  /** Largest distance found between the model rendition and the source, in metres; sampled at many points. */
  readonly deviation: number
  /** The same for the headset rendition. Null without one; undefined for assets converted before it was measured. */
  readonly headsetDeviation?: number | null | undefined
}

/** Returns the deviation in metres of the rendition being viewed: the full model or the headset rendition. */
export function deviationOf(
  facts: Pick<ModelFacts, 'deviation' | 'headsetDeviation'>,
  rendition: 'model' | 'headset',
): number {
  return rendition === 'headset' ? (facts.headsetDeviation ?? facts.deviation) : facts.deviation
}

/** Model facts without the parts, of which there may be thousands. */
export type ModelSummary = Omit<ModelFacts, 'parts'>

/** Returns the GPU memory of an RGBA texture in bytes, including mip levels, which add a third. */
export function textureMemoryBytes(width: number, height: number): number {
  return Math.ceil((width * height * 4 * 4) / 3)
}

/** Longest name of a variant, in UTF-16 units; longer ones are cut when a model is converted. */
export const maxVariantNameLength = 120

/**
 * Returns the variant that a model shows when one is chosen by name: undefined, which is its own materials, without a
 * choice and for a variant that it does not offer.
 */
export function findVariant(
  { variants = [] }: Pick<ModelFacts, 'variants'>,
  chosen: string | undefined,
): string | undefined {
  return variants.find((name) => name === chosen)
}

type NamedParts = readonly { readonly name: string }[]

/**
 * Counts the parts of the former model whose names the later one has too. Versions of one model keep the names of their
 * parts; when none is kept, the file is probably another one.
 */
export function countSharedParts(former: NamedParts, later: NamedParts): { shared: number; total: number } {
  const names = new Set(later.map(({ name }) => name))
  return { shared: former.filter(({ name }) => names.has(name)).length, total: former.length }
}
