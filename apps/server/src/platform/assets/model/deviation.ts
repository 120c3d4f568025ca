import { largestSurfaceDistance, type Surface, toSurface } from '@veranda/core/geometry/surface-distance.ts'
import { type PartMesh } from '@veranda/core/geometry/part-meshes.ts'

/**
 * Samples per side in total: vertices, and points inside triangles, with a minimum and a maximum of the latter per
 * part.
 */
const sampleCounts = { vertices: 200_000, inside: 100_000, minPerPart: 200, maxPerPart: 40_000 } as const

/**
 * Returns the largest distance found between each version and the source, in metres: vertices and evenly spread points
 * of each against the surface of the other, part by part. It is sampled, not a bound; points between the samples may be
 * slightly farther off. Large meshes are subsampled evenly, and the samples are always the same.
 */
export function measureDeviations(original: readonly PartMesh[], versions: readonly (readonly PartMesh[])[]): number[] {
  const strides = { original: vertexStride(original), shown: versions.map(vertexStride) }
  const share = Math.floor(sampleCounts.inside / Math.max(1, original.length))
  const samplesPerPart = Math.min(sampleCounts.maxPerPart, Math.max(sampleCounts.minPerPart, share))
  const largestDistance = (from: Surface, to: Surface, step: number) =>
    largestSurfaceDistance(from, to.bvh, { samples: samplesPerPart, vertexStep: step })
  const worst = versions.map(() => 0)
  for (const [index, part] of original.entries()) {
    if (part.indices.length === 0) continue
    const originalSurface = toSurface(part)
    for (const [version, parts] of versions.entries()) {
      const other = parts[index]
      if (!other || other.indices.length === 0) continue
      const versionSurface = toSurface(other)
      const found = Math.max(
        largestDistance(originalSurface, versionSurface, strides.original),
        largestDistance(versionSurface, originalSurface, strides.shown[version] ?? 1),
      )
      worst[version] = Math.max(worst[version] ?? 0, found)
    }
  }
  return worst
}

/** Returns the stride at which vertices are sampled. */
function vertexStride(meshes: readonly PartMesh[]): number {
  const vertices = meshes.reduce((sum, { positions }) => sum + positions.length / 3, 0)
  return Math.max(1, Math.ceil(vertices / sampleCounts.vertices))
}
