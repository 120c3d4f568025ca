import {
  surfaceArea,
  areaTolerance,
  largestSurfaceDistance,
  measureSurfaceDistance,
  type Surface,
  toSurface,
} from './surface-distance.ts'
import { type Mesh, centroidOf } from './mesh.ts'
import { type PartMesh } from './part-meshes.ts'
import { type Vector, length, subtract } from './vector.ts'

export const partChanges = ['same', 'moved', 'changed', 'added', 'gone'] as const

/** The change of one part between two versions. Lengths in metres. */
export type PartChange = {
  readonly name: string
  readonly change: (typeof partChanges)[number]
  /** Offset of the part if it moved as a whole, else null. */
  readonly offset: Vector | null
  /**
   * Largest distance between the two surfaces in either direction; for a part that moved as a whole, the length of the
   * offset.
   */
  readonly largest: number
  /** Mean distance over the surface of the later version, weighted by area. */
  readonly mean: number
  /** Point with the largest distance, on the later version, or on the previous one if it is missing from the later. */
  readonly at: Vector | null
  /**
   * Distance at each vertex of the later version, and of the previous one: the maximum of its neighbourhood. Null
   * without a counterpart.
   */
  readonly distances: Float32Array | null
  readonly previousDistances: Float32Array | null
}

/** Returns the largest distance between two versions, which has the last colour of a map of differences; 0 if none. */
export function largestChangeOf(changes: readonly Pick<PartChange, 'change' | 'largest'>[]): number {
  // A part that is gone is not on the map, and below the tolerance nothing counts.
  const onMap = changes.filter(({ change }) => change !== 'same' && change !== 'gone')
  return Math.max(0, ...onMap.map(({ largest }) => largest))
}

/** Samples inside the triangles: in total, and the limits per part. */
const sampleLimits = { total: 400_000, minPerPart: 500, maxPerPart: 40_000 } as const

/**
 * Compares two versions part by part. Returns the parts of the later one in order, then the removed ones. Parts are
 * matched by name, and parts with the same name in order. Distances go from samples of each surface (its vertices and
 * points spread evenly inside its triangles) to the closest point of the other; below `tolerance` nothing counts as
 * changed, unless the area differs by more than that tolerance explains. A part whose surfaces coincide after one shift
 * has moved.
 */
export function compareParts(before: readonly PartMesh[], after: readonly PartMesh[], tolerance: number): PartChange[] {
  const unmatched = new Map<string, PartMesh[]>()
  for (const part of before) unmatched.set(part.name, [...(unmatched.get(part.name) ?? []), part])
  const samples = Math.min(
    sampleLimits.maxPerPart,
    Math.max(sampleLimits.minPerPart, Math.floor(sampleLimits.total / Math.max(1, after.length))),
  )
  const changes = after.map((part) => {
    const previous = unmatched.get(part.name)?.shift()
    return previous ? comparePart(part.name, previous, part, tolerance, samples) : unmatchedPart(part.name, 'added')
  })
  const gone = [...unmatched.values()].flat().map((part) => unmatchedPart(part.name, 'gone'))
  return [...changes, ...gone]
}

function unmatchedPart(name: string, change: 'added' | 'gone'): PartChange {
  return { name, change, offset: null, largest: 0, mean: 0, at: null, distances: null, previousDistances: null }
}

function comparePart(name: string, previous: Mesh, later: Mesh, tolerance: number, samples: number): PartChange {
  const [before, after] = [toSurface(previous), toSurface(later)]
  const center = centroidOf(later, after.areas)
  const offset = subtract(center, centroidOf(previous, before.areas))
  const shift = length(offset)
  const forward = measureSurfaceDistance(after, before.bvh, samples)
  const backward = measureSurfaceDistance(before, after.bvh, samples)
  const common = { name, distances: forward.distances, previousDistances: backward.distances }
  const largest = Math.max(forward.largest, backward.largest)
  const sameArea = hasSameArea(before, after, tolerance)
  const { mean } = forward
  if (largest <= tolerance && sameArea) return { ...common, change: 'same', offset: null, largest, mean, at: null }
  if (shift > tolerance && sameArea && coincidesAfterShift(before, after, offset, tolerance, samples)) {
    // Every point moved this far, including those that happen to lie on the previous surface.
    return {
      name,
      change: 'moved',
      offset,
      largest: shift,
      mean: shift,
      at: center,
      distances: forward.distances.fill(shift),
      previousDistances: backward.distances.fill(shift),
    }
  }
  const { at } = forward.largest >= backward.largest ? forward : backward
  return { ...common, change: 'changed', offset: null, largest, mean, at }
}

/**
 * Compares the areas. Only they reveal changes smaller than the sample spacing, such as a hole in a large flat side.
 */
function hasSameArea(before: Surface, after: Surface, tolerance: number): boolean {
  const allowed = Math.max(areaTolerance(before, tolerance), areaTolerance(after, tolerance))
  return Math.abs(surfaceArea(before) - surfaceArea(after)) <= allowed
}

function coincidesAfterShift(
  before: Surface,
  after: Surface,
  offset: Vector,
  tolerance: number,
  samples: number,
): boolean {
  const backward = subtract({ x: 0, y: 0, z: 0 }, offset)
  return (
    largestSurfaceDistance(before, after.bvh, { samples, offset, ignoreUpTo: tolerance }) <= tolerance &&
    largestSurfaceDistance(after, before.bvh, { samples, offset: backward, ignoreUpTo: tolerance }) <= tolerance
  )
}
