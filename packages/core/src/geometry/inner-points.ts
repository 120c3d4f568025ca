import { type Mesh } from './mesh.ts'

/**
 * One point of a triangle by how much each of its corners weighs in it (together 1). `share` is how much the point
 * counts for the mean of its triangle, where each corner counts 1.
 */
export type VisitPoint = (triangle: number, a: number, b: number, c: number, share: number) => void

/**
 * Visits points within the triangles of a surface, spread evenly over its area: the middles of edges, the centres, and
 * between them a grid that is the finer the larger the triangle is beside the whole. Of triangles too small for that
 * every so many-th bit of area gives one centre. About `most` points, never more than three times as many, and always
 * the same ones for the same surface. Between two of them no more than about √(2 × area ÷ most) lies unseen.
 */
export function visitInside(mesh: Mesh, areas: Float64Array, most: number, visit: VisitPoint): void {
  const whole = areas.reduce((sum, area) => sum + area, 0)
  if (!(whole > 0) || mesh.indices.length === 0) return
  const third = 1 / 3
  let owed = 0.5
  for (let triangle = 0; triangle < areas.length; triangle += 1) {
    const points = ((areas[triangle] ?? 0) / whole) * most
    if (points < 3) {
      owed += points
      if (owed < 1) continue
      owed %= 1
      visit(triangle, third, third, third, 9)
    } else {
      // Even, so that the middles of the edges are among them: n steps make about n² ÷ 2 points.
      const steps = 2 * Math.max(1, Math.round(Math.sqrt(2 * points) / 2))
      visitGrid(triangle, steps, visit)
      if (steps % 3 !== 0) visit(triangle, third, third, third, 0)
    }
  }
}

/** The points of a grid of `steps` along each edge, without the corners; inside counts twice as much as on an edge. */
function visitGrid(triangle: number, steps: number, visit: VisitPoint): void {
  for (let a = 0; a < steps; a += 1) {
    for (let b = 0; b <= steps - a; b += 1) {
      const c = steps - a - b
      if (b === steps || c === steps) continue
      visit(triangle, a / steps, b / steps, c / steps, a * b * c === 0 ? 3 : 6)
    }
  }
}
