import { rasterize } from './rasterize.ts'
import { makeSpiral } from './sample-spiral.ts'
import { type SceneSurface } from './scene-surfaces.ts'
import { type Vector } from './vectors.ts'

const mapSize = 512
const searchTapCount = 8
const filterTapCount = 14
const searchPlaces = makeSpiral(searchTapCount, 0.5)
const filterPlaces = makeSpiral(filterTapCount, 0.5)

/** Distance of the light in radii of the model: so far that its rays are parallel. */
const lightDistance = 24

/** Half of the light's width at distance 1: how fast shadows soften. */
const lightSpread = 0.3

/** Finds how much of the key light reaches a point; `turn` chooses one of the turns of the samples. */
export type ShadowLookup = (x: number, y: number, z: number, turn: number) => number

/**
 * Draws the opaque surfaces as the key light sees them. `towards` points from the model to the light, `radius` is that
 * of a ball around `centre` that holds all surfaces.
 */
export function makeShadowLookup(
  surfaces: readonly SceneSurface[],
  towards: Vector,
  centre: Vector,
  radius: number,
): ShadowLookup {
  const side = sideOf(towards)
  const top: Vector = [
    towards[1] * side[2] - towards[2] * side[1],
    towards[2] * side[0] - towards[0] * side[2],
    towards[0] * side[1] - towards[1] * side[0],
  ]
  const scale = mapSize / 2 / (radius * 1.02)
  const distance = radius * lightDistance
  const casters = surfaces.filter(({ paint }) => !paint.isTransparent)
  const { nearness } = rasterize(
    casters.map((surface) => {
      const { positions, indices, isSolid } = surface
      const projected = new Float32Array(positions.length)
      for (let at = 0; at < positions.length; at += 3) {
        const x = (positions[at] ?? 0) - centre[0]
        const y = (positions[at + 1] ?? 0) - centre[1]
        const z = (positions[at + 2] ?? 0) - centre[2]
        projected[at] = mapSize / 2 + (x * side[0] + y * side[1] + z * side[2]) * scale
        projected[at + 1] = mapSize / 2 + (x * top[0] + y * top[1] + z * top[2]) * scale
        projected[at + 2] = distance - (x * towards[0] + y * towards[1] + z * towards[2])
      }
      return { projected, indices, facing: 0, ...(isSolid && { isSolid }) }
    }),
    mapSize,
    mapSize,
  )
  const depthAt = (column: number, row: number): number => {
    const [x, y] = [Math.floor(column), Math.floor(row)]
    if (x < 0 || y < 0 || x >= mapSize || y >= mapSize) return Infinity
    const near = nearness[y * mapSize + x] ?? 0
    return near === 0 ? Infinity : 1 / near
  }
  const bias = radius * 0.006
  return (px, py, pz, turn) => {
    const [x, y, z] = [px - centre[0], py - centre[1], pz - centre[2]]
    const column = mapSize / 2 + (x * side[0] + y * side[1] + z * side[2]) * scale
    const row = mapSize / 2 + (x * top[0] + y * top[1] + z * top[2]) * scale
    const depth = distance - (x * towards[0] + y * towards[1] + z * towards[2]) - bias
    const searchRadius = mapSize * 0.035
    let [blockers, blockerDepth] = [0, 0]
    for (let tap = 0; tap < searchTapCount; tap += 1) {
      const at = (turn * searchTapCount + tap) * 2
      const found = depthAt(
        column + (searchPlaces[at] ?? 0) * searchRadius,
        row + (searchPlaces[at + 1] ?? 0) * searchRadius,
      )
      if (found < depth) [blockers, blockerDepth] = [blockers + 1, blockerDepth + found]
    }
    if (blockers === 0) return 1
    const blur = Math.min(mapSize * 0.07, Math.max(1.4, (depth - blockerDepth / blockers) * lightSpread * scale))
    let lit = 0
    for (let tap = 0; tap < filterTapCount; tap += 1) {
      const at = (turn * filterTapCount + tap) * 2
      const found = depthAt(column + (filterPlaces[at] ?? 0) * blur, row + (filterPlaces[at + 1] ?? 0) * blur)
      if (found >= depth) lit += 1
    }
    return lit / filterTapCount
  }
}

function sideOf([x, , z]: Vector): Vector {
  const length = Math.hypot(x, z) || 1
  return [z / length, 0, -x / length]
}
