import { type Mesh } from './mesh.ts'

/**
 * Visits one sample of a triangle by its barycentric coordinates. `weight` is its weight in the mean of the triangle,
 * where each corner has weight 1.
 */
export type SampleVisitor = (triangle: number, a: number, b: number, c: number, weight: number) => void

/**
 * Visits samples inside the triangles of a surface, spread evenly over its area: edge midpoints, centroids and a grid
 * that is finer for larger triangles. Triangles too small for that share centroids, one per unit of area. Visits about
 * `sampleCount` points, at most three times as many, and always the same ones for the same surface. The gap between two
 * samples is at most about √(2 × area ÷ sampleCount).
 */
export function visitSurfaceSamples(mesh: Mesh, areas: Float64Array, sampleCount: number, visit: SampleVisitor): void {
  const totalArea = areas.reduce((sum, area) => sum + area, 0)
  if (!(totalArea > 0) || mesh.indices.length === 0) return
  const oneThird = 1 / 3
  let carry = 0.5
  for (let triangle = 0; triangle < areas.length; triangle += 1) {
    const points = ((areas[triangle] ?? 0) / totalArea) * sampleCount
    if (points < 3) {
      carry += points
      if (carry < 1) continue
      carry %= 1
      visit(triangle, oneThird, oneThird, oneThird, 9)
    } else {
      // An even number includes the edge midpoints: n steps give about n² ÷ 2 points.
      const steps = 2 * Math.max(1, Math.round(Math.sqrt(2 * points) / 2))
      visitGrid(triangle, steps, visit)
      if (steps % 3 !== 0) visit(triangle, oneThird, oneThird, oneThird, 0)
    }
  }
}

/**
 * Visits a grid of `steps` along each edge, without the corners; inner points weigh twice as much as those on an edge.
 */
function visitGrid(triangle: number, steps: number, visit: SampleVisitor): void {
  for (let a = 0; a < steps; a += 1) {
    for (let b = 0; b <= steps - a; b += 1) {
      const c = steps - a - b
      if (b === steps || c === steps) continue
      visit(triangle, a / steps, b / steps, c / steps, a * b * c === 0 ? 3 : 6)
    }
  }
}
