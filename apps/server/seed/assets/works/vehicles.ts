import { ModelBuilder } from '../model-builder.ts'
import { mergeShapes, type Shape } from '../shapes.ts'
import {
  around,
  bend,
  bothSides,
  box,
  cylinder,
  pipe,
  place,
  type Point,
  ring,
  rod,
  smoothSkin,
  spin,
} from '../solids.ts'
import { cloth, leather, usedPaint, wood } from '../surface-textures.ts'

/** Builds a small electric city car, 3.4 m long, with a body of one curve, round lamps and turning wheels. */
export async function makeCityCar(): Promise<Uint8Array> {
  const model = new ModelBuilder('City car')
  const mint = model.addMaterial({ name: 'Mint lacquer', color: [0.34, 0.62, 0.54], roughness: 0.16 })
  const cream = model.addMaterial({ name: 'Cream lacquer', color: [0.93, 0.88, 0.77], roughness: 0.18 })
  const glass = model.addMaterial({ name: 'Glass', color: [0.03, 0.05, 0.06], roughness: 0.04, metalness: 0.25 })
  const rubber = model.addMaterial({ name: 'Tyres', color: [0.025, 0.025, 0.028], roughness: 0.85 })
  const chrome = model.addMaterial({ name: 'Chrome', color: [0.88, 0.89, 0.91], roughness: 0.08, metalness: 1 })
  const dark = model.addMaterial({ name: 'Underbody', color: [0.04, 0.04, 0.045], roughness: 0.8 })
  const lamp = model.addMaterial({
    name: 'Headlamps',
    color: [0.98, 0.97, 0.92],
    roughness: 0.08,
    emission: [0.35, 0.34, 0.3],
  })
  const tail = model.addMaterial({
    name: 'Tail lamps',
    color: [0.7, 0.02, 0.02],
    roughness: 0.12,
    emission: [0.3, 0, 0],
  })
  /** Rows of sections along the car, from back to front. */
  const loft = (
    stations: readonly (readonly [z: number, low: number, high: number, half: number, round: number])[],
    fine = 4,
  ) => {
    const rows: Point[][] = []
    const spline = (index: number, s: number, pick: 0 | 1 | 2 | 3 | 4) => {
      const at = (i: number) => stations[Math.min(stations.length - 1, Math.max(0, i))]?.[pick] ?? 0
      const [a, b, c, d] = [at(index - 1), at(index), at(index + 1), at(index + 2)]
      return 0.5 * (2 * b + (c - a) * s + (2 * a - 5 * b + 4 * c - d) * s * s + (3 * b - a - 3 * c + d) * s ** 3)
    }
    for (let index = 0; index < stations.length - 1; index += 1) {
      for (let step = 0; step < fine || (index === stations.length - 2 && step === fine); step += 1) {
        const s = step / fine
        const [z, low, high, half, round] = ([0, 1, 2, 3, 4] as const).map((pick) => spline(index, s, pick))
        const section: Point[] = []
        for (let corner = 0; corner <= 32; corner += 1) {
          const angle = (corner / 32) * Math.PI * 2 - Math.PI / 2
          const power = 2 / (round ?? 3)
          const [cx, cy] = [Math.cos(angle), Math.sin(angle)]
          section.push([
            Math.sign(cx) * Math.abs(cx) ** power * (half ?? 0),
            ((low ?? 0) + (high ?? 0)) / 2 + (Math.sign(cy) * Math.abs(cy) ** power * ((high ?? 0) - (low ?? 0))) / 2,
            z ?? 0,
          ])
        }
        rows.push(section)
      }
    }
    const ends = [rows[0], rows.at(-1)].map(
      (row) => row?.map((): Point => [0, (row[0]?.[1] ?? 0) / 2 + (row[16]?.[1] ?? 0) / 2, row[0]?.[2] ?? 0]) ?? [],
    )
    return smoothSkin([ends[0] ?? [], ...rows, ends[1] ?? []])
  }
  model.addPart(
    'Body',
    loft([
      [-1.66, 0.36, 0.66, 0.5, 3.2],
      [-1.56, 0.27, 0.86, 0.7, 3.6],
      [-1.1, 0.22, 0.95, 0.79, 4],
      [-0.2, 0.2, 0.95, 0.8, 4.4],
      [0.7, 0.2, 0.92, 0.8, 4.2],
      [1.25, 0.22, 0.86, 0.79, 4.4],
      [1.58, 0.27, 0.76, 0.71, 4],
      [1.7, 0.36, 0.62, 0.52, 3.4],
    ]),
    mint,
  )
  model.addPart(
    'Greenhouse',
    loft([
      [-1.5, 0.82, 0.94, 0.6, 3.4],
      [-1.3, 0.82, 1.26, 0.67, 3.6],
      [-0.9, 0.82, 1.45, 0.69, 3.8],
      [-0.2, 0.82, 1.5, 0.7, 3.8],
      [0.4, 0.82, 1.42, 0.69, 3.6],
      [0.85, 0.82, 1.12, 0.68, 3.4],
      [1.12, 0.8, 0.9, 0.64, 3.2],
    ]),
    glass,
  )
  model.addPart(
    'Roof',
    loft([
      [-1.36, 1.24, 1.285, 0.56, 3],
      [-0.9, 1.36, 1.48, 0.665, 4],
      [-0.2, 1.4, 1.53, 0.68, 4],
      [0.36, 1.34, 1.455, 0.66, 4],
      [0.5, 1.31, 1.39, 0.58, 3],
    ]),
    cream,
  )
  model.addPart(
    'Pillars',
    bothSides(
      mergeShapes([
        pipe(
          [
            [0.62, 0.92, 0.95],
            [0.64, 1.14, 0.78],
            [0.62, 1.38, 0.42],
          ],
          0.028,
          { sides: 8 },
        ),
        pipe(
          [
            [0.705, 0.9, -0.28],
            [0.7, 1.15, -0.28],
            [0.64, 1.46, -0.28],
          ],
          0.026,
          { sides: 8 },
        ),
        pipe(
          [
            [0.6, 0.92, -1.42],
            [0.62, 1.12, -1.34],
            [0.6, 1.34, -1.1],
          ],
          0.045,
          { sides: 8 },
        ),
      ]),
    ),
    cream,
  )
  model.addPart(
    'Waist line',
    bothSides(
      pipe(
        [
          [0.775, 0.56, -0.62],
          [0.8, 0.56, -0.3],
          [0.802, 0.56, 0.3],
          [0.795, 0.56, 0.68],
        ],
        0.012,
        { sides: 8 },
      ),
    ),
    chrome,
  )
  const arches: Point[] = [
    [0.7, 0.3, 1.08],
    [0.7, 0.3, -1.02],
  ]
  model.addPart(
    'Wheel arches',
    bothSides(
      mergeShapes(
        arches.map(([x, y, z]) =>
          place(cylinder(0.335, 0.1, 0.02, 40), { turn: [0, 0, -Math.PI / 2], move: [x + 0.005, y + 0.02, z] }),
        ),
      ),
    ),
    dark,
  )
  const tyre = bend(ring(0.225, 0.075, 44, 16), (x, y, z) => [x, y * 0.85, z], 80)
  const rim = mergeShapes([
    spin(
      [
        [0.18, 0.02],
        [0.175, 0.045],
        [0.165, 0.03],
        [0.07, 0.04],
        [0.05, 0.045],
        [0, 0.045],
      ],
      40,
      0.005,
    ),
    around(8, place(box(0.03, 0.014, 0.06, 0.006), { move: [0, 0.046, 0.115] })),
  ])
  for (const [index, [x, y, z]] of [...arches, ...arches.map(([x, y, z]): Point => [-x, y, z])].entries()) {
    const side = Math.sign(x)
    const node = model.addGroup(`Wheel ${index + 1} turns`, { position: [side * 0.755, y, z] })
    const upright = (shape: Shape) => place(shape, { turn: [0, 0, (-side * Math.PI) / 2] })
    model.addPart(`Tyre ${index + 1}`, upright(tyre), rubber, { parent: node })
    model.addPart(`Rim ${index + 1}`, upright(rim), cream, { parent: node })
    model.addTurn('Drive', node, 'x', [
      [0, 0],
      [0.5, Math.PI / 2],
      [1, Math.PI],
      [1.5, Math.PI * 1.5],
      [2, Math.PI * 2],
    ])
  }
  model.addPart(
    'Headlamps',
    bothSides(
      place(
        spin(
          [
            [0.1, 0],
            [0.085, 0.035],
            [0, 0.05],
          ],
          32,
          0.004,
        ),
        { turn: [Math.PI / 2 - 0.16, 0, -0.22], move: [0.44, 0.6, 1.672] },
      ),
    ),
    lamp,
  )
  model.addPart(
    'Lamp rings',
    bothSides(place(ring(0.104, 0.013, 40, 10), { turn: [Math.PI / 2 - 0.16, 0, -0.22], move: [0.44, 0.6, 1.678] })),
    chrome,
  )
  model.addPart(
    'Grille',
    mergeShapes(
      [-1, 0, 1].map((row) =>
        place(box(0.44 - Math.abs(row) * 0.05, 0.016, 0.03, 0.006), { move: [0, 0.5 + row * 0.045, 1.7] }),
      ),
    ),
    chrome,
  )
  model.addPart(
    'Bumpers',
    mergeShapes([
      pipe(
        [
          [-0.7, 0.34, 1.56],
          [-0.4, 0.33, 1.72],
          [0.4, 0.33, 1.72],
          [0.7, 0.34, 1.56],
        ],
        0.04,
        { sides: 12 },
      ),
      pipe(
        [
          [-0.62, 0.36, -1.56],
          [-0.4, 0.35, -1.68],
          [0.4, 0.35, -1.68],
          [0.62, 0.36, -1.56],
        ],
        0.04,
        { sides: 12 },
      ),
    ]),
    chrome,
  )
  model.addPart(
    'Tail lamps',
    bothSides(
      place(
        spin(
          [
            [0.07, 0],
            [0.05, 0.02],
            [0, 0.028],
          ],
          28,
          0.003,
        ),
        { turn: [-Math.PI / 2, 0, 0], move: [0.5, 0.68, -1.585] },
      ),
    ),
    tail,
  )
  model.addPart('Door handles', bothSides(place(box(0.02, 0.022, 0.15, 0.008), { move: [0.812, 0.74, -0.12] })), chrome)
  model.addPart(
    'Mirrors',
    bothSides(
      mergeShapes([
        rod([0.7, 0.92, 0.72], [0.86, 0.98, 0.7], 0.012, 8),
        place(box(0.05, 0.1, 0.15, 0.03, 3), { turn: [0, 0.2, 0], move: [0.89, 0.99, 0.68] }),
      ]),
    ),
    cream,
  )
  model.addPart(
    'Wipers',
    bothSides(place(rod([0.04, 0, 0], [0.42, 0.1, -0.07], 0.008, 6), { move: [0, 0.93, 1.09] })),
    dark,
  )
  model.addPart(
    'Luggage rack',
    mergeShapes([
      ...[-0.42, -0.14, 0.14, 0.42].map((x) => rod([x, 1.56, -0.95], [x, 1.56, 0.1], 0.012, 8)),
      rod([-0.5, 1.555, -0.9], [0.5, 1.555, -0.9], 0.014, 8),
      rod([-0.5, 1.555, 0.05], [0.5, 1.555, 0.05], 0.014, 8),
    ]),
    chrome,
  )
  model.addPart(
    'Suitcase',
    place(box(0.62, 0.18, 0.42, 0.03, 2), { move: [-0.08, 1.67, -0.5] }),
    model.addMaterial({
      name: 'Tan leather',
      color: [1, 1, 1],
      textures: await leather([0.62, 0.36, 0.18]),
      tileMetres: 0.3,
      relief: 0.4,
    }),
  )
  return model.toGlb()
}

/** Builds a sailing dinghy, 3.6 m long, on a beach trolley: clinker hull, varnished thwarts, two sails. */
export async function makeDinghy(): Promise<Uint8Array> {
  const model = new ModelBuilder('Sailing dinghy')
  const hullPaint = model.addMaterial({
    name: 'Hull paint',
    color: [1, 1, 1],
    textures: await usedPaint([0.12, 0.26, 0.36], 0.28, 0.04),
    tileMetres: 1.2,
    relief: 0.4,
    isDoubleSided: true,
  })
  const varnish = model.addMaterial({
    name: 'Varnished larch',
    color: [1, 1, 1],
    textures: await wood([0.78, 0.48, 0.24]),
    tileMetres: 0.9,
    relief: 0.5,
  })
  const sail = model.addMaterial({
    name: 'Sailcloth',
    color: [1, 1, 1],
    textures: await cloth([0.96, 0.92, 0.84], 40),
    tileMetres: 0.5,
    relief: 0.3,
    isDoubleSided: true,
  })
  const tan = model.addMaterial({
    name: 'Tan jib',
    color: [1, 1, 1],
    textures: await cloth([0.72, 0.32, 0.18], 40),
    tileMetres: 0.5,
    relief: 0.3,
    isDoubleSided: true,
  })
  const rope = model.addMaterial({ name: 'Rope', color: [0.8, 0.7, 0.52], roughness: 0.9 })
  const steel = model.addMaterial({ name: 'Fittings', color: [0.8, 0.81, 0.83], roughness: 0.2, metalness: 1 })
  const rubber = model.addMaterial({ name: 'Rubber', color: [0.05, 0.05, 0.055], roughness: 0.85 })
  const deckAt = (t: number) => 0.86 + 0.16 * Math.max(0, t - 0.35) ** 2 + 0.05 * (1 - t) ** 2
  const halfAt = (t: number) => 0.68 * Math.sin(Math.PI * Math.min(1, 0.32 + t * 0.68)) ** 0.8 * (t > 0.985 ? 0.4 : 1)
  const keelAt = (t: number) => 0.44 + 0.3 * Math.max(0, (t - 0.72) / 0.28) ** 2.2 + 0.06 * (1 - t) ** 3
  const hull = (inset: number) =>
    Array.from({ length: 33 }, (_, row) => {
      const t = row / 32
      return Array.from({ length: 31 }, (_, column): Point => {
        const s = (column / 30) * 2 - 1
        const plank = Math.floor(Math.abs(s) * 6 + 0.001) / 6
        const lap = 0.012 * (1 - (Math.abs(s) - plank) * 6)
        const across = Math.abs(s) ** 0.72 * (halfAt(t) - inset) - (inset === 0 ? lap - 0.012 : 0)
        return [
          Math.sign(s) * across,
          keelAt(t) + inset + (deckAt(t) - keelAt(t) - inset) * Math.abs(s) ** 1.9,
          (t - 0.5) * 3.6,
        ]
      })
    })
  model.addPart('Hull', smoothSkin(hull(0)), hullPaint)
  model.addPart('Planking inside', smoothSkin(hull(0.022).map((row) => row.toReversed())), varnish)
  const edge = Array.from({ length: 12 }, (_, index): Point => [
    halfAt(index / 11),
    deckAt(index / 11),
    (index / 11 - 0.5) * 3.6,
  ])
  model.addPart('Gunwales', bothSides(pipe(edge, 0.026, { sides: 10, steps: 3 })), varnish)
  model.addPart(
    'Transom',
    place(
      bend(box(1.12, 0.4, 0.035, 0.01, 3), (x, y, z) => [x * (0.72 + (y + 0.2) * 0.7), y, z], 60),
      { move: [0, 0.72, -1.79] },
    ),
    varnish,
  )
  model.addPart(
    'Thwarts',
    mergeShapes([
      place(box(1.26, 0.03, 0.24, 0.01), { move: [0, 0.76, -0.2] }),
      place(box(1.12, 0.03, 0.26, 0.01), { move: [0, 0.77, -1.3] }),
      place(box(0.98, 0.03, 0.2, 0.01), { move: [0, 0.78, 0.66] }),
      place(box(0.05, 0.3, 0.85, 0.01), { move: [0, 0.64, 0.12] }),
    ]),
    varnish,
  )
  const foredeck = Array.from({ length: 9 }, (_, row) => {
    const t = 0.76 + (row / 8) * 0.24
    return Array.from({ length: 9 }, (_, column): Point => {
      const s = 1 - (column / 8) * 2
      return [s * halfAt(t), deckAt(t) + 0.035 * (1 - s * s), (t - 0.5) * 3.6]
    })
  })
  model.addPart('Foredeck', smoothSkin(foredeck), varnish)
  const mastZ = 0.72
  model.addPart('Mast', rod([0, 0.6, mastZ], [0, 5, mastZ - 0.1], 0.04, 16, 0.024), varnish)
  model.addPart('Boom', rod([0, 1.35, mastZ - 0.05], [0.35, 1.38, -1.75], 0.032, 14, 0.026), varnish)
  const cloths = (tack: Point, head: Point, clew: Point, belly: number) =>
    smoothSkin(
      Array.from({ length: 21 }, (_, row) =>
        Array.from({ length: 15 }, (_, column): Point => {
          const [t, s] = [row / 20, column / 14]
          const at = (axis: 0 | 1 | 2) =>
            (tack[axis] * (1 - t) + head[axis] * t) * (1 - s) + (clew[axis] * (1 - t) + head[axis] * t) * s
          const curve = Math.sin(Math.PI * s) * Math.sin(Math.PI * Math.min(1, 0.25 + t * 0.75)) * belly
          return [at(0) + curve, at(1), at(2) - Math.sin(Math.PI * t) * s * 0.22]
        }),
      ),
    )
  model.addPart('Main sail', cloths([0, 1.42, mastZ - 0.06], [0, 4.85, mastZ - 0.12], [0.34, 1.45, -1.68], 0.3), sail)
  model.addPart('Jib', cloths([0, 1.12, 1.72], [0, 3.9, mastZ], [0.42, 1.25, 0.12], 0.18), tan)
  const battens = [0.24, 0.46, 0.68].map((t) =>
    rod(
      [0.12, 1.45 + t * 3.4, -0.55 * (1 - t)],
      [0.24 * (1 - t) + 0.06, 1.45 + t * 3.4, mastZ - (1 - t) * 2.25 - 0.24],
      0.009,
      6,
    ),
  )
  model.addPart('Battens', mergeShapes(battens), varnish)
  model.addPart(
    'Rigging',
    mergeShapes([
      rod([0, 1.08, 1.78], [0, 4.1, mastZ], 0.006, 5),
      ...[-1, 1].map((side) => rod([side * 0.62, 0.93, 0.5], [0, 4.1, mastZ - 0.05], 0.006, 5)),
      pipe(
        [
          [0.28, 1.36, -1.4],
          [0.1, 0.95, -1.45],
          [0, 0.82, -1.4],
        ],
        0.01,
        { sides: 6 },
      ),
    ]),
    rope,
  )
  model.addPart(
    'Rudder',
    mergeShapes([
      place(box(0.04, 0.86, 0.3, 0.015), { turn: [0.12, 0, 0], move: [0, 0.56, -1.96] }),
      rod([0, 0.98, -1.92], [0.08, 1.06, -1.1], 0.018, 10),
    ]),
    varnish,
  )
  model.addPart(
    'Rudder fittings',
    mergeShapes([0.66, 0.86].map((y) => place(box(0.07, 0.03, 0.12, 0.006), { move: [0, y, -1.82] }))),
    steel,
  )
  model.addPart(
    'Trolley',
    mergeShapes([
      rod([0, 0.3, -1.2], [0, 0.3, 2.2], 0.03, 10),
      rod([-0.62, 0.24, -0.25], [0.62, 0.24, -0.25], 0.03, 10),
      ...[-1, 1].map((side) =>
        pipe(
          [
            [side * 0.04, 0.3, -0.25],
            [side * 0.34, 0.4, -0.25],
            [side * 0.44, 0.6, -0.25],
          ],
          0.03,
          { sides: 10 },
        ),
      ),
      place(box(0.3, 0.08, 0.1, 0.02), { move: [0, 0.36, 1.2] }),
      rod([0, 0.3, 1.2], [0, 0.56, 1.3], 0.03, 8),
    ]),
    steel,
  )
  model.addPart(
    'Trolley wheels',
    bothSides(
      place(
        bend(ring(0.17, 0.075, 32, 14), (x, y, z) => [x, y * 1.1, z], 80),
        { turn: [0, 0, Math.PI / 2], move: [0.68, 0.24, -0.25] },
      ),
    ),
    rubber,
  )
  return model.toGlb()
}
