import { closestPoint } from '../../geometry/closest-point.ts'
import { diagonalOf } from '../../geometry/mesh.ts'
import { type PartMesh } from '../../geometry/part-meshes.ts'
import { type TriangleTree, buildTree } from '../../geometry/triangle-tree.ts'
import { type Vector } from '../../geometry/vector.ts'
import { type Anchor } from './pin.ts'

/** A pin is carried at most this far: a share of its part's diagonal, and always at least so many metres. */
export const carryLimits = { share: 0.05, least: 0.005 } as const

/** Cosines of how far a surface may look away from the pin's: 20° first, so that no rounded edge gets in; then 60°. */
const sameSide = [0.94, 0.5] as const

/** Where a pin stands on the next version: carried there, or left for a hand with the reason. Distances in metres. */
export type Carried =
  | { readonly standing: 'carried'; readonly position: Vector; readonly normal: Vector; readonly moved: number }
  | { readonly standing: 'unsure'; readonly reason: 'part-gone' | 'too-far'; readonly moved: number | null }

/** The parts of a version, ready for many questions. Of several parts with one name all count. */
export class PartSurfaces {
  readonly #parts: ReadonlyMap<string, readonly PartMesh[]>
  readonly #trees = new Map<PartMesh, TriangleTree>()

  constructor(parts: readonly PartMesh[]) {
    this.#parts = Map.groupBy(parts, ({ name }) => name)
  }

  /**
   * The closest point of the part with the anchor's name that looks the same way, the better aligned one first. Further off than the limits, or
   * without such a part, the pin needs a hand: it never moves silently.
   */
  carry({ part, position, normal }: Pick<Anchor, 'part' | 'position' | 'normal'>): Carried {
    const named = this.#parts.get(part)
    if (!named) return { standing: 'unsure', reason: 'part-gone', moved: null }
    const near = (cosine: number) =>
      named
        .flatMap((mesh) => {
          const found = closestPoint(this.#tree(mesh), position, { normal, cosine })
          const limit = Math.max(carryLimits.least, diagonalOf(mesh) * carryLimits.share)
          return found ? [{ ...found, within: found.distance <= limit }] : []
        })
        .toSorted((one, other) => one.distance - other.distance)[0]
    const candidates = sameSide.map(near)
    const found = candidates.find((one) => one?.within)
    if (!found) return { standing: 'unsure', reason: 'too-far', moved: candidates.at(-1)?.distance ?? null }
    return { standing: 'carried', position: found.point, normal: found.normal, moved: found.distance }
  }

  #tree(mesh: PartMesh): TriangleTree {
    const known = this.#trees.get(mesh) ?? buildTree(mesh)
    this.#trees.set(mesh, known)
    return known
  }
}
