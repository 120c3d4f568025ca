import { type Box } from '../geometry/mesh.ts'
import { type Vector } from '../geometry/vector.ts'

/** What is measured on a model. Lengths are metres; `textureBytes` is what a graphics card holds, mip levels too. */
export type ModelFacts = {
  readonly triangles: number
  readonly vertices: number
  readonly materials: number
  readonly draws: number
  readonly textures: readonly { readonly width: number; readonly height: number }[]
  readonly textureBytes: number
  readonly size: Vector
  readonly box: Box
  readonly parts: readonly { readonly name: string; readonly triangles: number; readonly box: Box }[]
  readonly animations: readonly string[]
  /** The largest distance of what is shown from the original that was found, measured at many points; metres. */
  readonly tolerance: number
  /**
   * The same of the version for headsets. Null where there is none; undefined of works that were looked at before it was
   * measured.
   */
  readonly headsetTolerance?: number | null | undefined
}

/**
 * How far what is shown may lie from the original, in metres, by the file that is looked at: the model in full, or in few
 * draws for headsets.
 */
export function toleranceOf(
  facts: Pick<ModelFacts, 'tolerance' | 'headsetTolerance'>,
  form: 'model' | 'headset',
): number {
  return form === 'headset' ? (facts.headsetTolerance ?? facts.tolerance) : facts.tolerance
}

/** The same without its parts, of which there may be thousands. */
export type ModelSummary = Omit<ModelFacts, 'parts'>

/** The bytes that a texture of four channels takes on a graphics card with its mip levels: a third more than its pixels. */
export function textureMemory(width: number, height: number): number {
  return Math.ceil((width * height * 4 * 4) / 3)
}
