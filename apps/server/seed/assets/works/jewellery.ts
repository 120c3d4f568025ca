import { ModelBuilder } from '../model-builder.ts'
import { mergeShapes, type Shape } from '../shapes.ts'
import {
  around,
  bend,
  box,
  cylinder,
  extrude,
  type FlatPoint,
  circle,
  pipe,
  place,
  rectangle,
  ring,
  smooth,
  spin,
} from '../solids.ts'
import { brushedMetal, leather, pattern } from '../surface-textures.ts'

/** Returns a brilliant-cut stone of this radius, its table up, with flat facets. */
function brilliant(radius: number): Shape {
  const gem = spin(
    [
      [0, -0.86 * radius],
      [0.55 * radius, -0.36 * radius],
      [radius, -0.02 * radius],
      [radius, 0.03 * radius],
      [0.8 * radius, 0.24 * radius],
      [0.56 * radius, 0.35 * radius],
      [0, 0.35 * radius],
    ],
    16,
    0,
  )
  return smooth(gem, 1)
}

/** Builds a gold ring, 21 mm wide, with a sapphire between four claws and small stones along the band. */
export async function makeRing(): Promise<Uint8Array> {
  const model = new ModelBuilder('Sapphire ring')
  const gold = model.addMaterial({
    name: 'Gold',
    color: [1, 1, 1],
    textures: await brushedMetal([1, 0.82, 0.46], 0.14),
    relief: 0.3,
    tileMetres: 0.01,
  })
  const sapphire = model.addMaterial({ name: 'Sapphire', color: [0.03, 0.11, 0.5], roughness: 0.03, metalness: 0.35 })
  const diamond = model.addMaterial({ name: 'Diamond', color: [0.95, 0.97, 1], roughness: 0.02, metalness: 0.55 })
  const radius = 0.0095
  const band = bend(place(ring(radius, 0.001, 96, 16), { turn: [Math.PI / 2, 0, 0] }), (x, y, z) => {
    const broad = 1 + 0.5 * Math.max(0, y / radius) ** 2
    return [x, y, z * 1.25 * broad]
  })
  const crown = radius + 0.0036
  model.addPart('Band', place(band, { move: [0, radius + 0.001, 0] }), gold)
  model.addPart('Sapphire', place(brilliant(0.0034), { move: [0, radius * 2 + 0.0034, 0] }), sapphire)
  const claw = pipe(
    [
      [0.0011, radius + 0.0006, 0],
      [0.003, radius + 0.002, 0],
      [0.00352, crown - 0.0006, 0],
      [0.0029, crown + 0.0003, 0],
    ],
    0.00042,
    { sides: 8, steps: 4 },
  )
  model.addPart('Claws', place(around(4, claw, Math.PI / 4), { move: [0, radius + 0.001, 0] }), gold)
  const gallery = mergeShapes([place(ring(0.0024, 0.0003, 40, 8), { move: [0, radius * 2 + 0.0018, 0] })])
  model.addPart('Gallery', gallery, gold)
  const seats = [-3, -2, -1, 1, 2, 3].map((step) => {
    const angle = step * 0.24 + Math.sign(step) * 0.28
    const move = [Math.sin(angle) * (radius + 0.0012), radius + 0.001 + Math.cos(angle) * (radius + 0.0012), 0] as const
    return { move, turn: [0, 0, -angle] as const }
  })
  model.addPart('Side stones', mergeShapes(seats.map((seat) => place(brilliant(0.00095), seat))), diamond)
  model.addPart(
    'Bezels',
    mergeShapes(seats.map(({ move, turn }) => place(ring(0.001, 0.00022, 20, 8), { move, turn }))),
    gold,
  )
  return model.toGlb()
}

const watchRadius = 0.0195

/** Builds a wristwatch, 39 mm: steel case, deep green dial, leather strap closed to a loop. */
export async function makeWatch(): Promise<Uint8Array> {
  const model = new ModelBuilder('Wristwatch')
  const steel = model.addMaterial({
    name: 'Steel',
    color: [1, 1, 1],
    textures: await brushedMetal([0.78, 0.79, 0.81], 0.2),
    relief: 0.4,
    tileMetres: 0.02,
  })
  const polished = model.addMaterial({
    name: 'Polished steel',
    color: [0.85, 0.86, 0.88],
    roughness: 0.06,
    metalness: 1,
  })
  const dialTextures = await pattern(
    'sunburst',
    [0.02, 0.16, 0.13],
    [0.06, 0.3, 0.24],
    (u, v) => 0.5 + 0.5 * Math.sin(Math.atan2(v - 0.5, u - 0.5) * 90),
  )
  const dial = model.addMaterial({
    name: 'Dial',
    color: [1, 1, 1],
    roughness: 0.5,
    metalness: 1,
    textures: dialTextures,
  })
  const white = model.addMaterial({ name: 'Lume', color: [0.95, 0.93, 0.85], roughness: 0.4 })
  const strap = model.addMaterial({
    name: 'Leather',
    color: [1, 1, 1],
    textures: await leather([0.5, 0.26, 0.13]),
    relief: 0.5,
    tileMetres: 0.016,
  })
  const lift = 0.062
  const up = (shape: Shape) => place(shape, { turn: [0.35, 0, 0], move: [0, lift, 0.002] })
  model.addPart('Case', up(spin(caseProfile, 64, 0.0006)), steel)
  model.addPart('Bezel', up(spin(bezelProfile, 64, 0.0004)), polished)
  model.addPart('Dial', up(place(disc(0.0165), { move: [0, 0.0052, 0] })), dial)
  const marker = (hour: number) =>
    place(box(hour % 3 === 0 ? 0.0016 : 0.0009, 0.0006, hour % 3 === 0 ? 0.0036 : 0.0028, 0.0002), {
      move: [0, 0.0055, -0.0138],
    })
  model.addPart(
    'Hour markers',
    up(
      mergeShapes(
        Array.from({ length: 12 }, (_, hour) => place(marker(hour), { turn: [0, (hour / 12) * Math.PI * 2, 0] })),
      ),
    ),
    polished,
  )
  const hand = (length: number, width: number, turn: number, height: number) =>
    place(
      place(
        extrude(
          [
            [-width, -0.002],
            [width, -0.002],
            [width * 0.7, length * 0.8],
            [0, length],
            [-width * 0.7, length * 0.8],
          ],
          0.0003,
          0.0001,
        ),
        { turn: [-Math.PI / 2, 0, 0] },
      ),
      { turn: [0, turn, 0], move: [0, height, 0] },
    )
  model.addPart(
    'Hands',
    up(
      mergeShapes([
        hand(0.0088, 0.0008, 1.05, 0.0062),
        hand(0.0135, 0.0006, -1.05, 0.0066),
        place(cylinder(0.0011, 0.0014, 0.0002, 20), { move: [0, 0.0056, 0] }),
      ]),
    ),
    white,
  )
  model.addPart(
    'Second hand',
    up(
      place(
        place(extrude(rectangle(0.0003, 0.019), 0.0002, 0.00005), { turn: [-Math.PI / 2, 0, 0], move: [0, 0, -0.005] }),
        { turn: [0, 2.6, 0], move: [0, 0.007, 0] },
      ),
    ),
    model.addMaterial({ name: 'Signal orange', color: [0.9, 0.24, 0.05], roughness: 0.4 }),
  )
  const crown = place(
    spin(
      [
        [0, 0],
        [0.003, 0],
        [0.0034, 0.0008],
        [0.0034, 0.003],
        [0.0026, 0.0036],
        [0, 0.0036],
      ],
      18,
      0,
    ),
    { turn: [0, 0, -Math.PI / 2], move: [watchRadius + 0.0006, 0.003, 0] },
  )
  model.addPart('Crown', up(smooth(crown, 12)), polished)
  const lug = place(box(0.0022, 0.0042, 0.0085, 0.0009), {
    turn: [0.42, 0, 0],
    move: [0.0112, 0.0022, watchRadius - 0.0012],
  })
  const lugs = mergeShapes([lug, place(lug, { scale: [-1, 1, 1] })])
  model.addPart('Lugs', up(mergeShapes([lugs, place(lugs, { turn: [0, Math.PI, 0] })])), steel)
  const loopAt = (t: number): readonly [number, number] => {
    const angle = 0.35 + Math.PI / 2 + 0.42 + t * (Math.PI * 2 - 0.84)
    return [lift - 0.03 + Math.sin(angle) * 0.0325, Math.cos(angle) * -0.027]
  }
  const bandShape = strapLoop(loopAt, 0.0098, 0.0082, 0.0024)
  model.addPart('Strap', bandShape, strap)
  return model.toGlb()
}

/** Returns a strap along a loop in y and z: broad at both ends, with stitched edges that swell a little. */
function strapLoop(
  at: (t: number) => readonly [number, number],
  endWidth: number,
  midWidth: number,
  thickness: number,
): Shape {
  const steps = 64
  const rows = Array.from({ length: steps + 1 }, (_, step) => {
    const t = step / steps
    const [y, z] = at(t)
    const [y2, z2] = at(t + 0.002)
    const length = Math.hypot(y2 - y, z2 - z)
    const [ny, nz] = [(z2 - z) / length, -(y2 - y) / length]
    const half = midWidth + (endWidth - midWidth) * Math.abs(t * 2 - 1)
    const section: FlatPoint[] = [
      [-1, 0],
      [-0.97, 0.4],
      [-0.8, 0.62],
      [0, 0.5],
      [0.8, 0.62],
      [0.97, 0.4],
      [1, 0],
      [0.97, -0.4],
      [0.8, -0.5],
      [0, -0.5],
      [-0.8, -0.5],
      [-0.97, -0.4],
      [-1, 0],
    ]
    return section.map(([across, out]) => [across * half, y + ny * out * thickness, z + nz * out * thickness] as const)
  })
  const columns = 12
  const { positions, uvs, indices } = skinRows(rows, columns)
  return smooth({ positions, uvs, indices, normals: positions }, 55)
}

function skinRows(rows: readonly (readonly (readonly [number, number, number])[])[], columns: number) {
  const positions = Float32Array.from(rows.flat(2))
  const uvs = Float32Array.from(
    rows.flatMap((row, index) => row.map((_, column) => [column / columns, index / 8]).flat()),
  )
  const indices: number[] = []
  for (let row = 0; row < rows.length - 1; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const a = row * (columns + 1) + column
      const c = a + columns + 1
      indices.push(a, c, a + 1, a + 1, c, c + 1)
    }
  }
  return { positions, uvs, indices: Uint32Array.from(indices) }
}

/** Returns a flat disc whose texture runs over its whole face. */
function disc(radius: number): Shape {
  const flat = place(extrude(circle(radius, 64), 0.0006, 0.0001), { turn: [-Math.PI / 2, 0, 0] })
  const uvs = Float32Array.from(
    { length: (flat.positions.length / 3) * 2 },
    (_, at) => (flat.positions[Math.floor(at / 2) * 3 + (at % 2) * 2] ?? 0) / radius / 2 + 0.5,
  )
  return { ...flat, uvs }
}

const caseProfile = [
  [0, 0],
  [0.014, 0],
  [0.0175, 0.0012],
  [watchRadius, 0.003],
  [watchRadius, 0.006],
  [0.0185, 0.0072],
  [0.017, 0.0074],
  [0.0168, 0.005],
  [0, 0.005],
] as const
const bezelProfile = [
  [0.0168, 0.0068],
  [0.0186, 0.007],
  [0.0182, 0.0082],
  [0.0168, 0.0085],
] as const
