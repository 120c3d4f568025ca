import { ModelBuilder } from '../model-builder.ts'
import { mergeShapes, type Shape } from '../shapes.ts'
import {
  bothSides,
  box,
  cylinder,
  extrude,
  type FlatPoint,
  place,
  type Point,
  rod,
  smoothSkin,
  spin,
} from '../solids.ts'
import { cloth, stone, usedPaint, wood } from '../surface-textures.ts'

/** Returns a square truss along x: four tubes and their lattice. */
function truss(length: number, edge = 0.3): Shape {
  const half = edge / 2
  const tubes = (
    [
      [-half, -half],
      [half, -half],
      [half, half],
      [-half, half],
    ] as const
  ).map(([y, z]) => rod([-length / 2, y, z], [length / 2, y, z], 0.025, 8))
  const bays = Math.round(length / 0.5)
  const lattice = Array.from({ length: bays }, (_, bay) => {
    const [from, to] = [-length / 2 + (bay / bays) * length, -length / 2 + ((bay + 1) / bays) * length]
    const flip = bay % 2 === 0 ? 1 : -1
    return [
      rod([from, -half * flip, half], [to, half * flip, half], 0.012, 5),
      rod([from, half, -half * flip], [to, half, half * flip], 0.012, 5),
      rod([from, -half * flip, -half], [to, half * flip, -half], 0.012, 5),
    ]
  }).flat()
  return mergeShapes([...tubes, ...lattice])
}

/** Builds a concert stage, 8 m wide: deck, truss arch with lamps and their beams, wing screens, speakers and steps. */
export async function makeConcertStage(): Promise<Uint8Array> {
  const model = new ModelBuilder('Concert stage')
  const deck = model.addMaterial({
    name: 'Stage deck',
    color: [1, 1, 1],
    textures: await wood([0.2, 0.19, 0.22]),
    tileMetres: 1.2,
    relief: 0.5,
  })
  const aluminium = model.addMaterial({ name: 'Truss', color: [0.75, 0.76, 0.8], roughness: 0.3, metalness: 1 })
  const black = model.addMaterial({
    name: 'Black paint',
    color: [1, 1, 1],
    textures: await usedPaint([0.11, 0.11, 0.13], 0.55),
    tileMetres: 0.8,
  })
  const violet = model.addMaterial({
    name: 'Violet beam',
    color: [0.5, 0.2, 1],
    roughness: 1,
    emission: [0.3, 0.1, 0.75],
    opacity: 0.16,
    isDoubleSided: true,
  })
  const amber = model.addMaterial({
    name: 'Amber beam',
    color: [1, 0.6, 0.1],
    roughness: 1,
    emission: [0.85, 0.42, 0.06],
    opacity: 0.16,
    isDoubleSided: true,
  })
  const screen = model.addMaterial({
    name: 'Screen',
    color: [0.02, 0.02, 0.05],
    roughness: 0.3,
    emission: [0.1, 0.05, 0.4],
  })
  const lensGlow = model.addMaterial({ name: 'Lens', color: [1, 0.95, 0.8], roughness: 0.2, emission: [1, 0.85, 0.55] })
  model.addPart('Deck', place(box(8, 0.18, 5, 0.02), { move: [0, 1.01, 0] }), deck)
  model.addPart('Skirt', place(box(7.9, 0.92, 4.9, 0.02), { move: [0, 0.46, 0] }), black)
  model.addPart('Riser', place(box(2.6, 0.4, 1.6, 0.02), { move: [0, 1.3, -1.2] }), deck)
  model.addPart(
    'Steps',
    mergeShapes(
      [0, 1, 2, 3].map((step) =>
        place(box(1.1, 0.22 * (4 - step), 0.28, 0.012), { move: [-2.4, 0.11 * (4 - step), 2.64 + step * 0.28] }),
      ),
    ),
    black,
  )
  const upright = place(truss(5), { turn: [0, 0, Math.PI / 2] })
  model.addPart(
    'Truss towers',
    bothSides(mergeShapes([place(upright, { move: [3.75, 3.6, 2.1] }), place(upright, { move: [3.75, 3.6, -2.1] })])),
    aluminium,
  )
  model.addPart('Front truss', place(truss(7.2), { move: [0, 6, 2.1] }), aluminium)
  model.addPart('Back truss', place(truss(7.2), { move: [0, 6, -2.1] }), aluminium)
  model.addPart(
    'Side trusses',
    bothSides(place(truss(3.9), { turn: [0, Math.PI / 2, 0], move: [3.75, 6, 0] })),
    aluminium,
  )
  const places = [-3, -1.8, -0.6, 0.6, 1.8, 3]
  const head = mergeShapes([
    place(cylinder(0.14, 0.34, 0.02, 20), { move: [0, -0.55, 0] }),
    place(box(0.36, 0.05, 0.1, 0.01), { move: [0, -0.16, 0] }),
  ])
  model.addPart(
    'Moving heads',
    mergeShapes(places.map((x, index) => place(head, { turn: [0.25, 0, (index - 2.5) * 0.08], move: [x, 6, 2.1] }))),
    black,
  )
  model.addPart(
    'Lenses',
    mergeShapes(
      places.map((x, index) =>
        place(cylinder(0.11, 0.02, 0.004, 20), {
          turn: [0.25, 0, (index - 2.5) * 0.08],
          move: [x - (index - 2.5) * -0.045, 5.45, 1.96],
        }),
      ),
    ),
    lensGlow,
  )
  const beam = spin(
    [
      [0.85, -4.3],
      [0.1, -0.56],
    ],
    24,
    0,
  )
  const beamAt = (index: number) =>
    place(beam, { turn: [0.25, 0, (index - 2.5) * 0.08], move: [places[index] ?? 0, 6, 2.1] })
  model.addPart('Violet beams', mergeShapes([0, 2, 4].map(beamAt)), violet)
  model.addPart('Amber beams', mergeShapes([1, 3, 5].map(beamAt)), amber)
  model.addPart(
    'Wing screens',
    bothSides(place(box(1.5, 2.6, 0.08, 0.01), { turn: [0, -0.3, 0], move: [2.75, 2.75, -1.6] })),
    screen,
  )
  model.addPart(
    'Screen frames',
    bothSides(place(box(1.6, 2.7, 0.06, 0.01), { turn: [0, -0.3, 0], move: [2.76, 2.75, -1.64] })),
    black,
  )
  const speaker = mergeShapes(
    [0, 1, 2, 3].map((row) =>
      place(box(0.62, 0.36, 0.5, 0.03), { turn: [0.06 * row, 0, 0], move: [0, -row * 0.37, row * row * -0.02] }),
    ),
  )
  model.addPart('Line arrays', bothSides(place(speaker, { move: [4.35, 5.3, 2.2] })), black)
  model.addPart(
    'Drum kit',
    mergeShapes([
      place(cylinder(0.28, 0.4, 0.02, 28), { turn: [Math.PI / 2, 0, 0], move: [0, 1.78, -1.35] }),
      place(cylinder(0.17, 0.22, 0.01, 24), { move: [-0.36, 1.75, -0.95] }),
      place(cylinder(0.2, 0.26, 0.01, 24), { move: [0.42, 1.68, -0.95] }),
    ]),
    model.addMaterial({ name: 'Red sparkle', color: [0.62, 0.05, 0.08], roughness: 0.25, metalness: 0.4 }),
  )
  model.addPart(
    'Cymbals',
    mergeShapes(
      (
        [
          [-0.6, 2.35, -1.2, 0.2],
          [0.62, 2.4, -1.3, -0.2],
        ] as const
      ).map(([x, y, z, tilt]) =>
        mergeShapes([
          place(
            spin(
              [
                [0, -0.003],
                [0.24, -0.003],
                [0.05, 0.022],
                [0.04, 0.04],
                [0, 0.046],
              ],
              28,
              0,
            ),
            { turn: [0.2, 0, tilt], move: [x, y, z] },
          ),
          rod([x, 1.5, z], [x, y, z], 0.012, 6),
        ]),
      ),
    ),
    model.addMaterial({ name: 'Bronze', color: [0.85, 0.62, 0.28], roughness: 0.24, metalness: 1 }),
  )
  model.addPart(
    'Monitors',
    bothSides(
      mergeShapes([
        place(
          extrude(
            [
              [-0.28, 0],
              [0.28, 0],
              [0.12, 0.34],
              [-0.28, 0.3],
            ],
            0.6,
            0.02,
          ),
          { turn: [0, -Math.PI / 2, 0], move: [1.1, 1.1, 1.9] },
        ),
      ]),
    ),
    black,
  )
  return model.toGlb()
}

/** Builds an opera set, 9 m wide: a marble arch on steps with columns, drapes and a painted moon. */
export async function makeOperaSet(): Promise<Uint8Array> {
  const model = new ModelBuilder('Opera set')
  const marble = model.addMaterial({
    name: 'Painted marble',
    color: [1, 1, 1],
    textures: await stone([0.82, 0.74, 0.7], 0.2, 0.4),
    tileMetres: 2.2,
    relief: 0.3,
  })
  const floor = model.addMaterial({
    name: 'Stage floor',
    color: [1, 1, 1],
    textures: await wood([0.42, 0.22, 0.16]),
    tileMetres: 1.6,
    relief: 0.5,
  })
  const velvet = model.addMaterial({
    name: 'Velvet',
    color: [1, 1, 1],
    textures: await cloth([0.55, 0.07, 0.12], 40),
    tileMetres: 0.5,
    isDoubleSided: true,
  })
  const gold = model.addMaterial({ name: 'Gilding', color: [0.95, 0.72, 0.32], roughness: 0.32, metalness: 1 })
  const night = model.addMaterial({ name: 'Painted night', color: [0.03, 0.05, 0.14], roughness: 0.9 })
  const moon = model.addMaterial({ name: 'Moon', color: [1, 0.93, 0.78], roughness: 0.8, emission: [0.55, 0.46, 0.3] })
  model.addPart('Floor', place(box(9, 0.2, 6, 0.02), { move: [0, 0.1, 0] }), floor)
  model.addPart(
    'Steps',
    mergeShapes(
      [0, 1, 2, 3, 4].map((step) =>
        place(
          spin(
            [
              [0, 0],
              [2.9 - step * 0.38, 0],
              [2.9 - step * 0.38, 0.18],
              [0, 0.18],
            ],
            48,
            0.02,
          ),
          { move: [0, 0.2 + step * 0.18, -0.9] },
        ),
      ),
    ),
    marble,
  )
  const arch: FlatPoint[] = [
    [-2.6, 0],
    [-1.7, 0],
    [-1.7, 2.7],
    ...Array.from({ length: 15 }, (_, index): FlatPoint => {
      const angle = Math.PI - (index / 14) * Math.PI
      return [Math.cos(angle) * 1.7, 2.7 + Math.sin(angle) * 1.5]
    }),
    [1.7, 2.7],
    [1.7, 0],
    [2.6, 0],
    [2.6, 5],
    [-2.6, 5],
  ]
  model.addPart('Arch', place(extrude(arch, 0.6, 0.03), { move: [0, 0.2, -2.2] }), marble)
  model.addPart(
    'Cornice',
    mergeShapes([
      place(box(5.7, 0.22, 0.9, 0.04), { move: [0, 5.3, -2.2] }),
      place(box(5.4, 0.12, 0.75, 0.03), { move: [0, 5.14, -2.2] }),
    ]),
    gold,
  )
  const shaft = spin(
    [
      [0, 0],
      [0.34, 0],
      [0.34, 0.12],
      [0.27, 0.2],
      [0.25, 0.3],
      [0.21, 3.4],
      [0.25, 3.46],
      [0.3, 3.6],
      [0.36, 3.62],
      [0.36, 3.74],
      [0, 3.74],
    ],
    28,
    0.015,
  )
  const columns: Point[] = [
    [2.9, 0.2, -0.6],
    [3.6, 0.2, 0.9],
  ]
  model.addPart('Columns', bothSides(mergeShapes(columns.map((move) => place(shaft, { move })))), marble)
  model.addPart(
    'Capitals',
    bothSides(mergeShapes(columns.map(([x, y, z]) => place(box(0.8, 0.12, 0.8, 0.03), { move: [x, y + 3.8, z] })))),
    gold,
  )
  model.addPart('Backdrop', place(box(8.6, 5.8, 0.06, 0.01), { move: [0, 3.1, -2.9] }), night)
  model.addPart(
    'Moon',
    place(cylinder(0.85, 0.04, 0.01, 48), { turn: [Math.PI / 2, 0, 0], move: [0.3, 3.3, -2.84] }),
    moon,
  )
  const folds = Array.from({ length: 41 }, (_, step) => step / 40)
  const drape = (side: number) => {
    const rows = Array.from({ length: 13 }, (_, row) => {
      const t = row / 12
      return folds.map((u): Point => {
        const gather = 1 - 0.45 * Math.exp(-(((t - 0.42) / 0.2) ** 2))
        return [side * (4.4 - u * 1.35 * gather), 0.25 + t * 5.5, 1.9 + Math.sin(u * 34) * 0.09 * gather]
      })
    })
    return rows
  }
  model.addPart('Drapes', mergeShapes([-1, 1].map((side) => smoothSkin(drape(side)))), velvet)
  const valance = Array.from({ length: 7 }, (_, row) =>
    folds.map((u): Point => [
      -4.4 + u * 8.8,
      5.9 - (row / 6) * (0.55 + 0.3 * Math.abs(Math.sin(u * Math.PI * 5))),
      2 + Math.sin(u * 60) * 0.06,
    ]),
  )
  model.addPart('Valance', smoothSkin(valance), velvet)
  model.addPart(
    'Tie-backs',
    bothSides(
      place(
        spin(
          [
            [0.3, 0],
            [0.34, 0.03],
            [0.34, 0.12],
            [0.3, 0.15],
          ],
          24,
          0.01,
        ),
        { move: [4.02, 2.5, 1.9], scale: [1.3, 1, 0.6] },
      ),
    ),
    gold,
  )
  return model.toGlb()
}
