/** A line of sight: where it begins, and its direction of length 1. */
export type Ray = { ox: number; oy: number; oz: number; dx: number; dy: number; dz: number }
export type Handle = 'x' | 'y' | 'z' | 'turn' | 'size' | 'floor'
/** The handles about the foot of a work, in metres of the room: the ring's radius and how far the arrows reach. */
export type Gizmo = { x: number; y: number; z: number; radius: number; tall: number }
/** What is steady under a hand: millimetres, a degree, a hundredth of the size. */
export const steps = { metres: 0.001, radians: Math.PI / 180, factor: 0.01 } as const

/** How far along a line through a point the ray passes closest, in metres; NaN where both run side by side. */
export function alongAxis(ray: Ray, x: number, y: number, z: number, axis: 'x' | 'y' | 'z'): number {
  const across = axis === 'x' ? ray.dx : axis === 'y' ? ray.dy : ray.dz
  const span = 1 - across * across
  if (span < 1e-4) return NaN
  const px = ray.ox - x
  const py = ray.oy - y
  const pz = ray.oz - z
  const onAxis = axis === 'x' ? px : axis === 'y' ? py : pz
  const onRay = px * ray.dx + py * ray.dy + pz * ray.dz
  return (onAxis - across * onRay) / span
}

/** How far along the ray a level floor lies, in metres; NaN where it is never met. */
export function toLevel(ray: Ray, y: number): number {
  const far = (y - ray.oy) / ray.dy
  return far > 0 && far < 200 ? far : NaN
}

/** The angle to the left at which the ray meets the level of the gizmo, about its middle; NaN where it does not. */
export function angleOn(ray: Ray, gizmo: Gizmo): number {
  const far = toLevel(ray, gizmo.y)
  return Math.atan2(-(ray.oz + ray.dz * far - gizmo.z), ray.ox + ray.dx * far - gizmo.x)
}

/** How near a ray passes a place, as the sine of the angle between, so that far handles are as easy as near ones. */
function offOf(ray: Ray, x: number, y: number, z: number): number {
  const px = x - ray.ox
  const py = y - ray.oy
  const pz = z - ray.oz
  const along = px * ray.dx + py * ray.dy + pz * ray.dz
  if (along <= 0) return Infinity
  const away = Math.hypot(px - ray.dx * along, py - ray.dy * along, pz - ray.dz * along)
  return away / along
}

const easy = 0.022

/** The handle that a ray means, or none. Ends of arrows and the knob come before the ring. */
export function handleAt(ray: Ray, gizmo: Gizmo): Handle | undefined {
  const { x, y, z, radius, tall } = gizmo
  const tip = radius * 1.28
  let best: Handle | undefined
  let least = Math.max(easy, 0.035 / Math.max(0.6, Math.hypot(x - ray.ox, y - ray.oy, z - ray.oz)))
  const take = (handle: Handle, off: number) => {
    if (off >= least) return
    best = handle
    least = off
  }
  take('x', offOf(ray, x + tip, y, z))
  take('z', offOf(ray, x, y, z + tip))
  take('y', offOf(ray, x, y + tall + radius * 0.28, z))
  take('size', offOf(ray, x + radius * Math.SQRT1_2, y + tall, z - radius * Math.SQRT1_2))
  if (best) return best
  const far = toLevel(ray, y)
  if (!(far > 0)) return undefined
  const away = Math.hypot(ray.ox + ray.dx * far - x, ray.oz + ray.dz * far - z)
  return Math.abs(away - radius) / far < easy || Math.abs(away - radius) < 0.03 ? 'turn' : undefined
}

/** The nearest multiple of a step. */
export function stepped(value: number, step: number): number {
  return Math.round(value / step) * step
}
