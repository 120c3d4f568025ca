import { type BoundingBox } from '@veranda/core/geometry/mesh.ts'
import { type Surface } from '../model/surfaces.ts'
import { type Vector } from './vectors.ts'

/**
 * A perspective camera: its place in metres, its axes (`back` points from the scene to the camera), the distance of the
 * image plane in pixels, and the size of the image in pixels.
 */
export type Camera = {
  readonly eye: Vector
  readonly right: Vector
  readonly up: Vector
  readonly back: Vector
  readonly focal: number
  readonly width: number
  readonly height: number
}

const fieldOfViewRadians = (24 * Math.PI) / 180

/** Share of the image that the model may fill; the rest is for its shadow. */
const fill = { width: 0.88, height: 0.86 } as const

/**
 * Places a camera that sees the model as large as possible, from slightly above: flat models from higher up. `turn` is
 * the angle around the model in radians, from the front to the right.
 */
export function frameModel(
  surfaces: readonly Pick<Surface, 'positions'>[],
  { min, max }: BoundingBox,
  image: { readonly width: number; readonly height: number; readonly turn: number },
): Camera {
  const { width, height, turn } = image
  const footprint = Math.max(max.x - min.x, max.z - min.z, 1e-9)
  const slimness = Math.min(1, (max.y - min.y) / footprint)
  const rise = 0.62 - 0.38 * slimness
  const [sinTurn, cosTurn, sinRise, cosRise] = [Math.sin(turn), Math.cos(turn), Math.sin(rise), Math.cos(rise)]
  const back = [sinTurn * cosRise, sinRise, cosTurn * cosRise] as const
  const right = [cosTurn, 0, -sinTurn] as const
  const up = [-sinTurn * sinRise, cosRise, -cosTurn * sinRise] as const
  const focal = height / 2 / Math.tan(fieldOfViewRadians / 2)
  const [slopeX, slopeY] = [((width / 2) * fill.width) / focal, ((height / 2) * fill.height) / focal]
  const centre = [(min.x + max.x) / 2, (min.y + max.y) / 2, (min.z + max.z) / 2] as const
  // A vertex lies in the image when its side distance is at most the slope times its depth. Solved for all at once.
  let [rightmost, leftmost, topmost, lowest] = [-Infinity, -Infinity, -Infinity, -Infinity]
  for (const { positions } of surfaces) {
    for (let at = 0; at < positions.length; at += 3) {
      const x = (positions[at] ?? 0) - centre[0]
      const y = (positions[at + 1] ?? 0) - centre[1]
      const z = (positions[at + 2] ?? 0) - centre[2]
      const depth = x * back[0] + y * back[1] + z * back[2]
      const side = x * right[0] + z * right[2]
      const rising = x * up[0] + y * up[1] + z * up[2]
      rightmost = Math.max(rightmost, side + slopeX * depth)
      leftmost = Math.max(leftmost, -side + slopeX * depth)
      topmost = Math.max(topmost, rising + slopeY * depth)
      lowest = Math.max(lowest, -rising + slopeY * depth)
    }
  }
  const distance = Math.max((rightmost + leftmost) / 2 / slopeX, (topmost + lowest) / 2 / slopeY, 1e-6)
  const [aside, above] = [(rightmost - leftmost) / 2, (topmost - lowest) / 2]
  const eye = [0, 1, 2].map(
    (axis) => (centre[axis] ?? 0) + (right[axis] ?? 0) * aside + (up[axis] ?? 0) * above + (back[axis] ?? 0) * distance,
  )
  return { eye: [eye[0] ?? 0, eye[1] ?? 0, eye[2] ?? 0], right, up, back, focal, width, height }
}

/** Projects positions: image x and y in pixels and the depth in metres, three numbers per vertex. */
export function projectPositions(positions: Float32Array, camera: Camera): Float32Array {
  const { eye, right, up, back, focal, width, height } = camera
  const projected = new Float32Array(positions.length)
  for (let at = 0; at < positions.length; at += 3) {
    const x = (positions[at] ?? 0) - eye[0]
    const y = (positions[at + 1] ?? 0) - eye[1]
    const z = (positions[at + 2] ?? 0) - eye[2]
    const depth = -(x * back[0] + y * back[1] + z * back[2])
    projected[at] = width / 2 + ((x * right[0] + y * right[1] + z * right[2]) * focal) / depth
    projected[at + 1] = height / 2 - ((x * up[0] + y * up[1] + z * up[2]) * focal) / depth
    projected[at + 2] = depth
  }
  return projected
}
