import { floorCircle, deck, table } from '@veranda/core/rooms/records/placement.ts'
import { type MeshBuilder, seededRandom, scaleColor } from './mesh-builder.ts'
import { type Lamp } from './bake-lighting.ts'
import { type Palette } from './palette.ts'

const roofHeight = 2.72
const boardWidth = 0.143
const postPositions = [-4.2, -1.55, 1.55, 4.2]
const gardenEdge = -3.85
const lanternPositions = [
  [-2.88, 2.18, gardenEdge],
  [2.88, 2.18, gardenEdge],
  [-3.7, 1.95, 2.6],
] as const

/** Adds deck, posts, open roof, house wall with paper doors, bench, table, circle and lanterns. Returns the lamps. */
export function buildHouse(builder: MeshBuilder, palette: Palette): Lamp[] {
  addFloor(builder, palette)
  addFrame(builder, palette)
  addWall(builder, palette)
  addBench(builder, palette)
  addTable(builder, palette)
  addFloorRing(builder, palette)
  for (const [x, y, z] of lanternPositions) {
    const outline = [0, 0.1, 0.25, 0.42, 0.6, 0.78, 0.9, 1].map(
      (share) => [0.05 + 0.13 * Math.sin(Math.PI * share) ** 0.6, (share - 0.5) * 0.42] as const,
    )
    builder.addLathe([x, y, z], outline, 20, palette.lantern, 'shines')
    for (const end of [-0.22, 0.205]) {
      builder.addLathe(
        [x, y + end, z],
        [
          [0.001, 0],
          [0.056, 0],
          [0.056, 0.016],
          [0.001, 0.016],
        ],
        14,
        palette.timber,
      )
    }
    builder.addBox(
      [x - 0.004, y + 0.22, z - 0.004],
      [x + 0.004, roofHeight, z + 0.004],
      scaleColor(palette.timber, 0.6),
      9,
      false,
    )
  }
  const doors = [-0.95, 0.95].map((x) => ({
    position: [x, 1.2, deck.house - 0.25] as const,
    light: palette.paperLight,
  }))
  return [...lanternPositions.map((position) => ({ position, light: palette.lanternLight })), ...doors]
}

function addFloor(builder: MeshBuilder, palette: Palette): void {
  const random = seededRandom(7)
  const under = scaleColor(palette.timber, 0.55)
  builder.addQuad(
    [deck.left, -0.03, deck.garden],
    [0, 0, deck.house - deck.garden],
    [deck.right - deck.left, 0, 0],
    [2, 2],
    under,
  )
  for (let x = deck.left; x < deck.right - 0.05; x += boardWidth) {
    const tint = scaleColor(palette.wood, 0.86 + random() * 0.24)
    const joint = deck.garden + 1.2 + random() * 5
    for (const [from, to] of [
      [deck.garden, joint - 0.003],
      [joint + 0.003, deck.house],
    ] as const) {
      const parts = Math.max(2, Math.round((to - from) / 0.24))
      builder.addQuad([x, 0, from], [0, 0, to - from], [boardWidth - 0.0045, 0, 0], [parts, 1], tint)
    }
  }
  for (const [at, drop] of [
    [0, 0],
    [0.42, 0.17],
  ] as const) {
    const top = -0.001 - drop
    const edge = deck.garden - at
    builder.addBox(
      [deck.left, top - 0.16, edge - 0.02],
      [deck.right, top, edge],
      scaleColor(palette.timber, 0.9),
      0.4,
      false,
    )
    if (at > 0) builder.addBox([-2.2, top - 0.05, edge], [2.2, top, edge + 0.38], palette.wood, 0.3, false)
  }
  builder.addBox([deck.left - 0.03, -0.3, deck.garden], [deck.left, 0, deck.house], palette.timber, 0.6, false)
  builder.addBox([deck.right, -0.3, deck.garden], [deck.right + 0.03, 0, deck.house], palette.timber, 0.6, false)
}

function addFrame(builder: MeshBuilder, { timber }: Palette): void {
  for (const x of postPositions)
    builder.addBox([x - 0.07, 0, gardenEdge - 0.07], [x + 0.07, roofHeight, gardenEdge + 0.07], timber, 0.34)
  for (const x of [-4.2, 4.2]) builder.addBox([x - 0.07, 0, 0.23], [x + 0.07, roofHeight, 0.37], timber, 0.34)
  builder.addBox([-4.75, roofHeight, gardenEdge - 0.06], [4.75, roofHeight + 0.2, gardenEdge + 0.06], timber, 0.45)
  for (const x of [-4.2, 4.2])
    builder.addBox([x - 0.05, roofHeight, gardenEdge], [x + 0.05, roofHeight + 0.2, deck.house], timber, 0.45)
  for (let at = -7; at <= 7; at += 1) {
    const x = at * 0.6
    builder.addBox(
      [x - 0.028, roofHeight + 0.2, gardenEdge - 0.45],
      [x + 0.028, roofHeight + 0.34, deck.house],
      scaleColor(timber, 0.94),
      0.7,
    )
  }
  // Boards lie close together near the house and spread out towards the garden.
  for (let z = deck.house; z > gardenEdge - 0.3; z -= 0.16 + (deck.house - z) * 0.028) {
    builder.addBox(
      [-4.75, roofHeight + 0.34, z - 0.1],
      [4.75, roofHeight + 0.37, z],
      scaleColor(timber, 1.08),
      0.9,
      z > 0.4,
    )
  }
}

function addWall(builder: MeshBuilder, palette: Palette): void {
  const z = deck.house
  const open = 1.9
  for (const [from, to] of [
    [-4.75, -open],
    [open, 4.75],
  ] as const) {
    builder.addBox([from, 0, z], [to, roofHeight + 0.34, z + 0.14], palette.plaster, 0.32)
    builder.addBox([from, 0, z - 0.012], [to, 0.12, z], palette.timber, 0.5, false)
  }
  builder.addBox([-open, 2.2, z], [open, roofHeight + 0.34, z + 0.14], palette.plaster, 0.32)
  builder.addBox([-open, 2.12, z - 0.03], [open, 2.2, z + 0.1], palette.timber, 0.4, false)
  builder.addQuad([open, 0, z + 0.05], [-2 * open, 0, 0], [0, 2.12, 0], [1, 1], palette.paper, 'shines')
  for (let bar = 0; bar <= 12; bar += 1) {
    const x = -open + (bar * 2 * open) / 12
    const halfWidth = bar % 3 === 0 ? 0.03 : 0.009
    builder.addBox(
      [x - halfWidth, 0, z + 0.01],
      [x + halfWidth, 2.12, z + 0.045],
      scaleColor(palette.timber, 0.8),
      1,
      false,
    )
  }
  for (let bar = 0; bar <= 6; bar += 1) {
    const y = 0.3 + bar * 0.3
    builder.addBox(
      [-open, y - 0.009, z + 0.015],
      [open, y + 0.009, z + 0.045],
      scaleColor(palette.timber, 0.8),
      1,
      false,
    )
  }
  builder.addBox([-open, 0, z + 0.005], [open, 0.3, z + 0.047], scaleColor(palette.timber, 0.9), 0.6, false)
}

function addBench(builder: MeshBuilder, { wood, timber }: Palette): void {
  for (let slat = 0; slat < 5; slat += 1) {
    const x = -4.02 + slat * 0.1
    builder.addBox([x, 0.4, -2.9], [x + 0.085, 0.44, -0.3], scaleColor(wood, 1.04), 0.3, slat === 2)
  }
  for (const z of [-2.7, -1.6, -0.5]) builder.addBox([-4.0, 0, z - 0.04], [-3.55, 0.4, z + 0.04], timber, 0.2)
}

function addTable(builder: MeshBuilder, { wood, timber, brass }: Palette): void {
  const { x, y, z, radius } = table
  const top = [0.999, 0.8, 0.6, 0.4, 0.2, 0.001].map((share) => [radius * share, 0] as const)
  builder.addLathe([x, y, z], top, 40, scaleColor(wood, 1.08), 'open')
  builder.addLathe(
    [x, y, z],
    [
      [radius, -0.035],
      [radius, 0],
    ],
    40,
    brass,
  )
  builder.addLathe(
    [x, y - 0.035, z],
    [
      [0.001, 0],
      [radius * 0.6, 0],
      [radius, 0],
    ],
    40,
    scaleColor(timber, 0.7),
  )
  builder.addLathe(
    [x, 0, z],
    [
      [0.3, 0],
      [0.29, 0.02],
      [0.09, 0.05],
      [0.055, 0.2],
      [0.05, 0.5],
      [0.09, 0.66],
      [0.2, y - 0.035],
    ],
    24,
    timber,
  )
  const half = radius * 0.7
  builder.occluders.push({ min: [x - half, y - 0.035, z - half], max: [x + half, y - 0.005, z + half] })
}

/** Adds a brass inlay for assets at true size, with a mark every 15 degrees. */
function addFloorRing(builder: MeshBuilder, { ring: brass }: Palette): void {
  const { x, z, radius } = floorCircle
  const band = (inner: number, outer: number) =>
    builder.addLathe(
      [x, 0.003, z],
      [
        [outer, 0],
        [inner, 0],
      ],
      72,
      brass,
      'shines',
    )
  band(radius - 0.014, radius + 0.014)
  band(radius - 0.062, radius - 0.054)
  for (let mark = 0; mark < 24; mark += 1) {
    const angle = (mark / 24) * 2 * Math.PI
    const length = mark % 6 === 0 ? 0.16 : 0.07
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
    const inner = radius - 0.062 - length
    const half = 0.004
    const corner = [x + cos * inner + sin * half, 0.003, z - sin * inner + cos * half] as const
    builder.addQuad(
      corner,
      [cos * length, 0, -sin * length],
      [-sin * 2 * half, 0, -cos * 2 * half],
      [1, 1],
      brass,
      'shines',
    )
  }
}
