import { normalOf } from './mesh.ts'
import { type TriangleBvh } from './triangle-bvh.ts'
import { type Vector, dot } from './vector.ts'

/** The closest point of a surface, its distance in metres, and its triangle with the unit normal. */
export type ClosestPoint = {
  readonly point: Vector
  readonly distance: number
  readonly triangle: number
  readonly normal: Vector
}

/** Limits the search to triangles whose normal deviates from `normal` by at most the angle with this cosine. */
export type Facing = { readonly normal: Vector; readonly cosine: number }

/** Returns the closest point of the surface; with `facing` only among triangles that face that way. */
export function closestPoint(bvh: TriangleBvh, point: Vector, facing?: Facing): ClosestPoint | undefined {
  const search = new ClosestPointSearch(bvh)
  search.facing = facing
  if (!search.find(point.x, point.y, point.z)) return undefined
  const { triangle, distanceSquared } = search
  const at = { x: search.x, y: search.y, z: search.z }
  return { point: at, distance: Math.sqrt(distanceSquared), triangle, normal: normalOf(bvh.mesh, triangle) }
}

/**
 * Finds closest points one after another without allocating. Nearby queries are fast, because each search starts at the
 * last triangle found. Ericson, Real-Time Collision Detection, 5.1.5.
 */
export class ClosestPointSearch {
  facing: Facing | undefined
  /** Result of the last search: the point, its squared distance and its triangle. */
  x = 0
  y = 0
  z = 0
  distanceSquared = Infinity
  triangle = -1
  readonly #bvh: TriangleBvh
  readonly #stack = new Int32Array(128)
  #px = 0
  #py = 0
  #pz = 0

  constructor(bvh: TriangleBvh) {
    this.#bvh = bvh
  }

  /**
   * Searches the closest point and stores it in the fields. Returns whether there is one that faces the wanted way. Stops
   * at the first point whose squared distance is at most `nearEnoughSquared`, which may not be the closest then.
   */
  find(x: number, y: number, z: number, nearEnoughSquared = 0): boolean {
    const { order, links, counts } = this.#bvh
    const lastTriangle = this.triangle
    this.#px = x
    this.#py = y
    this.#pz = z
    this.distanceSquared = Infinity
    this.triangle = -1
    if (order.length === 0) return false
    if (lastTriangle >= 0) this.#visitTriangle(lastTriangle)
    const stack = this.#stack
    let depth = 0
    stack[depth++] = 0
    while (depth > 0 && this.distanceSquared > nearEnoughSquared) {
      const node = stack[--depth] ?? 0
      if (this.#boxDistanceSquared(node) >= this.distanceSquared) continue
      const link = links[node] ?? 0
      if (link < 0) {
        const first = ~link
        const end = first + (counts[node] ?? 0)
        for (let slot = first; slot < end; slot += 1) this.#visitTriangle(order[slot] ?? 0)
      } else {
        const near = this.#boxDistanceSquared(node + 1) <= this.#boxDistanceSquared(link)
        stack[depth++] = near ? link : node + 1
        stack[depth++] = near ? node + 1 : link
      }
    }
    return this.triangle >= 0
  }

  #boxDistanceSquared(node: number): number {
    const { boxes } = this.#bvh
    const at = node * 6
    const x = Math.max((boxes[at] ?? 0) - this.#px, 0, this.#px - (boxes[at + 3] ?? 0))
    const y = Math.max((boxes[at + 1] ?? 0) - this.#py, 0, this.#py - (boxes[at + 4] ?? 0))
    const z = Math.max((boxes[at + 2] ?? 0) - this.#pz, 0, this.#pz - (boxes[at + 5] ?? 0))
    return x * x + y * y + z * z
  }

  /** Visits one triangle and accepts its closest point if it is nearer than the best so far. */
  #visitTriangle(triangle: number): void {
    const { mesh } = this.#bvh
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
    if (d1 <= 0 && d2 <= 0) return this.#accept(ax, ay, az, triangle)
    const bb = bx * bx + by * by + bz * bz
    const bc = bx * cx + by * cy + bz * cz
    const cc = cx * cx + cy * cy + cz * cz
    const d3 = d1 - bb
    const d4 = d2 - bc
    if (d3 >= 0 && d4 <= d3) return this.#accept(ax + bx, ay + by, az + bz, triangle)
    const vc = d1 * d4 - d3 * d2
    if (vc <= 0 && d1 >= 0 && d3 <= 0) {
      const v = d1 / (d1 - d3)
      return this.#accept(ax + v * bx, ay + v * by, az + v * bz, triangle)
    }
    const d5 = d1 - bc
    const d6 = d2 - cc
    if (d6 >= 0 && d5 <= d6) return this.#accept(ax + cx, ay + cy, az + cz, triangle)
    const vb = d5 * d2 - d1 * d6
    if (vb <= 0 && d2 >= 0 && d6 <= 0) {
      const w = d2 / (d2 - d6)
      return this.#accept(ax + w * cx, ay + w * cy, az + w * cz, triangle)
    }
    const va = d3 * d6 - d5 * d4
    const [toC, toB] = [d4 - d3, d5 - d6]
    if (va <= 0 && toC >= 0 && toB >= 0) {
      const w = toC / (toC + toB)
      return this.#accept(ax + bx + w * (cx - bx), ay + by + w * (cy - by), az + bz + w * (cz - bz), triangle)
    }
    // In a degenerate triangle rounding decides; clamped, the result is still a point of the triangle.
    const area = va + vb + vc
    const v = area > 0 ? Math.min(1, Math.max(0, vb / area)) : 0
    const w = area > 0 ? Math.min(1 - v, Math.max(0, vc / area)) : 0
    this.#accept(ax + bx * v + cx * w, ay + by * v + cy * w, az + bz * v + cz * w, triangle)
  }

  #accept(x: number, y: number, z: number, triangle: number): void {
    const [dx, dy, dz] = [x - this.#px, y - this.#py, z - this.#pz]
    const distanceSquared = dx * dx + dy * dy + dz * dz
    if (!(distanceSquared < this.distanceSquared)) return
    this.distanceSquared = distanceSquared
    this.x = x
    this.y = y
    this.z = z
    this.triangle = triangle
  }
}
