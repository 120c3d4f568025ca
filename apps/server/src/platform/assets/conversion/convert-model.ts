import { type Document } from '@gltf-transform/core'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { encodeParts, type PartMesh } from '@veranda/core/geometry/part-meshes.ts'
import { ok, type Result } from '@veranda/core/result.ts'
import { headsetThresholds, rateForHeadset } from '@veranda/core/assets/headset-rating.ts'
import { renderThumbnail } from '../rendering/render-thumbnail.ts'
import { measureModel } from '../model/measure-model.ts'
import { mergeForHeadset } from '../model/merge-for-headset.ts'
import { nameParts } from '../model/name-parts.ts'
import { simplifyModel, encodeGlb, resizeTextures, removeRedundancy } from '../model/optimise.ts'
import { splitIntoParts } from '../model/split-into-parts.ts'
import { listSurfaces } from '../model/surfaces.ts'
import { measureDeviations } from '../model/deviation.ts'
import { nameVariants } from '../model/variants.ts'
import {
  type ConversionResult,
  type RenditionName,
  type ReportProgress,
  renditionFileNames,
} from './worker-messages.ts'

/**
 * Target of the screen rendition: about this many triangles, and no vertex moved farther than this share of a mesh's
 * radius.
 */
const screenTarget = { triangles: 300_000, error: 0.001, textureEdge: 2_048 } as const

/** Measures a checked model and writes its renditions. */
export async function convertModel(
  document: Document,
  mediaType: string,
  folder: string,
  progress: ReportProgress,
): Promise<Result<Omit<ConversionResult, 'embeddedMetadata'>>> {
  progress('checking', 0.6)
  const names = nameParts(document)
  nameVariants(document)
  const measured = measureModel(document, listSurfaces(document), names)
  if (!measured.ok) return measured
  const { facts, costs, parts } = measured.value
  const headsetRating = rateForHeadset(facts, costs)
  const made: Partial<Record<RenditionName, number>> = {}
  const writeRendition = async (rendition: RenditionName, bytes: Uint8Array) => {
    await writeFile(join(folder, renditionFileNames[rendition]), bytes)
    made[rendition] = bytes.length
  }
  await writeRendition('parts', encodeParts(parts))
  progress('optimising', 0.05)
  await removeRedundancy(document)
  progress('optimising', 0.2)
  await simplifyModel(document, screenTarget.triangles, screenTarget.error)
  progress('optimising', 0.4)
  await writeRendition('thumbnail', await renderThumbnail(listSurfaces(document), facts.box))
  await resizeTextures(document, screenTarget.textureEdge)
  progress('optimising', 0.6)
  const versions: PartMesh[][] = []
  if (facts.draws > headsetThresholds.draws.green || headsetRating.level === 'red') {
    const merged = await mergeForHeadset(document)
    await writeRendition('headset', merged.bytes)
    versions.push(splitIntoParts(listSurfaces(merged.document), names))
    progress('optimising', 0.75)
  }
  await writeRendition('model', await encodeGlb(document))
  progress('optimising', 0.85)
  const [deviation = 0, headsetDeviation = null] = measureDeviations(parts, [
    splitIntoParts(listSurfaces(document), names),
    ...versions,
  ])
  progress('optimising', 1)
  return ok({
    kind: 'model',
    mediaType,
    facts: { ...facts, deviation, headsetDeviation, ...(versions.length > 0 ? { headsetHasVariants: true } : {}) },
    headsetRating,
    renditionBytes: made,
  })
}
