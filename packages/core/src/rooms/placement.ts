/** How large a work stands in the room. */
export type Size =
  | { readonly kind: 'true' }
  | { readonly kind: 'doll-house' }
  | { readonly kind: 'height'; readonly metres: number }
  | { readonly kind: 'factor'; readonly factor: number }
/** Where the middle of a work's foot stands, in metres of the room, turned by `yaw` radians to the left. */
export type Placement = { position: [number, number, number]; yaw: number; size: Size }
type Corner = { readonly x: number; readonly y: number; readonly z: number }
/** What a work fills, in metres in its own space. */
export type Extent = { readonly min: Corner; readonly max: Corner }

/** The table for what is small: the middle of its top and how far it reaches, in metres. */
export const table = { x: 2.35, y: 0.72, z: 0.55, radius: 0.56 } as const
/** The circle on the floor for what stands at its true size. */
export const circle = { x: 0, y: 0, z: -0.6, radius: 1.5 } as const
/** How far the floor reaches to each side, to the garden and to the house, in metres. */
export const deck = { left: -4.6, right: 4.6, garden: -4.2, house: 3.6 } as const
/** Where people come in. */
export const entrance = { x: 0, z: 2.6 } as const

const tallestOnTable = 0.62
const reach = 31
const smallest = 0.001
const largest = 1000

/** The factor between metres of the work and metres of the room. */
export function factorOf(size: Size, { min, max }: Extent): number {
  const tall = Math.max(max.y - min.y, 1e-6)
  if (size.kind === 'height') return held(size.metres / tall)
  if (size.kind === 'factor') return held(size.factor)
  if (size.kind === 'true') return 1
  const wide = Math.max(Math.hypot(max.x - min.x, max.z - min.z), 1e-6)
  return held(Math.min((table.radius * 1.9) / wide, tallestOnTable / tall))
}

/** Where a work of this size is put when nobody has moved it: on the table what is small, on the floor circle the rest. */
export function homeOf(size: Size): Placement {
  const at = size.kind === 'doll-house' ? table : circle
  return { position: [at.x, at.y, at.z], yaw: 0, size }
}

/** The same placement within what a record may hold, to the millimetre and the tenth of a degree. */
export function tidy({ position: [x, y, z], yaw, size }: Placement): Placement {
  return {
    position: [whole(x), Math.max(0, whole(y)), whole(z)],
    yaw: clamp((Math.round((wrap(yaw) * 1800) / Math.PI) / 1800) * Math.PI, -Math.PI, Math.PI),
    size: size.kind === 'factor' ? { kind: 'factor', factor: Number(held(size.factor).toPrecision(4)) } : size,
  }
}

/** The same angle between minus half a turn and half a turn. */
export function wrap(angle: number): number {
  const turn = 2 * Math.PI
  return angle - turn * Math.floor((angle + Math.PI) / turn)
}

/**
 * The matrix that carries model space into the room, column by column: the middle of the foot of `extent` comes to the
 * placement's position.
 */
export function placementMatrix({ position, yaw, size }: Placement, extent: Extent, into: number[]): number[] {
  const { min, max } = extent
  const factor = factorOf(size, extent)
  const across = Math.cos(yaw) * factor
  const along = Math.sin(yaw) * factor
  const x = (min.x + max.x) / 2
  const z = (min.z + max.z) / 2
  for (let at = 0; at < 12; at += 1) into[at] = 0
  into[0] = across
  into[2] = -along
  into[5] = factor
  into[8] = along
  into[10] = across
  into[12] = position[0] - across * x - along * z
  into[13] = position[1] - factor * min.y
  into[14] = position[2] + along * x - across * z
  into[15] = 1
  return into
}

function held(factor: number): number {
  return Number.isFinite(factor) ? clamp(factor, smallest, largest) : 1
}

function whole(metres: number): number {
  return clamp(Math.round(metres * 1000) / 1000, -reach, reach)
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value))
}
