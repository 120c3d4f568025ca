import { NearestSearch } from './closest-point.ts'
import { visitInside } from './inner-points.ts'
import { areasOf, type Mesh } from './mesh.ts'
import { buildTree, type TriangleTree } from './triangle-tree.ts'
import { type Vector } from './vector.ts'

/** A mesh with what measuring needs of it again and again. */
export type Surface = { readonly mesh: Mesh; readonly areas: Float64Array; readonly tree: TriangleTree }

export function surfaceOf(mesh: Mesh): Surface {
  return { mesh, areas: areasOf(mesh), tree: buildTree(mesh) }
}

export type MeasureOptions = {
  /** About so many points inside the triangles are looked at, beside the vertices. */
  readonly inside: number
  /** Looks at every so many-th vertex; else at all. */
  readonly every?: number
  /** Moves `from` before measuring. */
  readonly shift?: Vector
  /** Stops as soon as something lies farther off than this; only `largest` is then of use. */
  readonly enough?: number
}

export type Measured = {
  /** The largest distance found, in metres, and where on `from`. */
  readonly largest: number
  readonly at: Vector
  /** The mean over the area of `from`. */
  readonly mean: number
  /** At each vertex the largest distance that was found at it or at a point nearer to it than to another corner. */
  readonly distances: Float32Array
}

const nowhere: Vector = { x: 0, y: 0, z: 0 }

/**
 * How far a surface lies from another one: at its vertices and at points inside its triangles, each against the nearest
 * point of the other. Vertices alone do not tell: those of a shelf may lie on walls that did not move.
 */
export function measureSurface(from: Surface, to: TriangleTree, options: MeasureOptions): Measured {
  const { inside, every = 1, shift = nowhere, enough = Infinity } = options
  const { positions, indices } = from.mesh
  const search = new NearestSearch(to)
  const far = (x: number, y: number, z: number) =>
    search.find(x + shift.x, y + shift.y, z + shift.z) ? Math.sqrt(search.square) : 0
  const own = new Float32Array(positions.length / 3)
  let largest = 0
  let at = nowhere
  for (let index = 0; index < own.length && largest <= enough; index += every) {
    const place = index * 3
    const [x, y, z] = [positions[place] ?? 0, positions[place + 1] ?? 0, positions[place + 2] ?? 0]
    const distance = far(x, y, z)
    own[index] = distance
    if (distance > largest) {
      largest = distance
      at = { x, y, z }
    }
  }
  const distances = own.slice()
  const sums = new Float64Array(from.areas.length)
  const shares = new Uint32Array(from.areas.length)
  visitInside(from.mesh, from.areas, inside, (triangle, a, b, c, share) => {
    if (largest > enough) return
    const corner = triangle * 3
    const [p, q, r] = [indices[corner] ?? 0, indices[corner + 1] ?? 0, indices[corner + 2] ?? 0]
    const on = (axis: number) =>
      a * (positions[p * 3 + axis] ?? 0) + b * (positions[q * 3 + axis] ?? 0) + c * (positions[r * 3 + axis] ?? 0)
    const [x, y, z] = [on(0), on(1), on(2)]
    const distance = far(x, y, z)
    sums[triangle] = (sums[triangle] ?? 0) + distance * share
    shares[triangle] = (shares[triangle] ?? 0) + share
    const nearest = Math.max(a, b, c)
    if (a === nearest) distances[p] = Math.max(distances[p] ?? 0, distance)
    if (b === nearest) distances[q] = Math.max(distances[q] ?? 0, distance)
    if (c === nearest) distances[r] = Math.max(distances[r] ?? 0, distance)
    if (distance > largest) {
      largest = distance
      at = { x, y, z }
    }
  })
  let [sum, whole] = [0, 0]
  for (let triangle = 0; triangle < sums.length; triangle += 1) {
    const area = from.areas[triangle] ?? 0
    const corner = triangle * 3
    const corners =
      (own[indices[corner] ?? 0] ?? 0) + (own[indices[corner + 1] ?? 0] ?? 0) + (own[indices[corner + 2] ?? 0] ?? 0)
    sum += (area * (corners + (sums[triangle] ?? 0))) / (3 + (shares[triangle] ?? 0))
    whole += area
  }
  return { largest, at, mean: whole > 0 ? sum / whole : 0, distances }
}

/** The area of a surface in square metres. */
export function areaOf({ areas }: Surface): number {
  return areas.reduce((sum, area) => sum + area, 0)
}

/**
 * By how much the area may differ, in square metres, when no point moved by more than `tolerance`. A corner that moves
 * takes half the length of the edge facing it along; a second term for triangles that are no larger than the tolerance.
 */
export function areaTolerance({ mesh }: Surface, tolerance: number): number {
  const { positions, indices } = mesh
  let edges = 0
  for (let corner = 0; corner < indices.length; corner += 1) {
    const next = corner % 3 === 2 ? corner - 2 : corner + 1
    const [a, b] = [(indices[corner] ?? 0) * 3, (indices[next] ?? 0) * 3]
    edges += Math.hypot(
      (positions[a] ?? 0) - (positions[b] ?? 0),
      (positions[a + 1] ?? 0) - (positions[b + 1] ?? 0),
      (positions[a + 2] ?? 0) - (positions[b + 2] ?? 0),
    )
  }
  return (tolerance * edges) / 2 + tolerance * tolerance * indices.length
}
