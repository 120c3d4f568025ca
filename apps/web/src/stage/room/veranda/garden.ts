import { deck } from '@veranda/core/rooms/placement.ts'
import { type Brush, mix, type Place, scatter, shade } from './brush.ts'
import { type Palette, type Rgb } from './palette.ts'
import { domeRadius, ground } from './sky.ts'

/** The land outside, where nobody walks. */
export function buildGarden(brush: Brush, palette: Palette): void {
  land(brush, palette)
  pond(brush, palette)
  plants(brush, palette)
}

function land(brush: Brush, { grass, haze, sun, above }: Palette): void {
  const first = brush.finishes.length
  const around = 48
  const radii = [3, 5, 6.5, 8, 10, 13, 17, 23, 32, 48, 80, domeRadius]
  const light = (channel: 0 | 1 | 2) => above[channel] * 0.85 + sun.light[channel] * Math.max(0.1, sun.way[1])
  const lit: Rgb = [grass[0] * light(0), grass[1] * light(1), grass[2] * light(2)]
  for (let i = 0; i <= around; i += 1) {
    const angle = (i / around) * 2 * Math.PI
    for (const radius of radii) {
      const far = Math.min(1, Math.max(0, (radius - 9) / 45)) ** 0.7
      const patch = 1 + 0.09 * Math.sin(angle * 5 + radius) * Math.sin(radius * 0.7 + angle * 2)
      // Close to the deck its shadow lies on the grass.
      const shadow = radius < 6 ? 0.72 : radius < 7 ? 0.9 : 1
      const color = mix(shade(lit, patch * shadow), haze, far * 0.85)
      brush.vertex([Math.cos(angle) * radius, ground, -Math.sin(angle) * radius], [0, 1, 0], color, 'shines')
    }
  }
  for (let i = 0; i < around; i += 1) {
    for (let j = 0; j < radii.length - 1; j += 1) {
      const at = first + i * radii.length + j
      const next = at + radii.length
      brush.indices.push(at, at + 1, next, next, at + 1, next + 1)
    }
  }
}

function pond(brush: Brush, { water, haze, stone }: Palette): void {
  const first = brush.finishes.length
  const around = 40
  const [x, z] = [-5.4, -11.5] as const
  for (const [radius, color] of [
    [0, mix(water, haze, 0.1)],
    [0.7, water],
    [1, shade(water, 0.82)],
  ] as const) {
    for (let i = 0; i <= around; i += 1) {
      const angle = (i / around) * 2 * Math.PI
      const wave = radius * (1 + 0.08 * Math.sin(angle * 3 + 1))
      const far = mix(color, haze, 0.25 + 0.3 * Math.sin(angle))
      const place: Place = [x + Math.cos(angle) * 4.4 * wave, ground + 0.01, z - Math.sin(angle) * 2.5 * wave]
      brush.vertex(place, [0, 1, 0], radius === 1 ? shade(far, 0.92) : far, 'shines')
    }
  }
  for (let row = 0; row < 2; row += 1) {
    for (let i = 0; i < around; i += 1) {
      const at = first + row * (around + 1) + i
      const out = at + around + 1
      brush.indices.push(at, out, at + 1, at + 1, out, out + 1)
    }
  }
  const random = scatter(31)
  for (let at = 0; at < 22; at += 1) {
    const angle = random() * 2 * Math.PI
    const size = 0.09 + random() * 0.2
    const place: Place = [x + Math.cos(angle) * 4.55, ground + size * 0.2, z - Math.sin(angle) * 2.62]
    brush.ball(place, [size * 1.3, size * 0.7, size], shade(stone, 0.75 + random() * 0.3), 8)
  }
  for (let step = 0; step < 9; step += 1) {
    const place: Place = [0.25 + Math.sin(step * 0.9) * 0.35, ground + 0.005, deck.garden - 1.35 - step * 0.86]
    const size = 0.34 + random() * 0.08
    const outline = [
      [size, 0],
      [size * 0.95, 0.05],
      [size * 0.4, 0.06],
      [0.001, 0.06],
    ] as const
    brush.lathe(place, outline, 12, shade(stone, 0.85 + random() * 0.2))
  }
}

function plants(brush: Brush, palette: Palette): void {
  const random = scatter(11)
  const leaf = () => palette.leaves[Math.floor(random() * palette.leaves.length)] ?? palette.grass
  const bush = (x: number, z: number, size: number) => {
    const color = leaf()
    for (let part = 0; part < 3; part += 1) {
      const wide = size * (0.62 + random() * 0.4)
      const place: Place = [x + (random() - 0.5) * size * 1.5, ground + wide * 0.45, z + (random() - 0.5) * size]
      brush.ball(place, [wide, wide * 0.78, wide], shade(color, 0.85 + random() * 0.3), 16)
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
    bush(x, z, size)
  }
  for (const [x, z, tall] of [
    [8.4, -10.2, 5.4],
    [-11.5, -15, 6.2],
    [-8.2, 0.8, 4.6],
    [9.4, 1.8, 5],
    [4.6, -21, 6.6],
    [14, -17, 5.8],
    [-17, -9, 6],
    [-2.5, -29, 6.4],
  ] as const) {
    tree(brush, palette, [x, ground, z], tall, random)
  }
  tallGrass(brush, palette, random)
}

function tree(brush: Brush, palette: Palette, [x, y, z]: Place, tall: number, random: () => number): void {
  const far = Math.min(0.6, Math.hypot(x, z) / 60)
  const bark = mix(shade(palette.timber, 0.7), palette.haze, far)
  const outline = [
    [tall * 0.034, 0],
    [tall * 0.022, tall * 0.2],
    [tall * 0.016, tall * 0.7],
  ] as const
  brush.lathe([x, y, z], outline, 8, bark)
  const color = mix(palette.leaves[Math.floor(random() * 4)] ?? palette.grass, palette.haze, far)
  for (let crown = 0; crown < 6; crown += 1) {
    const angle = crown * 2.4
    const out = tall * (crown === 0 ? 0 : 0.15)
    const wide = tall * (0.15 + random() * 0.07)
    const place: Place = [
      x + Math.cos(angle) * out,
      y + tall * (0.6 + random() * 0.24) + (crown === 0 ? tall * 0.12 : 0),
      z + Math.sin(angle) * out,
    ]
    brush.ball(place, [wide * 1.15, wide * 0.82, wide * 1.1], shade(color, 0.86 + random() * 0.26), 18)
  }
}

/** Blades along the edge of the deck. */
function tallGrass(brush: Brush, palette: Palette, random: () => number): void {
  for (let at = 0; at < 210; at += 1) {
    const side = at % 3
    const x = side === 0 ? deck.left - 0.25 - random() * 0.5 : side === 1 ? deck.right + 0.25 + random() * 0.5 : 0
    const z = deck.garden + random() * (deck.house - deck.garden)
    const edge = (random() < 0.5 ? -1 : 1) * (2.5 + random() * 2.2)
    const place: Place = side === 2 ? [edge, ground, deck.garden - 0.55 - random() * 0.5] : [x, ground, z]
    const tall = 0.45 + random() * 0.5
    const [lean, turn] = [(random() - 0.5) * 0.4, random() * Math.PI]
    const wide: Place = [Math.cos(turn) * 0.02, 0, Math.sin(turn) * 0.02]
    const color = palette.leaves[at % palette.leaves.length] ?? palette.grass
    const up: Place = [0, 1, 0]
    for (const way of [1, -1]) {
      const a = brush.vertex([place[0] - wide[0] * way, place[1], place[2] - wide[2] * way], up, shade(color, 0.6))
      const b = brush.vertex([place[0] + wide[0] * way, place[1], place[2] + wide[2] * way], up, shade(color, 0.6))
      const c = brush.vertex([place[0] + lean, place[1] + tall, place[2] + lean * 0.5], up, shade(color, 1.2))
      brush.indices.push(a, b, c)
    }
  }
}
