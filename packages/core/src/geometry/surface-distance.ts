import { ClosestPointSearch } from './closest-point.ts'
import { visitSurfaceSamples } from './surface-samples.ts'
import { areasOf, type Mesh } from './mesh.ts'
import { buildBvh, type TriangleBvh } from './triangle-bvh.ts'
import { type Vector } from './vector.ts'

/** A mesh with its areas and BVH, prepared for repeated measuring. */
export type Surface = { readonly mesh: Mesh; readonly areas: Float64Array; readonly bvh: TriangleBvh }

export function toSurface(mesh: Mesh): Surface {
  return { mesh, areas: areasOf(mesh), bvh: buildBvh(mesh) }
}

export type SurfaceDistance = {
  /** The largest distance in metres, and its point on `from`. */
  readonly largest: number
  readonly at: Vector
  /** Mean distance over the area of `from`. */
  readonly mean: number
  /** Largest distance at each vertex, including the samples closer to it than to the other corners. */
  readonly distances: Float32Array
}

const zero: Vector = { x: 0, y: 0, z: 0 }

/**
 * Measures the distance from one surface to another: at its vertices and at about `samples` points inside its triangles,
 * each to the closest point of the other. Vertices alone are not enough: those of a shelf may lie on walls that did not
 * move.
 */
export function measureSurfaceDistance(from: Surface, to: TriangleBvh, samples: number): SurfaceDistance {
  const { positions, indices } = from.mesh
  const search = new ClosestPointSearch(to)
  const vertexDistances = new Float32Array(positions.length / 3)
  let largest = 0
  let at = zero
  const measure = (x: number, y: number, z: number) => {
    const distance = search.find(x, y, z) ? Math.sqrt(search.distanceSquared) : 0
    if (distance > largest) {
      largest = distance
      at = { x, y, z }
    }
    return distance
  }
  for (let vertex = 0; vertex < vertexDistances.length; vertex += 1) {
    const start = vertex * 3
    vertexDistances[vertex] = measure(positions[start] ?? 0, positions[start + 1] ?? 0, positions[start + 2] ?? 0)
  }
  const distances = vertexDistances.slice()
  const sums = new Float64Array(from.areas.length)
  const weights = new Uint32Array(from.areas.length)
  visitSurfaceSamples(from.mesh, from.areas, samples, (triangle, a, b, c, weight) => {
    const corner = triangle * 3
    const [p, q, r] = [indices[corner] ?? 0, indices[corner + 1] ?? 0, indices[corner + 2] ?? 0]
    const coordinate = (axis: number) =>
      a * (positions[p * 3 + axis] ?? 0) + b * (positions[q * 3 + axis] ?? 0) + c * (positions[r * 3 + axis] ?? 0)
    const distance = measure(coordinate(0), coordinate(1), coordinate(2))
    sums[triangle] = (sums[triangle] ?? 0) + distance * weight
    weights[triangle] = (weights[triangle] ?? 0) + weight
    const nearest = Math.max(a, b, c)
    if (a === nearest) distances[p] = Math.max(distances[p] ?? 0, distance)
    if (b === nearest) distances[q] = Math.max(distances[q] ?? 0, distance)
    if (c === nearest) distances[r] = Math.max(distances[r] ?? 0, distance)
  })
  let [sum, totalArea] = [0, 0]
  for (let triangle = 0; triangle < sums.length; triangle += 1) {
    const area = from.areas[triangle] ?? 0
    const corner = triangle * 3
    const corners =
      (vertexDistances[indices[corner] ?? 0] ?? 0) +
      (vertexDistances[indices[corner + 1] ?? 0] ?? 0) +
      (vertexDistances[indices[corner + 2] ?? 0] ?? 0)
    sum += (area * (corners + (sums[triangle] ?? 0))) / (3 + (weights[triangle] ?? 0))
    totalArea += area
  }
  return { largest, at, mean: totalArea > 0 ? sum / totalArea : 0, distances }
}

export type LargestDistanceOptions = {
  /** Approximate number of samples inside the triangles, in addition to the vertices. */
  readonly samples: number
  /** Uses only every n-th vertex; all by default. */
  readonly vertexStep?: number
  /** Moves `from` before measuring. */
  readonly offset?: Vector
  /** Ignores distances up to this one, in metres. */
  readonly ignoreUpTo?: number
}

/**
 * Returns the largest of the distances of `measureSurfaceDistance` in metres, or `ignoreUpTo` if none is larger. Much
 * faster than that: a sample that is certainly nearer than the farthest so far needs no exact distance.
 */
export function largestSurfaceDistance(from: Surface, to: TriangleBvh, options: LargestDistanceOptions): number {
  const { samples, vertexStep = 1, offset = zero, ignoreUpTo = 0 } = options
  const { positions, indices } = from.mesh
  const search = new ClosestPointSearch(to)
  let largestSquared = ignoreUpTo * ignoreUpTo
  const measure = (x: number, y: number, z: number) => {
    const isFound = search.find(x + offset.x, y + offset.y, z + offset.z, largestSquared)
    if (isFound) largestSquared = Math.max(largestSquared, search.distanceSquared)
  }
  for (let start = 0; start < positions.length; start += vertexStep * 3) {
    measure(positions[start] ?? 0, positions[start + 1] ?? 0, positions[start + 2] ?? 0)
  }
  visitSurfaceSamples(from.mesh, from.areas, samples, (triangle, a, b, c) => {
    const corner = triangle * 3
    const [p, q, r] = [(indices[corner] ?? 0) * 3, (indices[corner + 1] ?? 0) * 3, (indices[corner + 2] ?? 0) * 3]
    const coordinate = (axis: number) =>
      a * (positions[p + axis] ?? 0) + b * (positions[q + axis] ?? 0) + c * (positions[r + axis] ?? 0)
    measure(coordinate(0), coordinate(1), coordinate(2))
  })
  return Math.sqrt(largestSquared)
}

/** Returns the area of a surface in square metres. */
export function surfaceArea({ areas }: Surface): number {
  return areas.reduce((sum, area) => sum + area, 0)
}

/**
 * Returns by how much the area may differ, in square metres, when no point moved by more than `tolerance`. A moving
 * corner adds half the length of the opposite edge per unit of distance; a second term covers triangles no larger than
 * the tolerance.
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
