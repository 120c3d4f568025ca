/** A turn as four numbers of length 1. */
export type Quaternion = { qx: number; qy: number; qz: number; qw: number }

// The three smaller of four numbers of length 1 lie within ± 1/√2; ten bits each lose at most 0.24°.
const most = Math.SQRT1_2
const steps = 1023

/** Thirty-two bits for a turn: which of the four is largest, and the three others. A turn without length is none. */
export function packQuaternion(x: number, y: number, z: number, w: number): number {
  const long = Math.hypot(x, y, z, w)
  if (!(long > 0 && long < Infinity)) return packQuaternion(0, 0, 0, 1)
  let largest = 3
  let size = Math.abs(w)
  if (Math.abs(x) > size) [largest, size] = [0, Math.abs(x)]
  if (Math.abs(y) > size) [largest, size] = [1, Math.abs(y)]
  if (Math.abs(z) > size) largest = 2
  const sign = (largest === 0 ? x : largest === 1 ? y : largest === 2 ? z : w) < 0 ? -1 / long : 1 / long
  const a = largest === 0 ? y : x
  const b = largest <= 1 ? z : y
  const c = largest === 3 ? z : w
  return ((largest << 30) | (part(a * sign) << 20) | (part(b * sign) << 10) | part(c * sign)) >>> 0
}

/** The turn in those bits; every thirty-two bits are some turn. */
export function unpackQuaternion(bits: number, into: Quaternion): void {
  const a = share((bits >>> 20) & steps)
  const b = share((bits >>> 10) & steps)
  const c = share(bits & steps)
  const rest = 1 - a * a - b * b - c * c
  const largest = Math.sqrt(Math.max(0, rest))
  // Bits that no turn packs to may be longer than 1.
  const long = rest < 0 ? 1 / Math.sqrt(1 - rest) : 1
  const which = bits >>> 30
  into.qx = (which === 0 ? largest : a) * long
  into.qy = (which === 1 ? largest : which === 0 ? a : b) * long
  into.qz = (which === 2 ? largest : which === 3 ? c : b) * long
  into.qw = (which === 3 ? largest : c) * long
}

/** The angle between two turns, in degrees. */
export function angleBetween(a: Quaternion, b: Quaternion): number {
  const along = Math.abs(a.qx * b.qx + a.qy * b.qy + a.qz * b.qz + a.qw * b.qw)
  return (2 * Math.acos(Math.min(1, along)) * 180) / Math.PI
}

/** Goes from one turn to another by the shorter way; `share` 0 is the first, 1 the second. */
export function turnBetween(a: Quaternion, b: Quaternion, share: number, into: Quaternion): void {
  const sign = a.qx * b.qx + a.qy * b.qy + a.qz * b.qz + a.qw * b.qw < 0 ? -1 : 1
  const x = a.qx + (sign * b.qx - a.qx) * share
  const y = a.qy + (sign * b.qy - a.qy) * share
  const z = a.qz + (sign * b.qz - a.qz) * share
  const w = a.qw + (sign * b.qw - a.qw) * share
  const long = Math.hypot(x, y, z, w) || 1
  into.qx = x / long
  into.qy = y / long
  into.qz = z / long
  into.qw = w / long
}

function part(value: number): number {
  return Math.min(steps, Math.max(0, Math.round(((value + most) / (2 * most)) * steps)))
}

function share(bits: number): number {
  return (bits / steps) * 2 * most - most
}
