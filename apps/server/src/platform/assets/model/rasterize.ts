import { type Surface } from './surfaces.ts'

/** Projects a vertex onto the image: x and y in pixels, and its depth. */
export type ProjectVertex = (positions: Float32Array, vertex: number, into: Float32Array, at: number) => void

/** Visible surface and triangle per pixel; -1 where there is none. */
export type VisibilityBuffer = { readonly surface: Int32Array; readonly triangle: Int32Array }

/** Projects all vertices of a surface onto the image. */
export function projectSurface({ positions }: Surface, project: ProjectVertex): Float32Array {
  const at = new Float32Array(positions.length)
  for (let vertex = 0; vertex < positions.length; vertex += 3) project(positions, vertex, at, vertex)
  return at
}

/** Rasterizes surfaces into a visibility buffer of this size. A hidden pixel costs one depth comparison. */
export function rasterize(
  surfaces: readonly Surface[],
  project: ProjectVertex,
  width: number,
  height: number,
): VisibilityBuffer {
  const surface = new Int32Array(width * height).fill(-1)
  const triangle = new Int32Array(width * height)
  // Inverse depth, which is linear in image space: the nearest pixel has the largest value.
  const nearness = new Float32Array(width * height)
  for (const [number, one] of surfaces.entries()) {
    const at = projectSurface(one, project)
    const { indices } = one
    for (let index = 0; index < indices.length; index += 3) {
      const a = (indices[index] ?? 0) * 3
      const b = (indices[index + 1] ?? 0) * 3
      const c = (indices[index + 2] ?? 0) * 3
      const ax = at[a] ?? 0
      const ay = at[a + 1] ?? 0
      const az = at[a + 2] ?? 0
      const bx = at[b] ?? 0
      const by = at[b + 1] ?? 0
      const bz = at[b + 2] ?? 0
      const cx = at[c] ?? 0
      const cy = at[c + 1] ?? 0
      const cz = at[c + 2] ?? 0
      if (!(az > 0 && bz > 0 && cz > 0)) continue
      const area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
      if (area === 0) continue
      const left = Math.max(0, Math.floor(Math.min(ax, bx, cx)))
      const right = Math.min(width - 1, Math.ceil(Math.max(ax, bx, cx)))
      const top = Math.max(0, Math.floor(Math.min(ay, by, cy)))
      const bottom = Math.min(height - 1, Math.ceil(Math.max(ay, by, cy)))
      // Change of the barycentric coordinates per pixel.
      const du = (by - cy) / area
      const dv = (cy - ay) / area
      for (let y = top; y <= bottom; y += 1) {
        const px = left + 0.5
        const py = y + 0.5
        let u = ((bx - px) * (cy - py) - (cx - px) * (by - py)) / area
        let v = ((cx - px) * (ay - py) - (ax - px) * (cy - py)) / area
        for (let pixel = y * width + left; pixel <= y * width + right; pixel += 1) {
          const w = 1 - u - v
          if (u >= 0 && v >= 0 && w >= 0) {
            const near = u / az + v / bz + w / cz
            if (near > (nearness[pixel] ?? 0)) {
              nearness[pixel] = near
              surface[pixel] = number
              triangle[pixel] = index
            }
          }
          u += du
          v += dv
        }
      }
    }
  }
  return { surface, triangle }
}
