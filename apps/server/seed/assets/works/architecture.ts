import { ModelBuilder } from '../model-builder.ts'
import { mergeShapes, type Shape } from '../shapes.ts'
import { ball, bothSides, box, cylinder, extrude, place, type Point, randomNumbers, rod, spin } from '../solids.ts'
import { brushedMetal, stone, usedPaint, wood } from '../surface-textures.ts'

/** Builds a garden pavilion, 8 m wide: thin roof on steel columns, glass walls, oak terrace, a pool and a pine. */
export async function makePavilion(): Promise<Uint8Array> {
  const model = new ModelBuilder('Garden pavilion')
  const concrete = model.addMaterial({
    name: 'Fair-faced concrete',
    color: [1, 1, 1],
    textures: await stone([0.74, 0.72, 0.69], 0.14, 0.7),
    tileMetres: 2.4,
    relief: 0.4,
  })
  const oak = model.addMaterial({
    name: 'Oak boards',
    color: [1, 1, 1],
    textures: await wood([0.7, 0.5, 0.31]),
    tileMetres: 1.2,
    relief: 0.6,
  })
  const travertine = model.addMaterial({
    name: 'Travertine',
    color: [1, 1, 1],
    textures: await stone([0.86, 0.79, 0.68], 0.22, 0.5),
    tileMetres: 2,
    relief: 0.3,
  })
  const bronze = model.addMaterial({ name: 'Bronze columns', color: [0.32, 0.22, 0.13], roughness: 0.35, metalness: 1 })
  const glass = model.addMaterial({
    name: 'Glass',
    color: [0.75, 0.86, 0.88],
    roughness: 0.03,
    opacity: 0.16,
    isDoubleSided: true,
  })
  const water = model.addMaterial({ name: 'Water', color: [0.02, 0.14, 0.16], roughness: 0.04 })
  const linen = model.addMaterial({ name: 'Linen', color: [0.9, 0.86, 0.78], roughness: 0.95 })
  const needles = model.addMaterial({ name: 'Pine', color: [0.06, 0.17, 0.09], roughness: 0.9 })
  const lamp = model.addMaterial({ name: 'Lamps', color: [1, 0.85, 0.6], roughness: 0.4, emission: [1, 0.68, 0.32] })
  const moss = model.addMaterial({ name: 'Garden', color: [0.2, 0.27, 0.11], roughness: 0.95 })
  model.addPart('Garden', place(box(12, 0.3, 9, 0.06), { move: [0, 0.15, 0] }), moss)
  model.addPart('Plinth', place(box(9, 0.3, 5.4, 0.02), { move: [-0.6, 0.42, -0.9] }), travertine)
  model.addPart(
    'Terrace',
    mergeShapes(
      Array.from({ length: 15 }, (_, board) =>
        place(box(4.6, 0.05, 0.22, 0.008), { move: [-2.2, 0.6, -0.2 + board * 0.24 - 1.6] }),
      ),
    ),
    oak,
  )
  model.addPart('Pool', place(box(3.4, 0.06, 2.6, 0.01), { move: [3.4, 0.3, 2.4] }), water)
  model.addPart(
    'Pool edge',
    mergeShapes([
      place(box(3.8, 0.16, 0.2, 0.02), { move: [3.4, 0.32, 1.1] }),
      place(box(3.8, 0.16, 0.2, 0.02), { move: [3.4, 0.32, 3.7] }),
      place(box(0.2, 0.16, 2.6, 0.02), { move: [1.6, 0.32, 2.4] }),
      place(box(0.2, 0.16, 2.6, 0.02), { move: [5.2, 0.32, 2.4] }),
    ]),
    travertine,
  )
  model.addPart('Roof', place(box(9.2, 0.22, 5, 0.03), { move: [-0.4, 3.5, -1.2] }), concrete)
  model.addPart('Soffit', place(box(8.9, 0.04, 4.7, 0.01), { move: [-0.4, 3.38, -1.2] }), oak)
  model.addPart(
    'Columns',
    mergeShapes(
      [-4.2, -1, 2.4].flatMap((x) =>
        [-3, 0.8].map((z) =>
          place(mergeShapes([box(0.06, 2.8, 0.2, 0.01), box(0.2, 2.8, 0.06, 0.01)]), { move: [x, 1.96, z] }),
        ),
      ),
    ),
    bronze,
  )
  model.addPart('Core wall', place(box(0.3, 2.8, 4.6, 0.02), { move: [0.6, 1.96, -1.2] }), travertine)
  model.addPart('Back wall', place(box(5, 2.8, 0.24, 0.02), { move: [-1.8, 1.96, -3.3] }), concrete)
  model.addPart(
    'Glass walls',
    mergeShapes([
      place(box(3.2, 2.74, 0.03, 0.004), { move: [2.3, 1.95, 0.6] }),
      place(box(0.03, 2.74, 3.8, 0.004), { move: [3.9, 1.95, -1.3] }),
      place(box(4.2, 2.74, 0.03, 0.004), { move: [-1.6, 1.95, -2.3] }),
    ]),
    glass,
  )
  model.addPart(
    'Daybed',
    mergeShapes([
      place(box(2, 0.14, 0.9, 0.04), { move: [-2.4, 0.98, -0.6] }),
      place(box(0.3, 0.12, 0.8, 0.05), { move: [-3.2, 1.1, -0.6] }),
    ]),
    linen,
  )
  model.addPart(
    'Daybed frame',
    mergeShapes([
      place(box(2.1, 0.08, 1, 0.02), { move: [-2.4, 0.86, -0.6] }),
      ...[-3.3, -1.5].flatMap((x) => [-1, -0.2].map((z) => place(box(0.07, 0.28, 0.07, 0.01), { move: [x, 0.75, z] }))),
    ]),
    oak,
  )
  model.addPart(
    'Lanterns',
    mergeShapes([-3.6, -0.4, 2.8].map((x) => place(cylinder(0.14, 0.3, 0.05, 20), { move: [x, 2.7, 0.4] }))),
    lamp,
  )
  model.addPart('Cords', mergeShapes([-3.6, -0.4, 2.8].map((x) => rod([x, 3, 0.4], [x, 3.36, 0.4], 0.012, 6))), bronze)
  const random = randomNumbers(9)
  const pads: Shape[] = []
  const branches: Shape[] = [
    rod([-5, 0.3, 2.6], [-4.7, 2, 2.7], 0.13, 10, 0.08),
    rod([-4.7, 2, 2.7], [-5.2, 3.6, 2.5], 0.08, 10, 0.04),
  ]
  for (let index = 0; index < 9; index += 1) {
    const pad: Point = [
      -5 + Math.sin(index * 2.4) * (0.5 + random() * 0.4),
      1.7 + index * 0.27,
      2.6 + Math.cos(index * 2.4) * 0.6,
    ]
    branches.push(rod([-4.85, pad[1] - 0.25, 2.65], pad, 0.035, 6))
    pads.push(place(ball(0.5 - index * 0.02, 12), { scale: [1.3, 0.34, 1.1], turn: [0, random() * 3, 0], move: pad }))
  }
  model.addPart(
    'Trunk',
    mergeShapes(branches),
    model.addMaterial({ name: 'Bark', color: [0.18, 0.11, 0.07], roughness: 0.9 }),
  )
  model.addPart('Needles', mergeShapes(pads), needles)
  model.addPart(
    'Stepping stones',
    mergeShapes(
      [0, 1, 2, 3].map((step) =>
        place(box(0.7, 0.1, 0.5, 0.06), {
          turn: [0, step * 0.2, 0],
          move: [-0.9 + step * 0.55, 0.33, 2.3 + step * 0.55],
        }),
      ),
    ),
    concrete,
  )
  return model.toGlb()
}

/** Builds a wayfinding totem, 2.4 m high: a pattern of square Kufic strokes in brass over arrows and pictograms. */
export async function makeTotem(): Promise<Uint8Array> {
  const model = new ModelBuilder('Wayfinding totem')
  const indigo = model.addMaterial({
    name: 'Indigo enamel',
    color: [1, 1, 1],
    textures: await usedPaint([0.13, 0.13, 0.36], 0.3, 0.03),
    tileMetres: 0.8,
    relief: 0.3,
  })
  const brass = model.addMaterial({
    name: 'Brass',
    color: [1, 1, 1],
    textures: await brushedMetal([0.95, 0.76, 0.42], 0.24),
    tileMetres: 0.2,
    relief: 0.3,
  })
  const cream = model.addMaterial({ name: 'Cream enamel', color: [0.95, 0.91, 0.82], roughness: 0.35 })
  const coral = model.addMaterial({ name: 'Coral enamel', color: [0.92, 0.34, 0.24], roughness: 0.32 })
  const teal = model.addMaterial({ name: 'Teal enamel', color: [0.06, 0.46, 0.46], roughness: 0.32 })
  const concrete = model.addMaterial({
    name: 'Terrazzo',
    color: [1, 1, 1],
    textures: await stone([0.8, 0.75, 0.7], 0.5, 0.35),
    tileMetres: 0.4,
    relief: 0.2,
  })
  model.addPart(
    'Foot',
    mergeShapes([
      place(box(0.9, 0.12, 0.5, 0.015), { move: [0, 0.06, 0] }),
      place(box(0.76, 0.06, 0.36, 0.01), { move: [0, 0.15, 0] }),
    ]),
    concrete,
  )
  model.addPart(
    'Slab',
    place(
      extrude(
        [
          [-0.32, 0],
          [0.32, 0],
          [0.32, 1.92],
          [0, 2.24],
          [-0.32, 1.92],
        ],
        0.14,
        0.008,
      ),
      { move: [0, 0.17, 0] },
    ),
    indigo,
  )
  const letters = [
    '#.#.###.#',
    '#.#.#.#.#',
    '#.###.#.#',
    '#.....#.#',
    '#######.#',
    '........#',
    '###.#####',
    '#.#.#....',
    '#.###.###',
    '#.....#.#',
    '#######.#',
  ]
  const cells: Shape[] = []
  for (const [row, line] of letters.entries()) {
    for (const [column, cell] of Array.from(line).entries()) {
      if (cell !== '#') continue
      const at: Point = [(column - 4) * 0.056, 1.98 - row * 0.056, 0.078]
      cells.push(place(box(0.0565, 0.0565, 0.016, 0.002), { move: at }))
    }
  }
  model.addPart('Kufic pattern', mergeShapes(cells), brass)
  model.addPart(
    'Crown',
    place(
      extrude(
        [
          [0, 0],
          [0.09, 0.09],
          [0, 0.18],
          [-0.09, 0.09],
        ],
        0.018,
        0.003,
      ),
      { move: [0, 2.08, 0.078] },
    ),
    coral,
  )
  const arrow = extrude(
    [
      [-0.05, -0.014],
      [0.012, -0.014],
      [0.012, -0.042],
      [0.06, 0],
      [0.012, 0.042],
      [0.012, 0.014],
      [-0.05, 0.014],
    ],
    0.014,
    0.002,
  )
  const rows = [1.22, 1.02, 0.82, 0.62]
  model.addPart(
    'Arrows',
    mergeShapes(
      rows.map((y, index) =>
        place(arrow, { turn: [0, 0, [0, Math.PI, Math.PI / 2, 0][index] ?? 0], move: [-0.22, y, 0.078] }),
      ),
    ),
    cream,
  )
  model.addPart(
    'Lines',
    mergeShapes(
      rows.flatMap((y, index) => [
        place(box(0.26 - (index % 2) * 0.05, 0.03, 0.012, 0.003), {
          move: [0.02 - (index % 2) * 0.025, y + 0.024, 0.076],
        }),
        place(box(0.18 + (index % 2) * 0.04, 0.02, 0.012, 0.003), {
          move: [-0.02 + (index % 2) * 0.02, y - 0.026, 0.076],
        }),
      ]),
    ),
    cream,
  )
  const discs = rows.map((y) =>
    place(cylinder(0.055, 0.016, 0.003, 32), { turn: [Math.PI / 2, 0, 0], move: [0.235, y, 0.07] }),
  )
  model.addPart('Discs coral', mergeShapes([discs[0], discs[2]].flatMap((one) => (one ? [one] : []))), coral)
  model.addPart('Discs teal', mergeShapes([discs[1], discs[3]].flatMap((one) => (one ? [one] : []))), teal)
  model.addPart(
    'Pictograms',
    mergeShapes([
      place(
        extrude(
          [
            [-0.026, -0.026],
            [0.026, -0.026],
            [0.026, 0.006],
            [0, 0.032],
            [-0.026, 0.006],
          ],
          0.01,
          0.001,
        ),
        { move: [0.235, 1.22, 0.09] },
      ),
      place(
        spin(
          [
            [0, 0],
            [0.024, 0],
            [0.024, 0.008],
            [0, 0.008],
          ],
          24,
          0.001,
        ),
        { turn: [Math.PI / 2, 0, 0], move: [0.235, 1.02, 0.086] },
      ),
      place(box(0.05, 0.016, 0.01, 0.002), { move: [0.235, 0.82, 0.09] }),
      place(box(0.016, 0.05, 0.01, 0.002), { move: [0.235, 0.82, 0.09] }),
      place(
        extrude(
          [
            [0, 0.03],
            [-0.028, -0.02],
            [0.028, -0.02],
          ],
          0.01,
          0.001,
        ),
        { move: [0.235, 0.62, 0.09] },
      ),
    ]),
    cream,
  )
  model.addPart('Edge strips', bothSides(place(box(0.012, 1.9, 0.15, 0.003), { move: [0.324, 1.12, 0] })), brass)
  model.addPart('Base band', place(box(0.645, 0.1, 0.152, 0.006), { move: [0, 0.36, 0] }), teal)
  return model.toGlb()
}
