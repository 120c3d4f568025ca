import { type Surface } from './surfaces.ts'

/** Puts a corner on the picture: its x and y in pixels, and its distance. */
export type Project = (positions: Float32Array, vertex: number, into: Float32Array, at: number) => void

/** Which surface and which of its triangles is seen in each pixel; -1 where there is none. */
export type Covered = { readonly surface: Int32Array; readonly triangle: Int32Array }

/** The corners of a surface on the picture. */
export function projected({ positions }: Surface, project: Project): Float32Array {
  const at = new Float32Array(positions.length)
  for (let vertex = 0; vertex < positions.length; vertex += 3) project(positions, vertex, at, vertex)
  return at
}

/** What is seen of some surfaces in a picture of this size. What lies behind others costs a comparison a pixel and no more. */
export function cover(surfaces: readonly Surface[], project: Project, width: number, height: number): Covered {
  const surface = new Int32Array(width * height).fill(-1)
  const triangle = new Int32Array(width * height)
  // One over the distance, which is linear on a picture: the nearest is the largest.
  const nearness = new Float32Array(width * height)
  for (const [number, one] of surfaces.entries()) {
    const at = projected(one, project)
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
      // How the shares of the corners change from one pixel to the next.
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
