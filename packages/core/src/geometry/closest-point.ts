import { normalOf } from './mesh.ts'
import { type TriangleTree } from './triangle-tree.ts'
import { type Vector, dot } from './vector.ts'

/** The point of a surface that lies nearest, its distance in metres, and the triangle with its unit normal. */
export type Nearest = {
  readonly point: Vector
  readonly distance: number
  readonly triangle: number
  readonly normal: Vector
}

/** Only triangles whose normal turns away from `normal` by at most the angle with this cosine. */
export type Facing = { readonly normal: Vector; readonly cosine: number }

/** The nearest point of the surface; with `facing` among the triangles that look that way. */
export function closestPoint(tree: TriangleTree, point: Vector, facing?: Facing): Nearest | undefined {
  const search = new NearestSearch(tree)
  search.facing = facing
  if (!search.find(point.x, point.y, point.z)) return undefined
  const { triangle, square } = search
  const at = { x: search.x, y: search.y, z: search.z }
  return { point: at, distance: Math.sqrt(square), triangle, normal: normalOf(tree.mesh, triangle) }
}

/**
 * Finds nearest points one after the other without allocating. Points that follow each other closely are found quickly,
 * because the search begins at the triangle that was found last. Ericson, Real-Time Collision Detection, 5.1.5.
 */
export class NearestSearch {
  facing: Facing | undefined
  /** What was found: the point, the square of its distance, its triangle. */
  x = 0
  y = 0
  z = 0
  square = Infinity
  triangle = -1
  readonly #tree: TriangleTree
  readonly #stack = new Int32Array(128)
  #px = 0
  #py = 0
  #pz = 0

  constructor(tree: TriangleTree) {
    this.#tree = tree
  }

  /** Whether there is any point on the surface (that faces the wanted way); it then stands in the fields. */
  find(x: number, y: number, z: number): boolean {
    const { order, links, counts } = this.#tree
    const former = this.triangle
    this.#px = x
    this.#py = y
    this.#pz = z
    this.square = Infinity
    this.triangle = -1
    if (order.length === 0) return false
    if (former >= 0) this.#look(former)
    const stack = this.#stack
    let depth = 0
    stack[depth++] = 0
    while (depth > 0) {
      const node = stack[--depth] ?? 0
      if (this.#boxSquare(node) >= this.square) continue
      const link = links[node] ?? 0
      if (link < 0) {
        const first = ~link
        const end = first + (counts[node] ?? 0)
        for (let place = first; place < end; place += 1) this.#look(order[place] ?? 0)
      } else {
        const near = this.#boxSquare(node + 1) <= this.#boxSquare(link)
        stack[depth++] = near ? link : node + 1
        stack[depth++] = near ? node + 1 : link
      }
    }
    return this.triangle >= 0
  }

  #boxSquare(node: number): number {
    const { boxes } = this.#tree
    const at = node * 6
    const x = Math.max((boxes[at] ?? 0) - this.#px, 0, this.#px - (boxes[at + 3] ?? 0))
    const y = Math.max((boxes[at + 1] ?? 0) - this.#py, 0, this.#py - (boxes[at + 4] ?? 0))
    const z = Math.max((boxes[at + 2] ?? 0) - this.#pz, 0, this.#pz - (boxes[at + 5] ?? 0))
    return x * x + y * y + z * z
  }

  /** Takes the nearest point of one triangle if it is nearer than what was found. */
  #look(triangle: number): void {
    const { mesh } = this.#tree
    if (this.facing && dot(normalOf(mesh, triangle), this.facing.normal) < this.facing.cosine) return
    const { positions, indices } = mesh
    const at = triangle * 3
    const [a, b, c] = [(indices[at] ?? 0) * 3, (indices[at + 1] ?? 0) * 3, (indices[at + 2] ?? 0) * 3]
    const [ax, ay, az] = [positions[a] ?? 0, positions[a + 1] ?? 0, positions[a + 2] ?? 0]
    const [bx, by, bz] = [(positions[b] ?? 0) - ax, (positions[b + 1] ?? 0) - ay, (positions[b + 2] ?? 0) - az]
    const [cx, cy, cz] = [(positions[c] ?? 0) - ax, (positions[c + 1] ?? 0) - ay, (positions[c + 2] ?? 0) - az]
    const [px, py, pz] = [this.#px - ax, this.#py - ay, this.#pz - az]
    const d1 = bx * px + by * py + bz * pz
    const d2 = cx * px + cy * py + cz * pz
    if (d1 <= 0 && d2 <= 0) return this.#take(ax, ay, az, triangle)
    const bb = bx * bx + by * by + bz * bz
    const bc = bx * cx + by * cy + bz * cz
    const cc = cx * cx + cy * cy + cz * cz
    const d3 = d1 - bb
    const d4 = d2 - bc
    if (d3 >= 0 && d4 <= d3) return this.#take(ax + bx, ay + by, az + bz, triangle)
    const vc = d1 * d4 - d3 * d2
    if (vc <= 0 && d1 >= 0 && d3 <= 0) {
      const v = d1 / (d1 - d3)
      return this.#take(ax + v * bx, ay + v * by, az + v * bz, triangle)
    }
    const d5 = d1 - bc
    const d6 = d2 - cc
    if (d6 >= 0 && d5 <= d6) return this.#take(ax + cx, ay + cy, az + cz, triangle)
    const vb = d5 * d2 - d1 * d6
    if (vb <= 0 && d2 >= 0 && d6 <= 0) {
      const w = d2 / (d2 - d6)
      return this.#take(ax + w * cx, ay + w * cy, az + w * cz, triangle)
    }
    const va = d3 * d6 - d5 * d4
    const [toC, toB] = [d4 - d3, d5 - d6]
    if (va <= 0 && toC >= 0 && toB >= 0) {
      const w = toC / (toC + toB)
      return this.#take(ax + bx + w * (cx - bx), ay + by + w * (cy - by), az + bz + w * (cz - bz), triangle)
    }
    // Of a triangle without area rounding decides; held inside, it is a point of the triangle all the same.
    const whole = va + vb + vc
    const v = whole > 0 ? Math.min(1, Math.max(0, vb / whole)) : 0
    const w = whole > 0 ? Math.min(1 - v, Math.max(0, vc / whole)) : 0
    this.#take(ax + bx * v + cx * w, ay + by * v + cy * w, az + bz * v + cz * w, triangle)
  }

  #take(x: number, y: number, z: number, triangle: number): void {
    const [dx, dy, dz] = [x - this.#px, y - this.#py, z - this.#pz]
    const square = dx * dx + dy * dy + dz * dz
    if (!(square < this.square)) return
    this.square = square
    this.x = x
    this.y = y
    this.z = z
    this.triangle = triangle
  }
}
