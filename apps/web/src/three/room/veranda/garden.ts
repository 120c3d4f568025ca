import { deck } from '@veranda/core/rooms/records/placement.ts'
import { type MeshBuilder, mixColors, type Point3, seededRandom, scaleColor } from './mesh-builder.ts'
import { type Palette, type Rgb } from './palette.ts'
import { skyRadius, gardenHeight } from './sky.ts'

/** Adds what grows and lies around the house, where no one can walk. */
export function buildGarden(builder: MeshBuilder, palette: Palette): void {
  addPond(builder, palette)
  addPlants(builder, palette)
}

/** Adds the land around the house, on which everything is. */
export function buildLand(builder: MeshBuilder, { grass, haze, sun, skyLight }: Palette): void {
  const first = builder.shadings.length
  const segments = 48
  const radii = [0, 3, 5, 6.5, 8, 10, 13, 17, 23, 32, 48, 80, skyRadius]
  const light = (channel: 0 | 1 | 2) => skyLight[channel] * 0.85 + sun.light[channel] * Math.max(0.1, sun.direction[1])
  const lit: Rgb = [grass[0] * light(0), grass[1] * light(1), grass[2] * light(2)]
  for (let i = 0; i <= segments; i += 1) {
    const angle = (i / segments) * 2 * Math.PI
    for (const radius of radii) {
      const distance = Math.min(1, Math.max(0, (radius - 9) / 45)) ** 0.7
      const patch = 1 + 0.09 * Math.sin(angle * 5 + radius) * Math.sin(radius * 0.7 + angle * 2)
      // The shadow of the deck on the grass.
      const shadow = radius < 6 ? 0.72 : radius < 7 ? 0.9 : 1
      const color = mixColors(scaleColor(lit, patch * shadow), haze, distance * 0.85)
      builder.addVertex([Math.cos(angle) * radius, gardenHeight, -Math.sin(angle) * radius], [0, 1, 0], color, 'shines')
    }
  }
  for (let i = 0; i < segments; i += 1) {
    for (let j = 0; j < radii.length - 1; j += 1) {
      const index = first + i * radii.length + j
      const next = index + radii.length
      builder.indices.push(index, index + 1, next, next, index + 1, next + 1)
    }
  }
}

function addPond(builder: MeshBuilder, { water, haze, stone }: Palette): void {
  const first = builder.shadings.length
  const segments = 40
  const [x, z] = [-5.4, -11.5] as const
  for (const [radius, color] of [
    [0, mixColors(water, haze, 0.1)],
    [0.7, water],
    [1, scaleColor(water, 0.82)],
  ] as const) {
    for (let i = 0; i <= segments; i += 1) {
      const angle = (i / segments) * 2 * Math.PI
      const wave = radius * (1 + 0.08 * Math.sin(angle * 3 + 1))
      const distance = mixColors(color, haze, 0.25 + 0.3 * Math.sin(angle))
      const position: Point3 = [x + Math.cos(angle) * 4.4 * wave, gardenHeight + 0.01, z - Math.sin(angle) * 2.5 * wave]
      builder.addVertex(position, [0, 1, 0], radius === 1 ? scaleColor(distance, 0.92) : distance, 'shines')
    }
  }
  for (let row = 0; row < 2; row += 1) {
    for (let i = 0; i < segments; i += 1) {
      const index = first + row * (segments + 1) + i
      const outer = index + segments + 1
      builder.indices.push(index, outer, index + 1, index + 1, outer, outer + 1)
    }
  }
  const random = seededRandom(31)
  for (let index = 0; index < 22; index += 1) {
    const angle = random() * 2 * Math.PI
    const size = 0.09 + random() * 0.2
    const position: Point3 = [x + Math.cos(angle) * 4.55, gardenHeight + size * 0.2, z - Math.sin(angle) * 2.62]
    builder.addEllipsoid(position, [size * 1.3, size * 0.7, size], scaleColor(stone, 0.75 + random() * 0.3), 8)
  }
  for (let step = 0; step < 9; step += 1) {
    const position: Point3 = [
      0.25 + Math.sin(step * 0.9) * 0.35,
      gardenHeight + 0.005,
      deck.garden - 1.35 - step * 0.86,
    ]
    const size = 0.34 + random() * 0.08
    const outline = [
      [size, 0],
      [size * 0.95, 0.05],
      [size * 0.4, 0.06],
      [0.001, 0.06],
    ] as const
    builder.addLathe(position, outline, 12, scaleColor(stone, 0.85 + random() * 0.2))
  }
}

function addPlants(builder: MeshBuilder, palette: Palette): void {
  const random = seededRandom(11)
  const leaf = () => palette.leaves[Math.floor(random() * palette.leaves.length)] ?? palette.grass
  const addBush = (x: number, z: number, size: number) => {
    const color = leaf()
    for (let part = 0; part < 3; part += 1) {
      const width = size * (0.62 + random() * 0.4)
      const position: Point3 = [
        x + (random() - 0.5) * size * 1.5,
        gardenHeight + width * 0.45,
        z + (random() - 0.5) * size,
      ]
      builder.addEllipsoid(position, [width, width * 0.78, width], scaleColor(color, 0.85 + random() * 0.3), 16)
    }
  }
  for (const [x, z, size] of [
    [-5.9, -3.6, 0.55],
    [-6.4, -1.2, 0.7],
    [-5.8, 1.4, 0.5],
    [5.9, -4.1, 0.6],
    [6.2, -1.6, 0.5],
    [6.0, 1.3, 0.72],
    [-3.1, -6.4, 0.5],
    [3.4, -6.8, 0.62],
    [7.6, -8.2, 0.9],
    [-9.6, -7.2, 0.8],
    [2.2, -13.4, 0.7],
  ] as const) {
    addBush(x, z, size)
  }
  for (const [x, z, height] of [
    [8.4, -10.2, 5.4],
    [-11.5, -15, 6.2],
    [-8.2, 0.8, 4.6],
    [9.4, 1.8, 5],
    [4.6, -21, 6.6],
    [14, -17, 5.8],
    [-17, -9, 6],
    [-2.5, -29, 6.4],
  ] as const) {
    addTree(builder, palette, [x, gardenHeight, z], height, random)
  }
  addTallGrass(builder, palette, random)
}

function addTree(
  builder: MeshBuilder,
  palette: Palette,
  [x, y, z]: Point3,
  height: number,
  random: () => number,
): void {
  const distance = Math.min(0.6, Math.hypot(x, z) / 60)
  const bark = mixColors(scaleColor(palette.timber, 0.7), palette.haze, distance)
  const outline = [
    [height * 0.034, 0],
    [height * 0.022, height * 0.2],
    [height * 0.016, height * 0.7],
  ] as const
  builder.addLathe([x, y, z], outline, 8, bark)
  const color = mixColors(palette.leaves[Math.floor(random() * 4)] ?? palette.grass, palette.haze, distance)
  for (let crown = 0; crown < 6; crown += 1) {
    const angle = crown * 2.4
    const outer = height * (crown === 0 ? 0 : 0.15)
    const width = height * (0.15 + random() * 0.07)
    const position: Point3 = [
      x + Math.cos(angle) * outer,
      y + height * (0.6 + random() * 0.24) + (crown === 0 ? height * 0.12 : 0),
      z + Math.sin(angle) * outer,
    ]
    builder.addEllipsoid(
      position,
      [width * 1.15, width * 0.82, width * 1.1],
      scaleColor(color, 0.86 + random() * 0.26),
      18,
    )
  }
}

/** Adds blades of grass along the edge of the deck. */
function addTallGrass(builder: MeshBuilder, palette: Palette, random: () => number): void {
  for (let index = 0; index < 210; index += 1) {
    const side = index % 3
    const x = side === 0 ? deck.left - 0.25 - random() * 0.5 : side === 1 ? deck.right + 0.25 + random() * 0.5 : 0
    const z = deck.garden + random() * (deck.house - deck.garden)
    const edge = (random() < 0.5 ? -1 : 1) * (2.5 + random() * 2.2)
    const position: Point3 =
      side === 2 ? [edge, gardenHeight, deck.garden - 0.55 - random() * 0.5] : [x, gardenHeight, z]
    const height = 0.45 + random() * 0.5
    const [lean, turn] = [(random() - 0.5) * 0.4, random() * Math.PI]
    const width: Point3 = [Math.cos(turn) * 0.02, 0, Math.sin(turn) * 0.02]
    const color = palette.leaves[index % palette.leaves.length] ?? palette.grass
    const up: Point3 = [0, 1, 0]
    for (const side of [1, -1]) {
      const a = builder.addVertex(
        [position[0] - width[0] * side, position[1], position[2] - width[2] * side],
        up,
        scaleColor(color, 0.6),
      )
      const b = builder.addVertex(
        [position[0] + width[0] * side, position[1], position[2] + width[2] * side],
        up,
        scaleColor(color, 0.6),
      )
      const c = builder.addVertex(
        [position[0] + lean, position[1] + height, position[2] + lean * 0.5],
        up,
        scaleColor(color, 1.2),
      )
      builder.indices.push(a, b, c)
    }
  }
}
