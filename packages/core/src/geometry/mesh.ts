import { type Vector, cross, length, scale, subtract, unit } from './vector.ts'

/** Triangles: three numbers a vertex in metres, three vertices a triangle. */
export type Mesh = { readonly positions: Float32Array; readonly indices: Uint32Array }

/** The axis-aligned box of a mesh; `undefined` without vertices. */
export type Box = { readonly min: Vector; readonly max: Vector }

/** Vertex `index` of the mesh. */
export function vertexAt({ positions }: Mesh, index: number): Vector {
  const at = index * 3
  return { x: positions[at] ?? 0, y: positions[at + 1] ?? 0, z: positions[at + 2] ?? 0 }
}

/** The three corners of triangle `index`. */
export function cornersOf(mesh: Mesh, index: number): readonly [Vector, Vector, Vector] {
  const at = index * 3
  const { indices } = mesh
  return [vertexAt(mesh, indices[at] ?? 0), vertexAt(mesh, indices[at + 1] ?? 0), vertexAt(mesh, indices[at + 2] ?? 0)]
}

/** The outward unit normal of triangle `index`, by the order of its corners; zero for a triangle without area. */
export function normalOf(mesh: Mesh, index: number): Vector {
  const [a, b, c] = cornersOf(mesh, index)
  return unit(cross(subtract(b, a), subtract(c, a)))
}

export function boxOf({ positions }: Mesh): Box | undefined {
  if (positions.length < 3) return undefined
  const min = [Infinity, Infinity, Infinity]
  const max = [-Infinity, -Infinity, -Infinity]
  for (let at = 0; at < positions.length; at += 1) {
    const axis = at % 3
    const value = positions[at] ?? 0
    if (value < (min[axis] ?? 0)) min[axis] = value
    if (value > (max[axis] ?? 0)) max[axis] = value
  }
  return { min: vectorOf(min), max: vectorOf(max) }
}

/** From corner to corner. */
export function diagonalOf(mesh: Mesh): number {
  const box = boxOf(mesh)
  return box ? length(subtract(box.max, box.min)) : 0
}

/** The area of each triangle in square metres. */
export function areasOf(mesh: Mesh): Float64Array {
  const areas = new Float64Array(mesh.indices.length / 3)
  for (let index = 0; index < areas.length; index += 1) {
    const [a, b, c] = cornersOf(mesh, index)
    areas[index] = length(cross(subtract(b, a), subtract(c, a))) / 2
  }
  return areas
}

/** The middle of the surface: every bit of area weighs the same, however finely it is cut into triangles. */
export function middleOf(mesh: Mesh, areas: Float64Array = areasOf(mesh)): Vector {
  let [x, y, z, whole] = [0, 0, 0, 0]
  for (let index = 0; index < areas.length; index += 1) {
    const [a, b, c] = cornersOf(mesh, index)
    const area = areas[index] ?? 0
    whole += area
    x += (area * (a.x + b.x + c.x)) / 3
    y += (area * (a.y + b.y + c.y)) / 3
    z += (area * (a.z + b.z + c.z)) / 3
  }
  return whole > 0 ? scale({ x, y, z }, 1 / whole) : vertexAt(mesh, 0)
}

function vectorOf([x = 0, y = 0, z = 0]: readonly number[]): Vector {
  return { x, y, z }
}
