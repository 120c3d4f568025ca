import { compareMaterials, type PartDifference, type PartMaterials } from '@veranda/core/assets/compare-materials.ts'
import { writeHeatMapColor } from './heat-map.ts'
import { largestChangeOf, type PartChange } from '@veranda/core/geometry/compare-parts.ts'
import type { CompareResult, CompareRequest } from './compare.worker.ts'
import { materialFactsOf } from '../material-facts.ts'
import { type Model } from '../model.ts'

/**
 * Compares two models part by part: their shapes in a worker, and their looks as their authors delivered them.
 * `tolerance` is the sum of what both may differ from their originals, in metres; smaller differences do not count as
 * changes.
 */
export function compareModels(
  before: Model,
  after: Model,
  tolerance: number,
  signal: AbortSignal,
): Promise<PartDifference[]> {
  const looks = compareMaterials(extractPartMaterials(before), extractPartMaterials(after))
  const request: CompareRequest = { before: before.extractPartMeshes(), after: after.extractPartMeshes(), tolerance }
  const worker = new Worker(new URL('./compare.worker.ts', import.meta.url), { type: 'module' })
  const compared = new Promise<PartChange[]>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
    worker.addEventListener('message', ({ data }: MessageEvent<CompareResult>) => resolve(data))
    worker.addEventListener('error', (event) => reject(new Error(event.message || 'the comparison failed')))
    const buffers = [...request.before, ...request.after].flatMap(({ positions, indices }) => [
      positions.buffer,
      indices.buffer,
    ])
    worker.postMessage(request, { transfer: buffers })
  }).finally(() => worker.terminate())
  return compared.then((changes) => changes.map((change) => ({ ...change, look: looks.get(change.name) ?? null })))
}

/** Returns what can be seen of the materials of each part. */
export function extractPartMaterials(model: Model): PartMaterials[] {
  return Array.from(model.materialsByPart(), ([name, materials]) => ({
    name,
    materials: materials.map(materialFactsOf),
  }))
}

/** Colours the later model by the distance that each vertex moved. */
export function applyHeatMap(model: Model, changes: readonly PartChange[]): void {
  const distancesByPart = new Map<string, Float32Array | null>()
  for (const { name, change, distances } of changes) {
    // A difference below the tolerance must not glow next to a real change.
    if (change !== 'gone') distancesByPart.set(name, change === 'same' ? null : distances)
  }
  model.applyVertexHeat(distancesByPart, largestChangeOf(changes), writeHeatMapColor)
}
