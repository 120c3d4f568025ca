import { type BoundingBox } from '@veranda/core/geometry/mesh.ts'
import { rasterize } from './rasterize.ts'
import { spiralTurnCount } from './sample-spiral.ts'
import { type SceneSurface } from './scene-surfaces.ts'
import { type ShadowLookup } from './shadow-map.ts'
import { smoothStep } from './vectors.ts'

const gridSize = 160

/** Darkness that the model casts on the ground it stands on, from 0 to 1, at a place on the ground. */
export type GroundShadow = (x: number, z: number) => number

/** Darkness under close parts: the height in radii up to which they darken the ground, and how much. */
const contacts = [
  { reach: 0.03, strength: 0.5 },
  { reach: 0.12, strength: 0.36 },
  { reach: 0.4, strength: 0.24 },
] as const
const keyShadowShare = 0.3

/** Computes the shadow on the ground below a model: dark where it touches, and soft away from the key light. */
export function makeGroundShadow(
  surfaces: readonly SceneSurface[],
  { min, max }: BoundingBox,
  radius: number,
  keyLight: ShadowLookup,
): GroundShadow {
  const [middleX, middleZ] = [(min.x + max.x) / 2, (min.z + max.z) / 2]
  const half = Math.max(max.x - min.x, max.z - min.z) / 2 + Math.min((max.y - min.y) * 0.75, radius) + radius * 0.22
  const scale = gridSize / 2 / half
  const offset = radius * 30
  const { nearness } = rasterize(
    surfaces.map(({ positions, indices, isSolid }) => {
      const projected = new Float32Array(positions.length)
      for (let at = 0; at < positions.length; at += 3) {
        projected[at] = gridSize / 2 + ((positions[at] ?? 0) - middleX) * scale
        projected[at + 1] = gridSize / 2 + ((positions[at + 2] ?? 0) - middleZ) * scale
        projected[at + 2] = offset + (positions[at + 1] ?? 0) - min.y
      }
      return { projected, indices, facing: 0, ...(isSolid && { isSolid }) }
    }),
    gridSize,
    gridSize,
  )
  const light = new Float32Array(gridSize * gridSize).fill(1)
  for (const { reach, strength } of contacts) {
    const cover = new Float32Array(gridSize * gridSize)
    for (let cell = 0; cell < cover.length; cell += 1) {
      const near = nearness[cell] ?? 0
      const height = near === 0 ? Infinity : 1 / near - offset
      cover[cell] = Math.max(0, 1 - height / (reach * radius * 1.6))
    }
    blur(cover, Math.max(1, Math.round(reach * 0.55 * radius * scale)))
    for (let cell = 0; cell < cover.length; cell += 1)
      light[cell] = (light[cell] ?? 0) * (1 - strength * (cover[cell] ?? 0))
  }
  const key = new Float32Array(gridSize * gridSize)
  for (let row = 0; row < gridSize; row += 1) {
    for (let column = 0; column < gridSize; column += 1) {
      const x = middleX + (column + 0.5 - gridSize / 2) / scale
      const z = middleZ + (row + 0.5 - gridSize / 2) / scale
      key[row * gridSize + column] = 1 - keyLight(x, min.y, z, (row * 7 + column * 5) % spiralTurnCount)
    }
  }
  blur(key, 2)
  const darkness = Float32Array.from(light, (value, cell) => 1 - value * (1 - keyShadowShare * (key[cell] ?? 0)))
  return (x, z) => {
    const column = gridSize / 2 + (x - middleX) * scale - 0.5
    const row = gridSize / 2 + (z - middleZ) * scale - 0.5
    const left = Math.floor(column)
    const top = Math.floor(row)
    if (left < 0 || top < 0 || left >= gridSize - 1 || top >= gridSize - 1) return 0
    const across = column - left
    const down = row - top
    const cell = top * gridSize + left
    const upper = (darkness[cell] ?? 0) * (1 - across) + (darkness[cell + 1] ?? 0) * across
    const lower = (darkness[cell + gridSize] ?? 0) * (1 - across) + (darkness[cell + gridSize + 1] ?? 0) * across
    const fromMiddle = Math.max(Math.abs(column / gridSize - 0.5), Math.abs(row / gridSize - 0.5)) * 2
    return (upper * (1 - down) + lower * down) * (1 - smoothStep(0.8, 1, fromMiddle))
  }
}

/** Blurs a square grid in place: three box blurs of this radius in cells, which is nearly a Gaussian. */
function blur(grid: Float32Array, radius: number): void {
  const line = new Float32Array(gridSize)
  for (let pass = 0; pass < 3; pass += 1) {
    for (const [step, lineStep] of [
      [1, gridSize],
      [gridSize, 1],
    ] as const) {
      for (let start = 0; start < gridSize; start += 1) {
        const from = start * lineStep
        let sum = 0
        for (let at = -radius; at <= radius; at += 1) {
          sum += grid[from + Math.min(gridSize - 1, Math.max(0, at)) * step] ?? 0
        }
        for (let at = 0; at < gridSize; at += 1) {
          line[at] = sum / (radius * 2 + 1)
          sum += grid[from + Math.min(gridSize - 1, at + radius + 1) * step] ?? 0
          sum -= grid[from + Math.max(0, at - radius) * step] ?? 0
        }
        for (let at = 0; at < gridSize; at += 1) grid[from + at * step] = line[at] ?? 0
      }
    }
  }
}
