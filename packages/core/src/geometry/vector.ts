/** A point, a direction or a size in three dimensions; lengths are metres. */
export type Vector = { readonly x: number; readonly y: number; readonly z: number }

export function add(a: Vector, b: Vector): Vector {
  return { x: a.x + b.x, y: a.y + b.y, z: a.z + b.z }
}

export function subtract(a: Vector, b: Vector): Vector {
  return { x: a.x - b.x, y: a.y - b.y, z: a.z - b.z }
}

export function scale(a: Vector, by: number): Vector {
  return { x: a.x * by, y: a.y * by, z: a.z * by }
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

/** The same direction with length 1; a vector without length stays as it is. */
export function unit(a: Vector): Vector {
  const long = length(a)
  return long > 0 ? scale(a, 1 / long) : a
}

/** How far `point` lies from the plane through `on` with the unit normal `normal`; negative behind it. */
export function heightAbove(point: Vector, on: Vector, normal: Vector): number {
  return dot(subtract(point, on), normal)
}
