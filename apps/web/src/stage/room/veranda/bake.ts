import { type Block, type Brush, cross, type Place, unit } from './brush.ts'
import { type Palette, type Rgb } from './palette.ts'

/** A soft light at a place, in linear light at a distance of 1 m. */
export type Lamp = { readonly at: Place; readonly light: Rgb }

const samples = 14
/** What is further away than this darkens nothing, in metres. */
const near = 1.8

/** The colour of each vertex with the light that falls on it: sky, sun, lamps, and what stands in between. */
export function bake(
  { positions, normals, colors, finishes, blocks }: Brush,
  palette: Palette,
  lamps: readonly Lamp[],
): Float32Array {
  const out = new Float32Array(colors.length)
  const ways = hemisphere()
  const around: Block[] = []
  for (let vertex = 0; vertex < finishes.length; vertex += 1) {
    const at = vertex * 3
    const albedo: Rgb = [colors[at] ?? 0, colors[at + 1] ?? 0, colors[at + 2] ?? 0]
    const finish = finishes[vertex]
    if (finish === 'shines') {
      out.set(albedo, at)
      continue
    }
    const normal: Place = [normals[at] ?? 0, normals[at + 1] ?? 0, normals[at + 2] ?? 0]
    const from: Place = [
      (positions[at] ?? 0) + normal[0] * 0.012,
      (positions[at + 1] ?? 0) + normal[1] * 0.012,
      (positions[at + 2] ?? 0) + normal[2] * 0.012,
    ]
    around.length = 0
    for (const block of blocks) if (awayFrom(block, from) < near) around.push(block)
    const open = finish === 'open' ? 0.92 : openness(from, normal, ways, around)
    const light = [0, 0, 0]
    const up = 0.5 + normal[1] / 2
    const facing = Math.max(0, dot(normal, palette.sun.way))
    // Nothing of the house throws a shadow further than this.
    const close = finish !== 'open' && facing > 0 && Math.hypot(from[0], from[2]) < 8
    const sun = facing * (close ? sunlight(from, palette.sun.way, blocks) : finish === 'open' ? 0.55 : 1)
    for (const channel of [0, 1, 2] as const) {
      light[channel] = (palette.below[channel] + (palette.above[channel] - palette.below[channel]) * up) * open
      light[channel] = (light[channel] ?? 0) + palette.sun.light[channel] * sun
    }
    for (const lamp of lamps) shineOn(light, from, normal, lamp, open)
    for (const channel of [0, 1, 2] as const) out[at + channel] = soft(albedo[channel] * (light[channel] ?? 0))
  }
  return out
}

function shineOn(light: number[], from: Place, normal: Place, { at, light: color }: Lamp, open: number): void {
  const way: Place = [at[0] - from[0], at[1] - from[1], at[2] - from[2]]
  const far = Math.hypot(...way)
  // Paper lanterns are wide: they light a little round the corner.
  const facing = Math.max(0, (dot(normal, way) / far) * 0.85 + 0.15)
  const strength = (facing / (0.35 + far * far * 0.55)) * (0.35 + 0.65 * open)
  for (const channel of [0, 1, 2] as const) light[channel] = (light[channel] ?? 0) + color[channel] * strength
}

function openness(from: Place, normal: Place, ways: readonly Place[], blocks: readonly Block[]): number {
  const side = unit(Math.abs(normal[1]) > 0.9 ? cross(normal, [1, 0, 0]) : cross(normal, [0, 1, 0]))
  const other = cross(normal, side)
  let open = 0
  for (const [x, y, z] of ways) {
    const way: Place = [
      side[0] * x + normal[0] * y + other[0] * z,
      side[1] * x + normal[1] * y + other[1] * z,
      side[2] * x + normal[2] * y + other[2] * z,
    ]
    let least = near
    for (const block of blocks) least = Math.min(least, farTo(block, from, way))
    open += least / near
  }
  return 0.25 + (0.75 * open) / ways.length
}

function awayFrom({ min, max }: Block, from: Place): number {
  const over = (axis: 0 | 1 | 2) => Math.max(0, min[axis] - from[axis], from[axis] - max[axis])
  return Math.hypot(over(0), over(1), over(2))
}

/** How much of a wide sun is seen. */
function sunlight(from: Place, way: Place, blocks: readonly Block[]): number {
  let seen = 0
  for (const [x, z] of [
    [0, 0],
    [0.12, 0.05],
    [-0.1, 0.1],
    [-0.04, -0.13],
  ] as const) {
    const towards = unit([way[0] + x, way[1], way[2] + z])
    if (blocks.every((block) => farTo(block, from, towards) === Infinity)) seen += 0.25
  }
  return seen
}

/** How far a line goes until it enters a block, or Infinity. */
function farTo({ min, max }: Block, from: Place, way: Place): number {
  let enter = 0
  let leave = Infinity
  for (const axis of [0, 1, 2] as const) {
    const slope = 1 / (way[axis] || 1e-9)
    const a = (min[axis] - from[axis]) * slope
    const b = (max[axis] - from[axis]) * slope
    enter = Math.max(enter, Math.min(a, b))
    leave = Math.min(leave, Math.max(a, b))
  }
  return enter < leave ? enter : Infinity
}

/** Ways out of a surface, more of them straight out; y is along the normal. */
function hemisphere(): Place[] {
  return Array.from({ length: samples }, (_, at) => {
    const out = Math.sqrt((at + 0.5) / samples)
    const angle = at * 2.399_963
    return [Math.cos(angle) * out, Math.sqrt(1 - out * out), Math.sin(angle) * out]
  })
}

/** Nothing burns out. */
function soft(value: number): number {
  return value < 0.7 ? value : 0.7 + 0.3 * Math.tanh((value - 0.7) / 0.3)
}

function dot(a: Place, b: Place): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}
