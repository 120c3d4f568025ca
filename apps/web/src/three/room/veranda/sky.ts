import { type MeshBuilder, mixColors, type Point3, seededRandom } from './mesh-builder.ts'
import { type Palette, type Rgb } from './palette.ts'

/** Height of the garden relative to the deck, and the distance of the sky, in metres. */
export const gardenHeight = -0.42
export const skyRadius = 160

/** Adds hills, sky and stars. */
export function buildSky(builder: MeshBuilder, palette: Palette): void {
  addHills(builder, palette)
  addDome(builder, palette)
  addStars(builder, palette)
}

function addHills(builder: MeshBuilder, { leaves, haze, skyLight, sun }: Palette): void {
  const [dark = haze] = leaves
  for (const [distance, high, seed, share] of [
    [132, 20, 3, 0.9],
    [104, 13, 9, 0.74],
    [78, 7.5, 5, 0.5],
  ] as const) {
    const first = builder.shadings.length
    const segments = 110
    const light: Rgb = [
      skyLight[0] + sun.light[0] * 0.3,
      skyLight[1] + sun.light[1] * 0.3,
      skyLight[2] + sun.light[2] * 0.3,
    ]
    const color = mixColors([dark[0] * light[0], dark[1] * light[1], dark[2] * light[2]], haze, share)
    for (let i = 0; i <= segments; i += 1) {
      const a = (i / segments) * 2 * Math.PI
      const ridge =
        0.55 + 0.28 * Math.sin(a * 3 + seed) + 0.2 * Math.sin(a * 7 + seed * 2) + 0.07 * Math.sin(a * 17 + seed * 5)
      const [x, z] = [Math.cos(a) * distance, -Math.sin(a) * distance]
      builder.addVertex([x, gardenHeight - 1, z], [0, 1, 0], mixColors(color, haze, 0.6), 'shines')
      builder.addVertex([x, Math.max(0.6, ridge * high), z], [0, 1, 0], color, 'shines')
    }
    for (let i = 0; i < segments; i += 1) {
      const index = first + i * 2
      // Seen from inside.
      builder.indices.push(index, index + 1, index + 2, index + 2, index + 1, index + 3)
    }
  }
}

function addDome(builder: MeshBuilder, palette: Palette): void {
  const first = builder.shadings.length
  const [segments, rows] = [48, 26]
  const sunAt = Math.atan2(palette.sun.direction[2], palette.sun.direction[0])
  for (let i = 0; i <= segments; i += 1) {
    const angle = (i / segments) * 2 * Math.PI
    for (let j = 0; j <= rows; j += 1) {
      const height = -0.1 + 1.1 * (j / rows) ** 1.8
      const radius = Math.sqrt(Math.max(0, 1 - height * height))
      const direction: Point3 = [Math.cos(angle) * radius, height, Math.sin(angle) * radius]
      const near = 0.5 + 0.5 * Math.cos(angle - sunAt)
      const strength = near ** 3 * Math.exp(-Math.max(0, height) * 5)
      const color = skyColorAt(palette, height)
      const lit: Rgb = [
        color[0] + palette.glow[0] * strength,
        color[1] + palette.glow[1] * strength,
        color[2] + palette.glow[2] * strength,
      ]
      const distance = skyRadius
      builder.addVertex(
        [direction[0] * distance, direction[1] * distance, direction[2] * distance],
        [0, 1, 0],
        lit,
        'shines',
      )
    }
  }
  for (let i = 0; i < segments; i += 1) {
    for (let j = 0; j < rows; j += 1) {
      const index = first + i * (rows + 1) + j
      const next = index + rows + 1
      builder.indices.push(index, next, index + 1, next, next + 1, index + 1)
    }
  }
}

function skyColorAt({ sky }: Palette, height: number): Rgb {
  const above = Math.max(
    1,
    sky.findIndex(([stop]) => stop >= height),
  )
  const [low, lowColor] = sky[above - 1] ?? [0, [0, 0, 0]]
  const [high, highColor] = sky[above] ?? [1, lowColor]
  return mixColors(lowColor, highColor, Math.min(1, Math.max(0, (height - low) / (high - low))))
}

function addStars(builder: MeshBuilder, { stars }: Palette): void {
  const random = seededRandom(23)
  for (let index = 0; index < stars; index += 1) {
    const height = 0.25 + random() * 0.72
    const angle = random() * 2 * Math.PI
    const radius = Math.sqrt(1 - height * height)
    const [x, y, z] = [Math.cos(angle) * radius, height, Math.sin(angle) * radius]
    const distance = skyRadius * 0.96
    const size = 0.1 + random() * 0.16
    const light = 0.35 + random() * 0.6
    const color: Rgb = [light, light * 0.95, light * 0.9]
    const corner = (a: number, b: number) =>
      builder.addVertex(
        [
          x * distance + (-Math.sin(angle) * a - x * y * b) * size,
          y * distance + radius * b * size,
          z * distance + (Math.cos(angle) * a - z * y * b) * size,
        ],
        [0, -1, 0],
        color,
        'shines',
      )
    const [p, q, r] = [corner(-1, -0.6), corner(0, 1), corner(1, -0.6)]
    builder.indices.push(p, q, r)
  }
}
