import { type Brush, mix, type Place, scatter } from './brush.ts'
import { type Palette, type Rgb } from './palette.ts'

/** How deep the garden lies below the deck, and how far the sky is, in metres. */
export const ground = -0.42
export const domeRadius = 160

/** Hills, sky and stars. */
export function buildSky(brush: Brush, palette: Palette): void {
  hills(brush, palette)
  dome(brush, palette)
  stars(brush, palette)
}

function hills(brush: Brush, { leaves, haze, above, sun }: Palette): void {
  const [dark = haze] = leaves
  for (const [far, high, seed, share] of [
    [132, 20, 3, 0.9],
    [104, 13, 9, 0.74],
    [78, 7.5, 5, 0.5],
  ] as const) {
    const first = brush.finishes.length
    const parts = 110
    const light: Rgb = [above[0] + sun.light[0] * 0.3, above[1] + sun.light[1] * 0.3, above[2] + sun.light[2] * 0.3]
    const color = mix([dark[0] * light[0], dark[1] * light[1], dark[2] * light[2]], haze, share)
    for (let i = 0; i <= parts; i += 1) {
      const a = (i / parts) * 2 * Math.PI
      const ridge =
        0.55 + 0.28 * Math.sin(a * 3 + seed) + 0.2 * Math.sin(a * 7 + seed * 2) + 0.07 * Math.sin(a * 17 + seed * 5)
      const [x, z] = [Math.cos(a) * far, -Math.sin(a) * far]
      brush.vertex([x, ground - 1, z], [0, 1, 0], mix(color, haze, 0.6), 'shines')
      brush.vertex([x, Math.max(0.6, ridge * high), z], [0, 1, 0], color, 'shines')
    }
    for (let i = 0; i < parts; i += 1) {
      const at = first + i * 2
      // Seen from inside.
      brush.indices.push(at, at + 1, at + 2, at + 2, at + 1, at + 3)
    }
  }
}

function dome(brush: Brush, palette: Palette): void {
  const first = brush.finishes.length
  const [around, rows] = [48, 26]
  const sunAt = Math.atan2(palette.sun.way[2], palette.sun.way[0])
  for (let i = 0; i <= around; i += 1) {
    const angle = (i / around) * 2 * Math.PI
    for (let j = 0; j <= rows; j += 1) {
      const height = -0.1 + 1.1 * (j / rows) ** 1.8
      const wide = Math.sqrt(Math.max(0, 1 - height * height))
      const way: Place = [Math.cos(angle) * wide, height, Math.sin(angle) * wide]
      const near = 0.5 + 0.5 * Math.cos(angle - sunAt)
      const strength = near ** 3 * Math.exp(-Math.max(0, height) * 5)
      const color = colorAt(palette, height)
      const lit: Rgb = [
        color[0] + palette.glow[0] * strength,
        color[1] + palette.glow[1] * strength,
        color[2] + palette.glow[2] * strength,
      ]
      const far = domeRadius
      brush.vertex([way[0] * far, way[1] * far, way[2] * far], [0, 1, 0], lit, 'shines')
    }
  }
  for (let i = 0; i < around; i += 1) {
    for (let j = 0; j < rows; j += 1) {
      const at = first + i * (rows + 1) + j
      const next = at + rows + 1
      brush.indices.push(at, next, at + 1, next, next + 1, at + 1)
    }
  }
}

function colorAt({ sky }: Palette, height: number): Rgb {
  const above = Math.max(
    1,
    sky.findIndex(([stop]) => stop >= height),
  )
  const [low, lowColor] = sky[above - 1] ?? [0, [0, 0, 0]]
  const [high, highColor] = sky[above] ?? [1, lowColor]
  return mix(lowColor, highColor, Math.min(1, Math.max(0, (height - low) / (high - low))))
}

function stars(brush: Brush, { stars }: Palette): void {
  const random = scatter(23)
  for (let at = 0; at < stars; at += 1) {
    const height = 0.25 + random() * 0.72
    const angle = random() * 2 * Math.PI
    const wide = Math.sqrt(1 - height * height)
    const [x, y, z] = [Math.cos(angle) * wide, height, Math.sin(angle) * wide]
    const far = domeRadius * 0.96
    const size = 0.1 + random() * 0.16
    const light = 0.35 + random() * 0.6
    const color: Rgb = [light, light * 0.95, light * 0.9]
    const corner = (a: number, b: number) =>
      brush.vertex(
        [
          x * far + (-Math.sin(angle) * a - x * y * b) * size,
          y * far + wide * b * size,
          z * far + (Math.cos(angle) * a - z * y * b) * size,
        ],
        [0, -1, 0],
        color,
        'shines',
      )
    const [p, q, r] = [corner(-1, -0.6), corner(0, 1), corner(1, -0.6)]
    brush.indices.push(p, q, r)
  }
}
