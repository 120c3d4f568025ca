import { type Document } from '@gltf-transform/core'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { encodeParts, type PartMesh } from '@veranda/core/geometry/part-meshes.ts'
import { ok, type Result } from '@veranda/core/result.ts'
import { gateBounds, gateOf } from '@veranda/core/works/gate.ts'
import { drawThumbnail } from '../model/draw-thumbnail.ts'
import { measure } from '../model/measure.ts'
import { mergeForHeadset } from '../model/merge-for-headset.ts'
import { nameParts } from '../model/name-parts.ts'
import { lighten, pack, shrinkTextures, tidy } from '../model/optimise.ts'
import { partsOf } from '../model/parts-of.ts'
import { surfacesOf } from '../model/surfaces.ts'
import { tolerancesOf } from '../model/tolerance.ts'
import { type Converted, type Derivative, derivatives, type Stage } from './messages.ts'

export type Progress = (stage: Stage, progress: number) => void

/** What is looked at on a screen has about so many triangles, and none lies farther off than this share of a radius. */
const shown = { triangles: 300_000, error: 0.001, textureEdge: 2_048 } as const

/** Measures a checked model and makes everything that is shown of it. */
export async function convertModel(
  document: Document,
  mime: string,
  folder: string,
  progress: Progress,
): Promise<Result<Converted>> {
  progress('checking', 0.6)
  const names = nameParts(document)
  const measured = measure(document, surfacesOf(document), names)
  if (!measured.ok) return measured
  const { facts, costs, parts } = measured.value
  const gate = gateOf(facts, costs)
  const made: Partial<Record<Derivative, number>> = {}
  const keep = async (what: Derivative, bytes: Uint8Array) => {
    await writeFile(join(folder, derivatives[what]), bytes)
    made[what] = bytes.length
  }
  await keep('parts', encodeParts(parts))
  progress('optimising', 0.05)
  await tidy(document)
  progress('optimising', 0.2)
  await lighten(document, shown.triangles, shown.error)
  progress('optimising', 0.4)
  await keep('thumbnail', await drawThumbnail(surfacesOf(document), facts.box))
  await shrinkTextures(document, shown.textureEdge)
  progress('optimising', 0.6)
  const versions: PartMesh[][] = []
  if (facts.draws > gateBounds.draws.green || gate.level === 'red') {
    const merged = await mergeForHeadset(document)
    await keep('headset', merged.bytes)
    versions.push(partsOf(surfacesOf(merged.document), names))
    progress('optimising', 0.75)
  }
  await keep('model', await pack(document))
  progress('optimising', 0.85)
  const [tolerance = 0, headsetTolerance = null] = tolerancesOf(parts, [
    partsOf(surfacesOf(document), names),
    ...versions,
  ])
  progress('optimising', 1)
  return ok({ kind: 'model', mime, facts: { ...facts, tolerance, headsetTolerance }, gate, made })
}
