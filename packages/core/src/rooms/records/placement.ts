/**
 * Size of a model in the room. `doll-house` is on the table at its own size, or smaller if that does not fit there;
 * `fill-table` is on the table as large as fits.
 */
export type PlacementSize =
  | { readonly kind: 'true' }
  | { readonly kind: 'doll-house' }
  | { readonly kind: 'fill-table' }
  | { readonly kind: 'height'; readonly metres: number }
  | { readonly kind: 'factor'; readonly factor: number }
/**
 * Position of the centre of a model's base, in metres of the room, and its counterclockwise rotation `yaw` in radians.
 */
export type Placement = { position: [number, number, number]; yaw: number; size: PlacementSize }
type Corner = { readonly x: number; readonly y: number; readonly z: number }
/** Bounding box of a model, in metres of its own space. */
export type Bounds = { readonly min: Corner; readonly max: Corner }

/** The table for small models: the centre of its top and its radius, in metres. */
export const table = { x: 2.35, y: 0.72, z: 0.55, radius: 0.56 } as const
/** The floor circle for models at true size, in metres. */
export const floorCircle = { x: 0, y: 0, z: -0.6, radius: 1.5 } as const
/** Edges of the floor to each side, to the garden and to the house, in metres. */
export const deck = { left: -4.6, right: 4.6, garden: -4.2, house: 3.6 } as const
/** Position where users enter. */
export const entrance = { x: 0, z: 2.6 } as const

const maxHeightOnTableMetres = 0.62
const maxCoordinateMetres = 31
const minScaleFactor = 0.001
const maxScaleFactor = 1000

/** Returns the scale from metres of the model to metres of the room. */
export function scaleFactorOf(size: PlacementSize, { min, max }: Bounds): number {
  const height = Math.max(max.y - min.y, 1e-6)
  if (size.kind === 'height') return clampScaleFactor(size.metres / height)
  if (size.kind === 'factor') return clampScaleFactor(size.factor)
  if (size.kind === 'true') return 1
  const diagonal = Math.max(Math.hypot(max.x - min.x, max.z - min.z), 1e-6)
  const largest = Math.min((table.radius * 1.9) / diagonal, maxHeightOnTableMetres / height)
  return clampScaleFactor(size.kind === 'doll-house' ? Math.min(1, largest) : largest)
}

/** Returns true for the sizes at which a model is on the table. */
export function isTableSize({ kind }: PlacementSize): boolean {
  return kind === 'doll-house' || kind === 'fill-table'
}

/** A smaller difference from the own size is not worth a number. */
const minScaleDifference = 0.005

/**
 * Returns the scale of a drawn model as a ratio of which one side is 1, with three digits: 1 : 2 at half its size.
 * Undefined at its own size.
 */
export function scaleRatioOf(factor: number): { readonly drawn: number; readonly real: number } | undefined {
  if (Math.abs(factor - 1) < minScaleDifference || !(factor > 0)) return undefined
  const digits = (value: number) => Number(value.toPrecision(3))
  return factor > 1 ? { drawn: digits(factor), real: 1 } : { drawn: 1, real: digits(1 / factor) }
}

/** Returns the default placement for a size: on the table for a size of the table, else on the floor circle. */
export function defaultPlacement(size: PlacementSize): Placement {
  const index = isTableSize(size) ? table : floorCircle
  return { position: [index.x, index.y, index.z], yaw: 0, size }
}

/** Returns the placement within the limits of a record, rounded to the millimetre and a tenth of a degree. */
export function roundPlacement({ position: [x, y, z], yaw, size }: Placement): Placement {
  return {
    position: [roundToMillimetre(x), Math.max(0, roundToMillimetre(y)), roundToMillimetre(z)],
    yaw: clamp((Math.round((wrapAngle(yaw) * 1800) / Math.PI) / 1800) * Math.PI, -Math.PI, Math.PI),
    size:
      size.kind === 'factor' ? { kind: 'factor', factor: Number(clampScaleFactor(size.factor).toPrecision(4)) } : size,
  }
}

/** Normalizes an angle to half a turn either way, in radians. */
export function wrapAngle(angle: number): number {
  const turn = 2 * Math.PI
  return angle - turn * Math.floor((angle + Math.PI) / turn)
}

/**
 * Writes and returns the column-major matrix from model space to the room, which puts the centre of the base of
 * `bounds` at the placement's position.
 */
export function placementMatrix({ position, yaw, size }: Placement, bounds: Bounds, into: number[]): number[] {
  const { min, max } = bounds
  const factor = scaleFactorOf(size, bounds)
  const scaledCos = Math.cos(yaw) * factor
  const scaledSin = Math.sin(yaw) * factor
  const x = (min.x + max.x) / 2
  const z = (min.z + max.z) / 2
  for (let index = 0; index < 12; index += 1) into[index] = 0
  into[0] = scaledCos
  into[2] = -scaledSin
  into[5] = factor
  into[8] = scaledSin
  into[10] = scaledCos
  into[12] = position[0] - scaledCos * x - scaledSin * z
  into[13] = position[1] - factor * min.y
  into[14] = position[2] + scaledSin * x - scaledCos * z
  into[15] = 1
  return into
}

function clampScaleFactor(factor: number): number {
  return Number.isFinite(factor) ? clamp(factor, minScaleFactor, maxScaleFactor) : 1
}

function roundToMillimetre(metres: number): number {
  return clamp(Math.round(metres * 1000) / 1000, -maxCoordinateMetres, maxCoordinateMetres)
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value))
}
