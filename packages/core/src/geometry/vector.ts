/** A point, a direction or a size in three dimensions; lengths in metres. */
export type Vector = { readonly x: number; readonly y: number; readonly z: number }

export function subtract(a: Vector, b: Vector): Vector {
  return { x: a.x - b.x, y: a.y - b.y, z: a.z - b.z }
}

export function scale(a: Vector, factor: number): Vector {
  return { x: a.x * factor, y: a.y * factor, z: a.z * factor }
}

export function dot(a: Vector, b: Vector): number {
  return a.x * b.x + a.y * b.y + a.z * b.z
}

export function cross(a: Vector, b: Vector): Vector {
  return { x: a.y * b.z - a.z * b.y, y: a.z * b.x - a.x * b.z, z: a.x * b.y - a.y * b.x }
}

export function length(a: Vector): number {
  return Math.hypot(a.x, a.y, a.z)
}

export function distance(a: Vector, b: Vector): number {
  return Math.hypot(a.x - b.x, a.y - b.y, a.z - b.z)
}

/** Returns the vector scaled to length 1; a zero vector is returned unchanged. */
export function normalize(a: Vector): Vector {
  const size = length(a)
  return size > 0 ? scale(a, 1 / size) : a
}

/**
 * Returns the signed distance of `point` from the plane through `on` with the unit normal `normal`; negative behind it.
 */
export function signedDistanceToPlane(point: Vector, on: Vector, normal: Vector): number {
  return dot(subtract(point, on), normal)
}
