import { areaOf, areaTolerance, measureSurface, type Surface, surfaceOf } from './measure-surface.ts'
import { type Mesh, middleOf } from './mesh.ts'
import { type PartMesh } from './part-meshes.ts'
import { type Vector, length, subtract } from './vector.ts'

export const partChanges = ['same', 'moved', 'changed', 'added', 'gone'] as const

/** What became of one part between two versions. Lengths are metres. */
export type PartChange = {
  readonly name: string
  readonly change: (typeof partChanges)[number]
  /** How the whole part went, where it went as one; else null. */
  readonly offset: Vector | null
  /** The largest distance between the two surfaces, either way; for a part that moved as one, how far. */
  readonly largest: number
  /** The mean over the surface of the later version, each bit of area weighing the same. */
  readonly mean: number
  /** Where on the later version (on the former one for what is gone there) it is largest. */
  readonly at: Vector | null
  /**
   * The distance at each vertex of the later version, and of the former one: the largest of what surrounds it. Null
   * where there is no other side.
   */
  readonly distances: Float32Array | null
  readonly former: Float32Array | null
}

/** Points inside the triangles that are looked at in all, and of one part at least and at most. */
const inside = { all: 400_000, least: 500, most: 40_000 } as const

/**
 * Compares two versions part by part, in the order of the later one and then what is gone. Parts belong together by
 * name, parts of the same name in their order. Distances are from points of each surface (its vertices and an even
 * spread inside its triangles) to the nearest point of the other; below `tolerance` nothing counts as changed, unless
 * the area differs by more than that tolerance can make of it. A part whose surfaces coincide after one shift has moved.
 */
export function compareParts(before: readonly PartMesh[], after: readonly PartMesh[], tolerance: number): PartChange[] {
  const left = new Map<string, PartMesh[]>()
  for (const part of before) left.set(part.name, [...(left.get(part.name) ?? []), part])
  const points = Math.min(inside.most, Math.max(inside.least, Math.floor(inside.all / Math.max(1, after.length))))
  const changes = after.map((part) => {
    const former = left.get(part.name)?.shift()
    return former ? comparePart(part.name, former, part, tolerance, points) : oneSided(part.name, 'added')
  })
  const gone = [...left.values()].flat().map((part) => oneSided(part.name, 'gone'))
  return [...changes, ...gone]
}

function oneSided(name: string, change: 'added' | 'gone'): PartChange {
  return { name, change, offset: null, largest: 0, mean: 0, at: null, distances: null, former: null }
}

function comparePart(name: string, former: Mesh, later: Mesh, tolerance: number, points: number): PartChange {
  const [before, after] = [surfaceOf(former), surfaceOf(later)]
  const middle = middleOf(later, after.areas)
  const offset = subtract(middle, middleOf(former, before.areas))
  const shift = length(offset)
  const there = measureSurface(after, before.tree, { inside: points })
  const back = measureSurface(before, after.tree, { inside: points })
  const field = { name, distances: there.distances, former: back.distances }
  const largest = Math.max(there.largest, back.largest)
  const alike = hasSameArea(before, after, tolerance)
  const { mean } = there
  if (largest <= tolerance && alike) return { ...field, change: 'same', offset: null, largest, mean, at: null }
  if (shift > tolerance && alike && coincides(before, after, offset, tolerance, points)) {
    // Every point went as far, also those that happen to lie on the former surface.
    return {
      name,
      change: 'moved',
      offset,
      largest: shift,
      mean: shift,
      at: middle,
      distances: there.distances.fill(shift),
      former: back.distances.fill(shift),
    }
  }
  const { at } = there.largest >= back.largest ? there : back
  return { ...field, change: 'changed', offset: null, largest, mean, at }
}

/** Of what is smaller than the spread of points, such as a hole in a large plain side, only the area tells. */
function hasSameArea(before: Surface, after: Surface, tolerance: number): boolean {
  const allowed = Math.max(areaTolerance(before, tolerance), areaTolerance(after, tolerance))
  return Math.abs(areaOf(before) - areaOf(after)) <= allowed
}

function coincides(before: Surface, after: Surface, offset: Vector, tolerance: number, points: number): boolean {
  const options = { inside: points, enough: tolerance }
  if (measureSurface(before, after.tree, { ...options, shift: offset }).largest > tolerance) return false
  const back = subtract({ x: 0, y: 0, z: 0 }, offset)
  return measureSurface(after, before.tree, { ...options, shift: back }).largest <= tolerance
}
