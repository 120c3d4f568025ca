import { type Camera } from './camera.ts'
import { makeSpiral, spiralTurnCount } from './sample-spiral.ts'
import { type ShadowLookup } from './shadow-map.ts'

/** Shares of light that reach each pixel, from 0 to 1: from all around, and from the key light. */
export type Occlusion = { readonly ambient: Float32Array; readonly key: Float32Array }

const tapCount = 12
const places = makeSpiral(tapCount, 1)

/** Pixels whose samples differ, before they are averaged. */
const patternSize = 4

/**
 * Computes, for the nearest surface of every pixel, how much its surroundings hide it from the light around
 * (scalable ambient obscurance, McGuire 2012) and from the key light. `depths` are in metres, 0 where nothing is. Both
 * are soft, so they are computed for a quarter of the pixels.
 */
export function measureOcclusion(
  depths: Float32Array,
  camera: Camera,
  radius: number,
  keyLight: ShadowLookup,
): Occlusion {
  const width = camera.width >> 1
  const height = camera.height >> 1
  const coarse = new Float32Array(width * height)
  for (let pixel = 0; pixel < coarse.length; pixel += 1) {
    const corner = Math.floor(pixel / width) * 2 * camera.width + (pixel % width) * 2
    const upper = Math.min(depths[corner] || Infinity, depths[corner + 1] || Infinity)
    const below = corner + camera.width
    const nearest = Math.min(upper, depths[below] || Infinity, depths[below + 1] || Infinity)
    coarse[pixel] = nearest === Infinity ? 0 : nearest
  }
  const halved = { ...camera, width, height, focal: camera.focal / 2 }
  const { ambient, key } = measureCoarsely(coarse, halved, radius, keyLight)
  const fine = { ambient: new Float32Array(depths.length).fill(1), key: new Float32Array(depths.length).fill(1) }
  const limit = radius * 0.03
  for (let row = 0; row < camera.height; row += 1) {
    for (let column = 0; column < camera.width; column += 1) {
      const pixel = row * camera.width + column
      const depth = depths[pixel] ?? 0
      if (depth === 0) continue
      const left = (column + 1) >> 1
      const top = (row + 1) >> 1
      let weight = 0
      let ambientSum = 0
      let keySum = 0
      for (let dy = -1; dy <= 0; dy += 1) {
        for (let dx = -1; dx <= 0; dx += 1) {
          const x = Math.min(width - 1, Math.max(0, left + dx))
          const y = Math.min(height - 1, Math.max(0, top + dy))
          const other = y * width + x
          const otherDepth = coarse[other] ?? 0
          if (otherDepth === 0) continue
          // The nearest coarse pixel counts three times as much per axis, as in bilinear filtering.
          const near = (x === column >> 1 ? 3 : 1) * (y === row >> 1 ? 3 : 1)
          const share = near / (1 + ((otherDepth - depth) / limit) ** 2)
          weight += share
          ambientSum += (ambient[other] ?? 1) * share
          keySum += (key[other] ?? 1) * share
        }
      }
      if (weight === 0) continue
      fine.ambient[pixel] = ambientSum / weight
      fine.key[pixel] = keySum / weight
    }
  }
  return fine
}

function measureCoarsely(depths: Float32Array, camera: Camera, radius: number, keyLight: ShadowLookup): Occlusion {
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
      const x = viewX(column, depth)
      const y = viewY(row, depth)
      // The normal of the visible face, from its neighbours on the nearer side.
      const stepX = nearerSide(depths, pixel, column > 0 ? 1 : 0, column < width - 1 ? 1 : 0)
      const stepY = nearerSide(depths, pixel, row > 0 ? width : 0, row < height - 1 ? width : 0)
      const fromBeside = depths[pixel + stepX] || depth
      const fromAbove = depths[pixel + stepY * width] || depth
      const ax = viewX(column + stepX, fromBeside) - x
      const ay = viewY(row, fromBeside) - y
      const az = depth - fromBeside
      const bx = viewX(column, fromAbove) - x
      const by = viewY(row + stepY, fromAbove) - y
      const bz = depth - fromAbove
      let nx = ay * bz - az * by
      let ny = az * bx - ax * bz
      let nz = ax * by - ay * bx
      const length = (Math.hypot(nx, ny, nz) || 1) * (nz < 0 ? -1 : 1)
      nx /= length
      ny /= length
      nz /= length
      const turn = ((column % patternSize) * 4 + (row % patternSize) * 7) % spiralTurnCount
      const discPixels = Math.min(width * 0.16, (reach * focal) / depth)
      let hidden = 0
      for (let tap = 0; tap < tapCount; tap += 1) {
        const at = (turn * tapCount + tap) * 2
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
      ambient[pixel] = Math.max(0, 1 - (hidden / tapCount) * 1.9)
      const lift = radius * 0.004
      const px = x + nx * lift
      const py = y + ny * lift
      const pz = nz * lift - depth
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

/** Returns -1 or 1 for the neighbour, before or after the pixel, whose depth is more like its own. */
function nearerSide(depths: Float32Array, pixel: number, before: number, after: number): -1 | 1 {
  const depth = depths[pixel] ?? 0
  const first = before === 0 ? 0 : (depths[pixel - before] ?? 0)
  const second = after === 0 ? 0 : (depths[pixel + after] ?? 0)
  if (first === 0) return 1
  return second === 0 || Math.abs(first - depth) < Math.abs(second - depth) ? -1 : 1
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
    let sum = 0
    let weight = 0
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
