/** A turn as four numbers of length 1. */
export type Quaternion = { qx: number; qy: number; qz: number; qw: number }

// The three smaller of four numbers of length 1 lie within ± 1/√2, in ten bits each. Each of them rounded for itself
// loses up to 0.274°, since the largest, which is not sent, takes what the three lose together. So the three are chosen
// together where it matters, and at most 0.18° are lost. Shown by a directed search in pose.test.ts.
const most = Math.SQRT1_2
const steps = 1023
/** The square of what may be lost by rounding each for itself, in steps of one part: 0.17°. */
const near = 1.15

/** Thirty-two bits for a turn: which of the four is largest, and the three others. A turn without length is none. */
export function packQuaternion(x: number, y: number, z: number, w: number): number {
  const long = Math.sqrt(x * x + y * y + z * z + w * w)
  if (!(long > 0 && long < Infinity)) return packQuaternion(0, 0, 0, 1)
  let which = 3
  let largest = w
  if (Math.abs(x) > Math.abs(largest)) {
    which = 0
    largest = x
  }
  if (Math.abs(y) > Math.abs(largest)) {
    which = 1
    largest = y
  }
  if (Math.abs(z) > Math.abs(largest)) {
    which = 2
    largest = z
  }
  const unit = largest < 0 ? -1 / long : 1 / long
  return (
    ((which << 30) |
      three(
        (which === 0 ? y : x) * unit,
        (which <= 1 ? z : y) * unit,
        (which === 3 ? z : w) * unit,
        largest * unit,
      )) >>>
    0
  )
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

/** The three parts beside the largest in thirty bits, so that the turn they give is near the one meant. */
function three(a: number, b: number, c: number, largest: number): number {
  const atA = place(a)
  const atB = place(b)
  const atC = place(c)
  const wholeA = Math.round(atA)
  const wholeB = Math.round(atB)
  const wholeC = Math.round(atC)
  let best = lost(wholeA - atA, wholeB - atB, wholeC - atC, a, b, c, largest)
  let bits = (wholeA << 20) | (wholeB << 10) | wholeC
  if (best < near) return bits
  for (let i = least(wholeA); i <= last(wholeA); i += 1) {
    for (let j = least(wholeB); j <= last(wholeB); j += 1) {
      for (let k = least(wholeC); k <= last(wholeC); k += 1) {
        const other = lost(i - atA, j - atB, k - atC, a, b, c, largest)
        if (other >= best) continue
        best = other
        bits = (i << 20) | (j << 10) | k
      }
    }
  }
  return bits
}

/** The square of the way between two turns whose three parts differ by so much: the largest follows from them. */
function lost(byA: number, byB: number, byC: number, a: number, b: number, c: number, largest: number): number {
  const along = (a * byA + b * byB + c * byC) / largest
  return byA * byA + byB * byB + byC * byC + along * along
}

function place(value: number): number {
  return Math.min(steps, Math.max(0, ((value + most) / (2 * most)) * steps))
}

function least(whole: number): number {
  return whole > 0 ? whole - 1 : 0
}

function last(whole: number): number {
  return whole < steps ? whole + 1 : steps
}

function share(bits: number): number {
  return (bits / steps) * 2 * most - most
}
