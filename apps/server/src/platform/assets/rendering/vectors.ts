export type Vector = readonly [x: number, y: number, z: number]

/** Returns the vector with length 1; zero stays zero. */
export function normalize([x, y, z]: Vector): Vector {
  const length = Math.hypot(x, y, z) || 1
  return [x / length, y / length, z / length]
}

/** Returns a soft step from 0 to 1 between `from` and `to`. */
export function smoothStep(from: number, to: number, value: number): number {
  const t = Math.min(1, Math.max(0, (value - from) / (to - from)))
  return t * t * (3 - 2 * t)
}
