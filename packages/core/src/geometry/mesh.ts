import { type Vector, cross, length, scale, subtract, normalize } from './vector.ts'

/** Triangle mesh: three numbers per vertex in metres, three vertices per triangle. */
export type Mesh = { readonly positions: Float32Array; readonly indices: Uint32Array }

/** Axis-aligned bounding box of a mesh. */
export type BoundingBox = { readonly min: Vector; readonly max: Vector }

/** Returns vertex `index` of the mesh. */
export function vertexAt({ positions }: Mesh, index: number): Vector {
  const offset = index * 3
  return { x: positions[offset] ?? 0, y: positions[offset + 1] ?? 0, z: positions[offset + 2] ?? 0 }
}

/** Returns the three corners of triangle `index`. */
export function cornersOf(mesh: Mesh, index: number): readonly [Vector, Vector, Vector] {
  const offset = index * 3
  const { indices } = mesh
  return [
    vertexAt(mesh, indices[offset] ?? 0),
    vertexAt(mesh, indices[offset + 1] ?? 0),
    vertexAt(mesh, indices[offset + 2] ?? 0),
  ]
}

/**
 * Returns the outward unit normal of triangle `index`, by the order of its corners; zero for a triangle without area.
 */
export function normalOf(mesh: Mesh, index: number): Vector {
  const [a, b, c] = cornersOf(mesh, index)
  return normalize(cross(subtract(b, a), subtract(c, a)))
}

export function boundingBoxOf({ positions }: Mesh): BoundingBox | undefined {
  if (positions.length < 3) return undefined
  const min = [Infinity, Infinity, Infinity]
  const max = [-Infinity, -Infinity, -Infinity]
  for (let offset = 0; offset < positions.length; offset += 1) {
    const axis = offset % 3
    const value = positions[offset] ?? 0
    if (value < (min[axis] ?? 0)) min[axis] = value
    if (value > (max[axis] ?? 0)) max[axis] = value
  }
  return { min: toVector(min), max: toVector(max) }
}

/** Returns the length of the box diagonal in metres; 0 for an empty mesh. */
export function diagonalOf(mesh: Mesh): number {
  const box = boundingBoxOf(mesh)
  return box ? length(subtract(box.max, box.min)) : 0
}

/** Returns the area of each triangle in square metres. */
export function areasOf(mesh: Mesh): Float64Array {
  const areas = new Float64Array(mesh.indices.length / 3)
  for (let index = 0; index < areas.length; index += 1) {
    const [a, b, c] = cornersOf(mesh, index)
    areas[index] = length(cross(subtract(b, a), subtract(c, a))) / 2
  }
  return areas
}

/** Returns the centroid of the surface, weighted by area and so independent of the triangulation. */
export function centroidOf(mesh: Mesh, areas: Float64Array = areasOf(mesh)): Vector {
  let [x, y, z, totalArea] = [0, 0, 0, 0]
  for (let index = 0; index < areas.length; index += 1) {
    const [a, b, c] = cornersOf(mesh, index)
    const area = areas[index] ?? 0
    totalArea += area
    x += (area * (a.x + b.x + c.x)) / 3
    y += (area * (a.y + b.y + c.y)) / 3
    z += (area * (a.z + b.z + c.z)) / 3
  }
  return totalArea > 0 ? scale({ x, y, z }, 1 / totalArea) : vertexAt(mesh, 0)
}

function toVector([x = 0, y = 0, z = 0]: readonly number[]): Vector {
  return { x, y, z }
}
