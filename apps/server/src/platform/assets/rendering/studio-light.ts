import { normalize, type Vector } from './vectors.ts'

/**
 * The light of every thumbnail: a bright photo studio, given by formulas, that stays with the camera. Directions are in
 * camera axes: x to the right, y up, z towards the viewer.
 */
type Softbox = {
  /** Direction from the model to the middle of the box. */
  readonly middle: Vector
  readonly side: Vector
  readonly top: Vector
  /** Half of its width and height, as seen from the model at distance 1. */
  readonly half: readonly [width: number, height: number]
  readonly radiance: number
}

/** Direction towards the light that casts the shadow. */
export const keyDirection = normalize([-0.62, 0.92, 0.5])

const softboxes: readonly Softbox[] = [
  softbox(keyDirection, [0.5, 0.42], 5.2),
  softbox([1, 0.35, 0.25], [0.22, 0.9], 2.6),
  softbox([0.3, 1.05, -0.72], [0.8, 0.2], 3.4),
  softbox([-0.95, 0.1, -0.45], [0.14, 0.8], 2.2),
]

function softbox(middle: Vector, half: readonly [number, number], radiance: number): Softbox {
  const [x, y, z] = normalize(middle)
  const side = normalize([z, 0, -x])
  const top: Vector = [side[1] * z - side[2] * y, side[2] * x - side[0] * z, side[0] * y - side[1] * x]
  return { middle: [x, y, z], side, top: top[1] < 0 ? [-top[0], -top[1], -top[2]] : top, half, radiance }
}

/**
 * Returns the radiance that a surface of this roughness mirrors from a direction: the studio, blurred as the surface
 * blurs it. White light; 1 is what a white card under the key light sends back.
 */
export function mirroredRadiance(x: number, y: number, z: number, roughness: number): number {
  const blur = 0.035 + roughness * roughness * 0.95
  // A bright ceiling and floor with a darker horizon between them, which draws the shape of polished metal.
  const sky = blurredStep((y - 0.06) / (0.1 + blur))
  const ceiling = 0.34 + 0.5 * Math.max(0, y)
  const floor = 0.2 + 0.34 * blurredStep((-y - 0.3) / (0.3 + blur))
  let radiance = sky * ceiling + (1 - sky) * floor
  for (const { middle, side, top, half, radiance: strength } of softboxes) {
    const ahead = x * middle[0] + y * middle[1] + z * middle[2]
    if (ahead <= 0.02) continue
    const across = (x * side[0] + y * side[1] + z * side[2]) / ahead
    const along = (x * top[0] + y * top[1] + z * top[2]) / ahead
    radiance += strength * blurredBox(across, half[0], blur) * blurredBox(along, half[1], blur) * Math.min(1, ahead * 2)
  }
  return radiance
}

/** Returns the light that reaches a matt surface from everything but the key light. */
export function ambientLight(x: number, y: number, z: number): number {
  const upward = 0.5 + 0.5 * y
  const rim = Math.max(0, x * 0.2 + y * 0.55 - z * 0.8)
  const strip = Math.max(0, x * 0.92 + y * 0.3 + z * 0.2)
  return 0.19 + 0.25 * upward * upward + 0.16 * rim + 0.15 * strip
}

/** Light of the key on a matt surface that faces it. */
export const keyStrength = 0.72

/** Step from 0 to 1 with the width 1 around 0. */
function blurredStep(value: number): number {
  if (value <= -0.5) return 0
  if (value >= 0.5) return 1
  const t = value + 0.5
  return t * t * (3 - 2 * t)
}

/** Box from -half to half after a blur of this width. */
function blurredBox(value: number, half: number, blur: number): number {
  return blurredStep((half + value) / blur) + blurredStep((half - value) / blur) - 1
}
