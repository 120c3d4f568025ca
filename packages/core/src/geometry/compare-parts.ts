import { NearestSearch } from './closest-point.ts'
import { type Mesh, areasOf, middleOf, vertexAt } from './mesh.ts'
import { type PartMesh } from './part-meshes.ts'
import { buildTree } from './triangle-tree.ts'
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
  /** The distance at each vertex of the later version, and of the former one. Null where there is no other side. */
  readonly distances: Float32Array | null
  readonly former: Float32Array | null
}

/**
 * Compares two versions part by part, in the order of the later one and then what is gone. Parts belong together by
 * name, parts of the same name in their order. Distances are from the vertices of each surface to the nearest point of
 * the other; below `tolerance` nothing counts as changed. A part whose surfaces coincide after one shift has moved.
 */
export function compareParts(before: readonly PartMesh[], after: readonly PartMesh[], tolerance: number): PartChange[] {
  const left = new Map<string, PartMesh[]>()
  for (const part of before) left.set(part.name, [...(left.get(part.name) ?? []), part])
  const changes = after.map((part) => {
    const former = left.get(part.name)?.shift()
    return former ? comparePart(part.name, former, part, tolerance) : oneSided(part.name, 'added')
  })
  const gone = [...left.values()].flat().map((part) => oneSided(part.name, 'gone'))
  return [...changes, ...gone]
}

function oneSided(name: string, change: 'added' | 'gone'): PartChange {
  return { name, change, offset: null, largest: 0, mean: 0, at: null, distances: null, former: null }
}

function comparePart(name: string, before: Mesh, after: Mesh, tolerance: number): PartChange {
  const areas = areasOf(after)
  const offset = subtract(middleOf(after, areas), middleOf(before))
  const shift = length(offset)
  const there = measure(after, before)
  const back = measure(before, after)
  const field = { name, distances: there.distances, former: back.distances }
  const apart = Math.max(there.largest, back.largest)
  if (apart <= tolerance) {
    const mean = meanOver(after, areas, there.distances)
    return { ...field, change: 'same', offset: null, largest: apart, mean, at: null }
  }
  if (shift > tolerance && coincides(before, after, offset, tolerance)) {
    // Every point went as far, also those that happen to lie on the former surface.
    return {
      name,
      change: 'moved',
      offset,
      largest: shift,
      mean: shift,
      at: middleOf(after, areas),
      distances: there.distances.fill(shift),
      former: back.distances.fill(shift),
    }
  }
  const at = there.largest >= back.largest ? vertexAt(after, there.vertex) : vertexAt(before, back.vertex)
  const mean = meanOver(after, areas, there.distances)
  return { ...field, change: 'changed', offset: null, largest: apart, mean, at }
}

type Measured = { distances: Float32Array; largest: number; vertex: number }

/** How far each vertex of `from` lies from the surface `to`. */
function measure(from: Mesh, to: Mesh, shift: Vector = { x: 0, y: 0, z: 0 }, enough = Infinity): Measured {
  const search = new NearestSearch(buildTree(to))
  const { positions } = from
  const distances = new Float32Array(positions.length / 3)
  let [largest, vertex] = [0, 0]
  for (let index = 0; index < distances.length; index += 1) {
    const at = index * 3
    const found = search.find(
      (positions[at] ?? 0) + shift.x,
      (positions[at + 1] ?? 0) + shift.y,
      (positions[at + 2] ?? 0) + shift.z,
    )
    const far = found ? Math.sqrt(search.square) : 0
    distances[index] = far
    if (far > largest) [largest, vertex] = [far, index]
    if (largest > enough) break
  }
  return { distances, largest, vertex }
}

function coincides(before: Mesh, after: Mesh, offset: Vector, tolerance: number): boolean {
  if (measure(before, after, offset, tolerance).largest > tolerance) return false
  const back = subtract({ x: 0, y: 0, z: 0 }, offset)
  return measure(after, before, back, tolerance).largest <= tolerance
}

function meanOver({ indices }: Mesh, areas: Float64Array, distances: Float32Array): number {
  let [sum, whole] = [0, 0]
  for (let triangle = 0; triangle < areas.length; triangle += 1) {
    const area = areas[triangle] ?? 0
    const at = triangle * 3
    const [a, b, c] = [indices[at] ?? 0, indices[at + 1] ?? 0, indices[at + 2] ?? 0]
    sum += (area * ((distances[a] ?? 0) + (distances[b] ?? 0) + (distances[c] ?? 0))) / 3
    whole += area
  }
  return whole > 0 ? sum / whole : 0
}
