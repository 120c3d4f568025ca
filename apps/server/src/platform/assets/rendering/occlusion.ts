import { type Camera } from './camera.ts'
import { makeSpiral, spiralTurns } from './sample-spiral.ts'
import { type ShadowLookup } from './shadow-map.ts'

/** What reaches each pixel from 0 to 1: light from all around, and the key light. */
export type Occlusion = { readonly ambient: Float32Array; readonly key: Float32Array }

const taps = 12
const places = makeSpiral(taps, 1)

/** Pixels whose samples differ, before they are averaged. */
const patternSize = 4

/**
 * Computes, for the nearest surface of every pixel, how much its surroundings hide it from the light around
 * (scalable ambient obscurance, McGuire 2012) and from the key light. `depths` are in metres, 0 where nothing is.
 */
export function measureOcclusion(
  depths: Float32Array,
  camera: Camera,
  radius: number,
  keyLight: ShadowLookup,
): Occlusion {
  const { width, height, focal, eye, right, up, back } = camera
  const ambient = new Float32Array(width * height).fill(1)
  const key = new Float32Array(width * height).fill(1)
  const reach = radius * 0.22
  const viewX = (column: number, depth: number) => ((column + 0.5 - width / 2) * depth) / focal
  const viewY = (row: number, depth: number) => ((height / 2 - row - 0.5) * depth) / focal
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const pixel = row * width + column
      const depth = depths[pixel] ?? 0
      if (depth === 0) continue
      const [x, y] = [viewX(column, depth), viewY(row, depth)]
      // The normal of the visible face, from its neighbours on the nearer side.
      const [beside, fromBeside] = nearer(depths, pixel, column > 0 ? -1 : 0, column < width - 1 ? 1 : 0, depth)
      const [above, fromAbove] = nearer(depths, pixel, row > 0 ? -width : 0, row < height - 1 ? width : 0, depth)
      const stepX = beside < 0 ? -1 : 1
      const stepY = above < 0 ? -1 : 1
      const [ax, ay, az] = [viewX(column + stepX, fromBeside) - x, viewY(row, fromBeside) - y, depth - fromBeside]
      const [bx, by, bz] = [viewX(column, fromAbove) - x, viewY(row + stepY, fromAbove) - y, depth - fromAbove]
      let [nx, ny, nz] = [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx]
      const length = (Math.hypot(nx, ny, nz) || 1) * (nz < 0 ? -1 : 1)
      nx /= length
      ny /= length
      nz /= length
      const turn = ((column % patternSize) * 4 + (row % patternSize) * 7) % spiralTurns
      const discPixels = Math.min(width * 0.16, (reach * focal) / depth)
      let hidden = 0
      for (let tap = 0; tap < taps; tap += 1) {
        const at = (turn * taps + tap) * 2
        const sampleColumn = column + Math.round((places[at] ?? 0) * discPixels)
        const sampleRow = row + Math.round((places[at + 1] ?? 0) * discPixels)
        if (sampleColumn < 0 || sampleRow < 0 || sampleColumn >= width || sampleRow >= height) continue
        const sampleDepth = depths[sampleRow * width + sampleColumn] ?? 0
        if (sampleDepth === 0) continue
        const dx = viewX(sampleColumn, sampleDepth) - x
        const dy = viewY(sampleRow, sampleDepth) - y
        const dz = depth - sampleDepth
        const squared = dx * dx + dy * dy + dz * dz
        const falloff = Math.max(0, 1 - squared / (reach * reach))
        const above = Math.max(0, dx * nx + dy * ny + dz * nz - reach * 0.02)
        hidden += (falloff * falloff * above) / Math.sqrt(squared + reach * reach * 0.0004)
      }
      ambient[pixel] = Math.max(0, 1 - (hidden / taps) * 1.9)
      const lift = radius * 0.004
      const [px, py, pz] = [x + nx * lift, y + ny * lift, -depth + nz * lift]
      key[pixel] = keyLight(
        eye[0] + right[0] * px + up[0] * py + back[0] * pz,
        eye[1] + right[1] * px + up[1] * py + back[1] * pz,
        eye[2] + right[2] * px + up[2] * py + back[2] * pz,
        turn,
      )
    }
  }
  return { ambient: average(ambient, depths, width, reach), key: average(key, depths, width, reach) }
}

/** Returns the step to the neighbour that is nearer in depth, and its depth. */
function nearer(depths: Float32Array, pixel: number, before: number, after: number, depth: number): [number, number] {
  const [first, second] = [depths[pixel + before] ?? 0, depths[pixel + after] ?? 0]
  const isFirst =
    before !== 0 && first !== 0 && (after === 0 || second === 0 || Math.abs(first - depth) < Math.abs(second - depth))
  if (isFirst) return [-1, first]
  return [1, after === 0 || second === 0 ? depth : second]
}

/** Averages over the pattern of samples, within pixels of nearly the same depth. */
function average(values: Float32Array, depths: Float32Array, width: number, reach: number): Float32Array {
  const across = averageLine(values, depths, width, reach, 1)
  return averageLine(across, depths, width, reach, width)
}

function averageLine(values: Float32Array, depths: Float32Array, width: number, reach: number, step: number) {
  const averaged = new Float32Array(values.length)
  const limit = reach * 0.12
  for (let pixel = 0; pixel < values.length; pixel += 1) {
    const depth = depths[pixel] ?? 0
    if (depth === 0) continue
    let [sum, weight] = [0, 0]
    for (let side = -2; side <= 2; side += 1) {
      const other = pixel + side * step
      const otherDepth = depths[other] ?? 0
      if (otherDepth === 0 || Math.abs(otherDepth - depth) > limit * (1 + Math.abs(side))) continue
      const share = Math.abs(side) === 2 ? 0.5 : 1
      sum += (values[other] ?? 0) * share
      weight += share
    }
    averaged[pixel] = weight === 0 ? (values[pixel] ?? 0) : sum / weight
  }
  return averaged
}
