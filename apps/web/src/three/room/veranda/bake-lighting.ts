import { type Occluder, type MeshBuilder, cross, type Point3, normalize } from './mesh-builder.ts'
import { type Palette, type Rgb } from './palette.ts'

/** A soft light, in linear light at a distance of 1 m. */
export type Lamp = { readonly position: Point3; readonly light: Rgb }

const hemisphereSampleCount = 14
/** Occluders farther away than this are ignored, in metres. */
const occlusionMetres = 1.8
/** Vertices lit between two pauses: about a millisecond on a desktop. */
const verticesPerStep = 200

/** Bakes the light into the vertex colours: sky, sun, lamps and occlusion. Pauses after every few vertices. */
export function* bakeLighting(
  { positions, normals, colors, shadings, occluders }: MeshBuilder,
  palette: Palette,
  lamps: readonly Lamp[],
): Generator<undefined, Float32Array> {
  const out = new Float32Array(colors.length)
  const directions = hemisphereDirections()
  const nearby: Occluder[] = []
  for (let vertex = 0; vertex < shadings.length; vertex += 1) {
    if (vertex % verticesPerStep === 0) yield
    const index = vertex * 3
    const albedo: Rgb = [colors[index] ?? 0, colors[index + 1] ?? 0, colors[index + 2] ?? 0]
    const finish = shadings[vertex]
    if (finish === 'shines') {
      out.set(albedo, index)
      continue
    }
    const normal: Point3 = [normals[index] ?? 0, normals[index + 1] ?? 0, normals[index + 2] ?? 0]
    const from: Point3 = [
      (positions[index] ?? 0) + normal[0] * 0.012,
      (positions[index + 1] ?? 0) + normal[1] * 0.012,
      (positions[index + 2] ?? 0) + normal[2] * 0.012,
    ]
    nearby.length = 0
    for (const block of occluders) if (distanceToBlock(block, from) < occlusionMetres) nearby.push(block)
    const visibility = finish === 'open' ? 0.92 : skyVisibility(from, normal, directions, nearby)
    const light = [0, 0, 0]
    const up = 0.5 + normal[1] / 2
    const facing = Math.max(0, dot(normal, palette.sun.direction))
    // No shadow of the house reaches farther than this.
    const close = finish !== 'open' && facing > 0 && Math.hypot(from[0], from[2]) < 8
    const sun = facing * (close ? sunVisibility(from, palette.sun.direction, occluders) : finish === 'open' ? 0.55 : 1)
    for (const channel of [0, 1, 2] as const) {
      light[channel] =
        (palette.groundLight[channel] + (palette.skyLight[channel] - palette.groundLight[channel]) * up) * visibility
      light[channel] = (light[channel] ?? 0) + palette.sun.light[channel] * sun
    }
    for (const lamp of lamps) addLampLight(light, from, normal, lamp, visibility)
    for (const channel of [0, 1, 2] as const) out[index + channel] = softClip(albedo[channel] * (light[channel] ?? 0))
  }
  return out
}

function addLampLight(
  light: number[],
  from: Point3,
  normal: Point3,
  { position, light: color }: Lamp,
  visibility: number,
): void {
  const direction: Point3 = [position[0] - from[0], position[1] - from[1], position[2] - from[2]]
  const distance = Math.hypot(...direction)
  // Paper lanterns are area lights: they wrap slightly around edges.
  const facing = Math.max(0, (dot(normal, direction) / distance) * 0.85 + 0.15)
  const strength = (facing / (0.35 + distance * distance * 0.55)) * (0.35 + 0.65 * visibility)
  for (const channel of [0, 1, 2] as const) light[channel] = (light[channel] ?? 0) + color[channel] * strength
}

function skyVisibility(
  from: Point3,
  normal: Point3,
  directions: readonly Point3[],
  blocks: readonly Occluder[],
): number {
  const side = normalize(Math.abs(normal[1]) > 0.9 ? cross(normal, [1, 0, 0]) : cross(normal, [0, 1, 0]))
  const other = cross(normal, side)
  let visibility = 0
  for (const [x, y, z] of directions) {
    const direction: Point3 = [
      side[0] * x + normal[0] * y + other[0] * z,
      side[1] * x + normal[1] * y + other[1] * z,
      side[2] * x + normal[2] * y + other[2] * z,
    ]
    let nearest = occlusionMetres
    for (const block of blocks) nearest = Math.min(nearest, rayDistance(block, from, direction))
    visibility += nearest / occlusionMetres
  }
  return 0.25 + (0.75 * visibility) / directions.length
}

function distanceToBlock({ min, max }: Occluder, from: Point3): number {
  const over = (axis: 0 | 1 | 2) => Math.max(0, min[axis] - from[axis], from[axis] - max[axis])
  return Math.hypot(over(0), over(1), over(2))
}

/** Returns the visible share of an area-light sun, 0 to 1. */
function sunVisibility(from: Point3, direction: Point3, blocks: readonly Occluder[]): number {
  let visible = 0
  for (const [x, z] of [
    [0, 0],
    [0.12, 0.05],
    [-0.1, 0.1],
    [-0.04, -0.13],
  ] as const) {
    const sampleDirection = normalize([direction[0] + x, direction[1], direction[2] + z])
    if (blocks.every((block) => rayDistance(block, from, sampleDirection) === Infinity)) visible += 0.25
  }
  return visible
}

/** Returns the distance along a ray to a block, or Infinity. */
function rayDistance({ min, max }: Occluder, from: Point3, direction: Point3): number {
  let enter = 0
  let leave = Infinity
  for (const axis of [0, 1, 2] as const) {
    const slope = 1 / (direction[axis] || 1e-9)
    const a = (min[axis] - from[axis]) * slope
    const b = (max[axis] - from[axis]) * slope
    enter = Math.max(enter, Math.min(a, b))
    leave = Math.min(leave, Math.max(a, b))
  }
  return enter < leave ? enter : Infinity
}

/** Returns cosine-weighted directions over the hemisphere; y is along the normal. */
function hemisphereDirections(): Point3[] {
  return Array.from({ length: hemisphereSampleCount }, (_, index) => {
    const out = Math.sqrt((index + 0.5) / hemisphereSampleCount)
    const angle = index * 2.399_963
    return [Math.cos(angle) * out, Math.sqrt(1 - out * out), Math.sin(angle) * out]
  })
}

/** Compresses highlights so that nothing burns out. */
function softClip(value: number): number {
  return value < 0.7 ? value : 0.7 + 0.3 * Math.tanh((value - 0.7) / 0.3)
}

function dot(a: Point3, b: Point3): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}
