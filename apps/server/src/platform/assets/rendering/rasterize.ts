/** Triangles on an image: x and y in pixels and the depth per vertex. */
export type ImageTriangles = {
  readonly projected: Float32Array
  readonly indices: Uint32Array
  /** Faces that are drawn: 1 those whose corners turn clockwise in the image, -1 the others, 0 both. */
  readonly facing: -1 | 0 | 1
  /** Returns whether a place in a triangle is solid, where a texture cuts holes. */
  readonly isSolid?: (triangle: number, u: number, v: number) => boolean
}

/** Visible surface and triangle per pixel (-1 where there is none), and the inverse of its depth. */
export type VisibilityBuffer = {
  readonly surface: Int32Array
  readonly triangle: Int32Array
  readonly nearness: Float32Array
}

/**
 * Rasterizes surfaces into a visibility buffer of this size. A hidden pixel costs one depth comparison. `farLimit`
 * leaves out what is not nearer than this inverse depth per pixel, and `nearLimit` what is not farther.
 */
export function rasterize(
  surfaces: readonly ImageTriangles[],
  width: number,
  height: number,
  limits: { readonly farLimit?: Float32Array; readonly nearLimit?: Float32Array } = {},
): VisibilityBuffer {
  const surface = new Int32Array(width * height).fill(-1)
  const triangle = new Int32Array(width * height)
  // Inverse depth, which is linear in image space: the nearest pixel has the largest value.
  const nearness = limits.farLimit?.slice() ?? new Float32Array(width * height)
  const { nearLimit } = limits
  for (const [number, { projected, indices, facing, isSolid }] of surfaces.entries()) {
    for (let index = 0; index < indices.length; index += 3) {
      const a = (indices[index] ?? 0) * 3
      const b = (indices[index + 1] ?? 0) * 3
      const c = (indices[index + 2] ?? 0) * 3
      const ax = projected[a] ?? 0
      const ay = projected[a + 1] ?? 0
      const bx = projected[b] ?? 0
      const by = projected[b + 1] ?? 0
      const cx = projected[c] ?? 0
      const cy = projected[c + 1] ?? 0
      const area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
      if (area === 0 || area * facing < 0) continue
      const left = Math.max(0, Math.ceil(Math.min(ax, bx, cx) - 0.5))
      const right = Math.min(width - 1, Math.floor(Math.max(ax, bx, cx) - 0.5))
      const top = Math.max(0, Math.ceil(Math.min(ay, by, cy) - 0.5))
      const bottom = Math.min(height - 1, Math.floor(Math.max(ay, by, cy) - 0.5))
      if (left > right || top > bottom) continue
      const depthA = projected[a + 2] ?? 0
      const depthB = projected[b + 2] ?? 0
      const depthC = projected[c + 2] ?? 0
      if (!(depthA > 0 && depthB > 0 && depthC > 0)) continue
      const [nearA, nearB, nearC] = [1 / depthA, 1 / depthB, 1 / depthC]
      // Change of the barycentric coordinates per pixel.
      const du = (by - cy) / area
      const dv = (cy - ay) / area
      for (let y = top; y <= bottom; y += 1) {
        const px = left + 0.5
        const py = y + 0.5
        let u = ((bx - px) * (cy - py) - (cx - px) * (by - py)) / area
        let v = ((cx - px) * (ay - py) - (ax - px) * (cy - py)) / area
        // The part of the row inside all three edges, and a pixel on each side for rounding.
        let [from, to] = [0, right - left]
        if (du !== 0) {
          if (du > 0) from = Math.max(from, Math.floor(-u / du))
          else to = Math.min(to, Math.ceil(-u / du))
        }
        if (dv !== 0) {
          if (dv > 0) from = Math.max(from, Math.floor(-v / dv))
          else to = Math.min(to, Math.ceil(-v / dv))
        }
        const dw = -du - dv
        if (dw !== 0) {
          if (dw > 0) from = Math.max(from, Math.floor((u + v - 1) / dw))
          else to = Math.min(to, Math.ceil((u + v - 1) / dw))
        }
        u += du * from
        v += dv * from
        const last = y * width + left + to
        for (let pixel = y * width + left + from; pixel <= last; pixel += 1) {
          const w = 1 - u - v
          if (u >= 0 && v >= 0 && w >= 0) {
            const near = u * nearA + v * nearB + w * nearC
            if (
              near > (nearness[pixel] ?? 0) &&
              (nearLimit === undefined || near < (nearLimit[pixel] ?? 0) * 0.99999) &&
              (isSolid === undefined || isSolid(index, (u * nearA) / near, (v * nearB) / near))
            ) {
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
  return { surface, triangle, nearness }
}
