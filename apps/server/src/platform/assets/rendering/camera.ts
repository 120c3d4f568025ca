import { type ImageSize } from '@veranda/core/assets/image-size.ts'
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

type Positions = readonly Pick<Surface, 'positions'>[]

/**
 * Places a camera that sees the model as large as possible, from slightly above: flat models from higher up. `turn` is
 * the angle around the model in radians, from the front to the right.
 */
export function frameModel(surfaces: Positions, box: BoundingBox, image: ImageSize, turn: number): Camera {
  const view = lookAt(box, image, turn)
  const { rightmost, leftmost, topmost, lowest } = measureReach(surfaces, view)
  const distance = Math.max(
    (rightmost + leftmost) / 2 / view.slopeX,
    (topmost + lowest) / 2 / view.slopeY,
    minDistanceMetres,
  )
  return placeCamera(view, image, { aside: (rightmost - leftmost) / 2, above: (topmost - lowest) / 2, distance })
}

/**
 * Places a camera for each turn, all at one distance and height and aimed at the axis of the model, so that it turns in
 * the pictures without moving or growing.
 */
export function frameTurntable(
  surfaces: Positions,
  box: BoundingBox,
  image: ImageSize,
  turns: readonly number[],
): Camera[] {
  const views = turns.map((turn) => lookAt(box, image, turn))
  const reaches = views.map((view) => measureReach(surfaces, view))
  const most = (pick: (reach: Reach) => number) => Math.max(...reaches.map(pick))
  const [topmost, lowest] = [most((reach) => reach.topmost), most((reach) => reach.lowest)]
  const sideways = most(({ rightmost, leftmost }) => Math.max(rightmost, leftmost))
  return views.map((view) => {
    const distance = Math.max(sideways / view.slopeX, (topmost + lowest) / 2 / view.slopeY, minDistanceMetres)
    return placeCamera(view, image, { aside: 0, above: (topmost - lowest) / 2, distance })
  })
}

const minDistanceMetres = 1e-6

type View = Pick<Camera, 'right' | 'up' | 'back' | 'focal'> & {
  readonly centre: Vector
  /** Metres to the side and up that the image reaches at a depth of one metre, without its margins. */
  readonly slopeX: number
  readonly slopeY: number
}

function lookAt({ min, max }: BoundingBox, { width, height }: ImageSize, turn: number): View {
  const footprint = Math.max(max.x - min.x, max.z - min.z, 1e-9)
  const slimness = Math.min(1, (max.y - min.y) / footprint)
  const rise = 0.62 - 0.38 * slimness
  const [sinTurn, cosTurn, sinRise, cosRise] = [Math.sin(turn), Math.cos(turn), Math.sin(rise), Math.cos(rise)]
  const focal = height / 2 / Math.tan(fieldOfViewRadians / 2)
  return {
    back: [sinTurn * cosRise, sinRise, cosTurn * cosRise],
    right: [cosTurn, 0, -sinTurn],
    up: [-sinTurn * sinRise, cosRise, -cosTurn * sinRise],
    focal,
    centre: [(min.x + max.x) / 2, (min.y + max.y) / 2, (min.z + max.z) / 2],
    slopeX: ((width / 2) * fill.width) / focal,
    slopeY: ((height / 2) * fill.height) / focal,
  }
}

/** The reach of a model in each direction, in metres at the depth of its centre. */
type Reach = Readonly<Record<'rightmost' | 'leftmost' | 'topmost' | 'lowest', number>>

/** A vertex lies in the image when its side distance is at most the slope times its depth. Solved for all at once. */
function measureReach(surfaces: Positions, { centre, right, up, back, slopeX, slopeY }: View): Reach {
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
  return { rightmost, leftmost, topmost, lowest }
}

/** Moves the camera from the centre: to the side, up and back, in metres. */
function placeCamera(
  { centre, right, up, back, focal }: View,
  { width, height }: ImageSize,
  { aside, above, distance }: { readonly aside: number; readonly above: number; readonly distance: number },
): Camera {
  const along = (axis: 0 | 1 | 2) => centre[axis] + right[axis] * aside + up[axis] * above + back[axis] * distance
  return { eye: [along(0), along(1), along(2)], right, up, back, focal, width, height }
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
