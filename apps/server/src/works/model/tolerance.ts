import { measureSurface, type Surface, surfaceOf } from '@veranda/core/geometry/measure-surface.ts'
import { type PartMesh } from '@veranda/core/geometry/part-meshes.ts'

/** Looked at of either side, in all: vertices, and points inside triangles. The latter no fewer than `least` a part. */
const looked = { vertices: 200_000, inside: 100_000, least: 200, most: 40_000 } as const

/**
 * The largest distance found between each of the versions that are shown and the original, in metres: vertices of each
 * and points spread evenly inside its triangles, against the surface of the other, part by part. Measured at points and
 * so no bound: what lies between two of them may be off by a little more. Of very many vertices an even share is taken.
 * The points are always the same ones.
 */
export function tolerancesOf(original: readonly PartMesh[], versions: readonly (readonly PartMesh[])[]): number[] {
  const every = { original: everyOf(original), shown: versions.map(everyOf) }
  const share = Math.floor(looked.inside / Math.max(1, original.length))
  const inside = Math.min(looked.most, Math.max(looked.least, share))
  const off = (from: Surface, to: Surface, step: number) =>
    measureSurface(from, to.tree, { inside, every: step }).largest
  const worst = versions.map(() => 0)
  for (const [index, part] of original.entries()) {
    if (part.indices.length === 0) continue
    const whole = surfaceOf(part)
    for (const [version, parts] of versions.entries()) {
      const other = parts[index]
      if (!other || other.indices.length === 0) continue
      const light = surfaceOf(other)
      const found = Math.max(off(whole, light, every.original), off(light, whole, every.shown[version] ?? 1))
      worst[version] = Math.max(worst[version] ?? 0, found)
    }
  }
  return worst
}

/** Looks at every so many-th vertex. */
function everyOf(meshes: readonly PartMesh[]): number {
  const vertices = meshes.reduce((sum, { positions }) => sum + positions.length / 3, 0)
  return Math.max(1, Math.ceil(vertices / looked.vertices))
}
