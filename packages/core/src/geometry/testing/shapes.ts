import { type PartMesh } from '../part-meshes.ts'
import { type Vector } from '../vector.ts'

const boxSides = [
  [0, 1, 3, 2],
  [4, 6, 7, 5],
  [0, 4, 5, 1],
  [2, 3, 7, 6],
  [0, 2, 6, 4],
  [1, 5, 7, 3],
] as const

/** Returns a box between two corners, facing outwards; each side is cut into `cuts` × `cuts` squares. */
export function boxPart(name: string, min: Vector, max: Vector, cuts = 1): PartMesh {
  const corner = (index: number): Vector => ({
    x: index & 4 ? max.x : min.x,
    y: index & 2 ? max.y : min.y,
    z: index & 1 ? max.z : min.z,
  })
  const positions: number[] = []
  const indices: number[] = []
  for (const [a, b, c, d] of boxSides) {
    const base = positions.length / 3
    for (let row = 0; row <= cuts; row += 1) {
      for (let column = 0; column <= cuts; column += 1) {
        const [u, v] = [column / cuts, row / cuts]
        positions.push(...bilinear([corner(a), corner(b), corner(c), corner(d)], u, v))
      }
    }
    for (let row = 0; row < cuts; row += 1) {
      for (let column = 0; column < cuts; column += 1) {
        const index = base + row * (cuts + 1) + column
        indices.push(index, index + 1, index + cuts + 2, index, index + cuts + 2, index + cuts + 1)
      }
    }
  }
  return { name, positions: Float32Array.from(positions), indices: Uint32Array.from(indices) }
}

function bilinear([a, b, c, d]: readonly [Vector, Vector, Vector, Vector], u: number, v: number): number[] {
  return (['x', 'y', 'z'] as const).map(
    (axis) => (1 - v) * ((1 - u) * a[axis] + u * b[axis]) + v * ((1 - u) * d[axis] + u * c[axis]),
  )
}
