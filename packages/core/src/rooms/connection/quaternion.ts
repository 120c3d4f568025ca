/** A rotation as a quaternion of length 1. */
export type Quaternion = { qx: number; qy: number; qz: number; qw: number }

// The three smaller components of a unit quaternion lie within ± 1/√2 and get ten bits each. Rounding each
// independently loses up to 0.274°, since the largest component, which is not sent, absorbs the errors of all three. So
// where it matters the three are rounded together, and at most 0.18° is lost. Shown by a directed search in
// quaternion.test.ts.
const maxComponent = Math.SQRT1_2
const maxStep = 1023
/** Squared error above which the components are rounded together, in steps of one component: 0.17°. */
const roundingThreshold = 1.15

/**
 * Packs a rotation into 32 bits: the index of the largest component and the three others. Invalid rotations become the
 * identity.
 */
export function packQuaternion(x: number, y: number, z: number, w: number): number {
  const length = Math.sqrt(x * x + y * y + z * z + w * w)
  if (!(length > 0 && length < Infinity)) return packQuaternion(0, 0, 0, 1)
  let largestIndex = 3
  let largest = w
  if (Math.abs(x) > Math.abs(largest)) {
    largestIndex = 0
    largest = x
  }
  if (Math.abs(y) > Math.abs(largest)) {
    largestIndex = 1
    largest = y
  }
  if (Math.abs(z) > Math.abs(largest)) {
    largestIndex = 2
    largest = z
  }
  const unit = largest < 0 ? -1 / length : 1 / length
  return (
    ((largestIndex << 30) |
      packComponents(
        (largestIndex === 0 ? y : x) * unit,
        (largestIndex <= 1 ? z : y) * unit,
        (largestIndex === 3 ? z : w) * unit,
        largest * unit,
      )) >>>
    0
  )
}

/** Unpacks a rotation; every 32 bits are valid. */
export function unpackQuaternion(bits: number, into: Quaternion): void {
  const a = share((bits >>> 20) & maxStep)
  const b = share((bits >>> 10) & maxStep)
  const c = share(bits & maxStep)
  const remainder = 1 - a * a - b * b - c * c
  const largest = Math.sqrt(Math.max(0, remainder))
  // Bits that no rotation packs to may be longer than 1.
  const length = remainder < 0 ? 1 / Math.sqrt(1 - remainder) : 1
  const largestIndex = bits >>> 30
  into.qx = (largestIndex === 0 ? largest : a) * length
  into.qy = (largestIndex === 1 ? largest : largestIndex === 0 ? a : b) * length
  into.qz = (largestIndex === 2 ? largest : largestIndex === 3 ? c : b) * length
  into.qw = (largestIndex === 3 ? largest : c) * length
}

/** Returns the angle between two rotations, in degrees. */
export function angleBetweenDegrees(a: Quaternion, b: Quaternion): number {
  const dot = Math.abs(a.qx * b.qx + a.qy * b.qy + a.qz * b.qz + a.qw * b.qw)
  return (2 * Math.acos(Math.min(1, dot)) * 180) / Math.PI
}

/** Interpolates between two rotations the shorter way; `share` 0 is the first, 1 the second. */
export function interpolateRotation(a: Quaternion, b: Quaternion, share: number, into: Quaternion): void {
  const sign = a.qx * b.qx + a.qy * b.qy + a.qz * b.qz + a.qw * b.qw < 0 ? -1 : 1
  const x = a.qx + (sign * b.qx - a.qx) * share
  const y = a.qy + (sign * b.qy - a.qy) * share
  const z = a.qz + (sign * b.qz - a.qz) * share
  const w = a.qw + (sign * b.qw - a.qw) * share
  const length = Math.hypot(x, y, z, w) || 1
  into.qx = x / length
  into.qy = y / length
  into.qz = z / length
  into.qw = w / length
}

/** Packs the three components other than the largest into thirty bits, choosing the rounding with the least error. */
function packComponents(a: number, b: number, c: number, largest: number): number {
  const atA = toStep(a)
  const atB = toStep(b)
  const atC = toStep(c)
  const wholeA = Math.round(atA)
  const wholeB = Math.round(atB)
  const wholeC = Math.round(atC)
  let best = squaredError(wholeA - atA, wholeB - atB, wholeC - atC, a, b, c, largest)
  let bits = (wholeA << 20) | (wholeB << 10) | wholeC
  if (best < roundingThreshold) return bits
  for (let i = lowerStep(wholeA); i <= upperStep(wholeA); i += 1) {
    for (let j = lowerStep(wholeB); j <= upperStep(wholeB); j += 1) {
      for (let k = lowerStep(wholeC); k <= upperStep(wholeC); k += 1) {
        const other = squaredError(i - atA, j - atB, k - atC, a, b, c, largest)
        if (other >= best) continue
        best = other
        bits = (i << 20) | (j << 10) | k
      }
    }
  }
  return bits
}

/** Returns the squared error of a rotation with these component errors; the largest component follows from them. */
function squaredError(byA: number, byB: number, byC: number, a: number, b: number, c: number, largest: number): number {
  const dot = (a * byA + b * byB + c * byC) / largest
  return byA * byA + byB * byB + byC * byC + dot * dot
}

function toStep(value: number): number {
  return Math.min(maxStep, Math.max(0, ((value + maxComponent) / (2 * maxComponent)) * maxStep))
}

function lowerStep(whole: number): number {
  return whole > 0 ? whole - 1 : 0
}

function upperStep(whole: number): number {
  return whole < maxStep ? whole + 1 : maxStep
}

function share(bits: number): number {
  return (bits / maxStep) * 2 * maxComponent - maxComponent
}
