/** A ray: its origin and its direction of length 1. */
export type Ray = { ox: number; oy: number; oz: number; dx: number; dy: number; dz: number }
export type GizmoHandle = 'x' | 'y' | 'z' | 'turn' | 'size' | 'floor'
/** The handles at the base of a model, in metres of the room: the ring's radius and the height of the arrows. */
export type Gizmo = { x: number; y: number; z: number; radius: number; height: number }
/** Snap steps: a millimetre, a degree, a hundredth of the scale. */
export const snapSteps = { metres: 0.001, radians: Math.PI / 180, factor: 0.01 } as const

/** Returns the position on an axis through a point that is closest to the ray, in metres; NaN if they are parallel. */
export function distanceAlongAxis(ray: Ray, x: number, y: number, z: number, axis: 'x' | 'y' | 'z'): number {
  const axisDotRay = axis === 'x' ? ray.dx : axis === 'y' ? ray.dy : ray.dz
  const determinant = 1 - axisDotRay * axisDotRay
  if (determinant < 1e-4) return NaN
  const px = ray.ox - x
  const py = ray.oy - y
  const pz = ray.oz - z
  const onAxis = axis === 'x' ? px : axis === 'y' ? py : pz
  const onRay = px * ray.dx + py * ray.dy + pz * ray.dz
  return (onAxis - axisDotRay * onRay) / determinant
}

/** Returns the distance along the ray to a level plane, in metres; NaN if it is not hit. */
export function distanceToLevel(ray: Ray, y: number): number {
  const distance = (y - ray.oy) / ray.dy
  return distance > 0 && distance < 200 ? distance : NaN
}

/**
 * Returns the counterclockwise angle around the gizmo's centre at which the ray hits its plane, in radians; NaN if it
 * does not.
 */
export function angleAroundGizmo(ray: Ray, gizmo: Gizmo): number {
  const distance = distanceToLevel(ray, gizmo.y)
  return Math.atan2(-(ray.oz + ray.dz * distance - gizmo.z), ray.ox + ray.dx * distance - gizmo.x)
}

/**
 * Returns the sine of the angle between the ray and a point, so that distant handles are as easy to pick as near ones.
 */
function angularOffset(ray: Ray, x: number, y: number, z: number): number {
  const px = x - ray.ox
  const py = y - ray.oy
  const pz = z - ray.oz
  const along = px * ray.dx + py * ray.dy + pz * ray.dz
  if (along <= 0) return Infinity
  const separation = Math.hypot(px - ray.dx * along, py - ray.dy * along, pz - ray.dz * along)
  return separation / along
}

const pickTolerance = 0.022

/** Returns the handle under the ray, if any. Arrow ends and the size knob take precedence over the ring. */
export function pickHandle(ray: Ray, gizmo: Gizmo): GizmoHandle | undefined {
  const { x, y, z, radius, height } = gizmo
  const tip = radius * 1.28
  let best: GizmoHandle | undefined
  let nearest = Math.max(pickTolerance, 0.035 / Math.max(0.6, Math.hypot(x - ray.ox, y - ray.oy, z - ray.oz)))
  const consider = (handle: GizmoHandle, offset: number) => {
    if (offset >= nearest) return
    best = handle
    nearest = offset
  }
  consider('x', angularOffset(ray, x + tip, y, z))
  consider('z', angularOffset(ray, x, y, z + tip))
  consider('y', angularOffset(ray, x, y + height + radius * 0.28, z))
  consider('size', angularOffset(ray, x + radius * Math.SQRT1_2, y + height, z - radius * Math.SQRT1_2))
  if (best) return best
  const distance = distanceToLevel(ray, y)
  if (!(distance > 0)) return undefined
  const separation = Math.hypot(ray.ox + ray.dx * distance - x, ray.oz + ray.dz * distance - z)
  return Math.abs(separation - radius) / distance < pickTolerance || Math.abs(separation - radius) < 0.03
    ? 'turn'
    : undefined
}

/** Returns the nearest multiple of a step. */
export function snapToStep(value: number, step: number): number {
  return Math.round(value / step) * step
}
