import { NearestSearch } from '@veranda/core/geometry/closest-point.ts'
import { type PartMesh } from '@veranda/core/geometry/part-meshes.ts'
import { buildTree } from '@veranda/core/geometry/triangle-tree.ts'

const looked = 60_000

/**
 * The largest distance between what is shown and the original, in metres: vertices of each against the surface of the
 * other, part by part. Of very many vertices an even share is taken, always the same one.
 */
export function toleranceOf(original: readonly PartMesh[], shown: readonly PartMesh[]): number {
  const stepOf = (meshes: readonly PartMesh[]) => {
    const vertices = meshes.reduce((sum, { positions }) => sum + positions.length / 3, 0)
    return Math.max(1, Math.floor(vertices / looked))
  }
  const steps = { original: stepOf(original), shown: stepOf(shown) }
  let worst = 0
  for (const [index, part] of original.entries()) {
    const other = shown[index]
    if (!other || other.indices.length === 0 || part.indices.length === 0) continue
    worst = Math.max(worst, farthest(part, other, steps.original), farthest(other, part, steps.shown))
  }
  return worst
}

/** The largest distance of a part's vertices, every `step`-th of them, from the surface of another. */
function farthest({ positions }: PartMesh, from: PartMesh, step: number): number {
  const search = new NearestSearch(buildTree(from))
  let worst = 0
  for (let at = 0; at < positions.length; at += step * 3) {
    if (search.find(positions[at] ?? 0, positions[at + 1] ?? 0, positions[at + 2] ?? 0)) {
      worst = Math.max(worst, search.square)
    }
  }
  return Math.sqrt(worst)
}
