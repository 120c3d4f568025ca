import { closestPoint } from '../../geometry/closest-point.ts'
import { diagonalOf } from '../../geometry/mesh.ts'
import { type PartMesh } from '../../geometry/part-meshes.ts'
import { type TriangleBvh, buildBvh } from '../../geometry/triangle-bvh.ts'
import { type Vector } from '../../geometry/vector.ts'
import { type SurfaceAnchor } from './pin.ts'

/** Tolerance for carrying a pin over: a share of the part's diagonal, with a minimum in metres. */
export const carryOverTolerance = { diagonalShare: 0.05, minMetres: 0.005 } as const

/** Minimum cosines between the old and the new surface normal: 20° first, to exclude rounded edges, then 60°. */
const alignmentCosines = [0.94, 0.5] as const

/** A pin's place on the next version: carried over, or unsure with the reason. Distances in metres. */
export type CarryOverResult =
  | { readonly status: 'carried'; readonly position: Vector; readonly normal: Vector; readonly moved: number }
  | { readonly status: 'unsure'; readonly reason: 'part-gone' | 'too-far' }

/** Surfaces of a version's parts for repeated queries. Parts that share a name are all searched. */
export class PartSurfaces {
  readonly #parts: ReadonlyMap<string, readonly PartMesh[]>
  readonly #trees = new Map<PartMesh, TriangleBvh>()

  constructor(parts: readonly PartMesh[]) {
    this.#parts = Map.groupBy(parts, ({ name }) => name)
  }

  /**
   * Returns the closest point that faces the same way on the part with the anchor's name, trying the stricter alignment
   * first. Beyond the tolerance, or without such a part, the result is unsure: a pin never moves silently.
   */
  carryOver({ part, position, normal }: Pick<SurfaceAnchor, 'part' | 'position' | 'normal'>): CarryOverResult {
    const sameName = this.#parts.get(part)
    if (!sameName) return { status: 'unsure', reason: 'part-gone' }
    const closestWithin = (cosine: number) =>
      sameName
        .flatMap((mesh) => {
          const found = closestPoint(this.#tree(mesh), position, { normal, cosine })
          const limit = Math.max(carryOverTolerance.minMetres, diagonalOf(mesh) * carryOverTolerance.diagonalShare)
          return found ? [{ ...found, within: found.distance <= limit }] : []
        })
        .toSorted((one, other) => one.distance - other.distance)[0]
    const candidates = alignmentCosines.map(closestWithin)
    const found = candidates.find((one) => one?.within)
    if (!found) return { status: 'unsure', reason: 'too-far' }
    return { status: 'carried', position: found.point, normal: found.normal, moved: found.distance }
  }

  #tree(mesh: PartMesh): TriangleBvh {
    const known = this.#trees.get(mesh) ?? buildBvh(mesh)
    this.#trees.set(mesh, known)
    return known
  }
}
