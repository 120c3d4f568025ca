import { ModelBuilder } from '../model-builder.ts'
import { mergeShapes, type Shape } from '../shapes.ts'
import {
  around,
  ball,
  bend,
  bothSides,
  box,
  cylinder,
  extrude,
  place,
  type Point,
  randomNumbers,
  ring,
  rod,
  smooth,
  smoothSkin,
  spin,
} from '../solids.ts'
import { brushedMetal, cloth, pattern, stone, usedPaint, wood } from '../surface-textures.ts'

/** Builds a quarter of a small town at 1:1, 34 m wide: gabled houses along a lane, a clock tower, trees and a well. */
export async function makeTownQuarter(): Promise<Uint8Array> {
  const model = new ModelBuilder('Town quarter')
  const paving = model.addMaterial({
    name: 'Paving',
    color: [1, 1, 1],
    textures: await stone([0.72, 0.68, 0.62], 0.3, 0.85),
    tileMetres: 5,
  })
  const roof = model.addMaterial({
    name: 'Roof tiles',
    color: [1, 1, 1],
    textures: await pattern('roof', [0.55, 0.22, 0.16], [0.74, 0.36, 0.24], (_, v) => (v * 12) % 1),
    tileMetres: 4,
  })
  const slate = model.addMaterial({ name: 'Slate', color: [0.2, 0.23, 0.3], roughness: 0.55 })
  const walls = await Promise.all(
    (
      [
        [0.94, 0.88, 0.78],
        [0.88, 0.66, 0.5],
        [0.62, 0.72, 0.74],
        [0.9, 0.78, 0.5],
      ] as const
    ).map(async (color, index) =>
      model.addMaterial({
        name: `Plaster ${index + 1}`,
        color: [1, 1, 1],
        textures: await usedPaint(color, 0.85, 0.08),
        tileMetres: 6,
        relief: 0.3,
      }),
    ),
  )
  const glass = model.addMaterial({ name: 'Windows', color: [0.05, 0.07, 0.1], roughness: 0.12, metalness: 0.3 })
  const lit = model.addMaterial({
    name: 'Lit windows',
    color: [1, 0.8, 0.45],
    roughness: 0.4,
    emission: [0.75, 0.46, 0.16],
  })
  const timber = model.addMaterial({ name: 'Doors and frames', color: [0.2, 0.12, 0.08], roughness: 0.7 })
  const leaf = model.addMaterial({ name: 'Lime trees', color: [0.13, 0.3, 0.09], roughness: 0.85 })
  const grass = model.addMaterial({ name: 'Grass', color: [0.22, 0.36, 0.12], roughness: 0.95 })
  const random = randomNumbers(5)
  const parts = {
    roofs: [] as Shape[],
    windows: [] as Shape[],
    litWindows: [] as Shape[],
    frames: [] as Shape[],
    chimneys: [] as Shape[],
  }
  const wallShapes: Shape[][] = walls.map(() => [])
  const addHouse = (
    x: number,
    z: number,
    width: number,
    depth: number,
    height: number,
    turn: number,
    color: number,
  ) => {
    const put = (shape: Shape) => place(shape, { turn: [0, turn, 0], move: [x, 0.6, z] })
    const ridge = width * 0.46
    const gable = extrude(
      [
        [-width / 2, 0],
        [width / 2, 0],
        [width / 2, height],
        [0, height + ridge],
        [-width / 2, height],
      ],
      depth,
      0.06,
    )
    wallShapes[color]?.push(put(gable))
    const slope = Math.hypot(width / 2, ridge) + 0.45
    const tilt = Math.atan2(ridge, width / 2)
    parts.roofs.push(
      put(
        bothSides(
          place(box(slope, 0.16, depth + 0.7, 0.04), {
            turn: [0, 0, -tilt],
            move: [width / 4 + 0.12, height + ridge / 2 + 0.02, 0],
          }),
        ),
      ),
    )
    parts.chimneys.push(
      put(place(box(0.6, 1.7, 0.6, 0.05), { move: [width * 0.22, height + ridge * 0.75, -depth * 0.2] })),
    )
    for (let floor = 0; floor < Math.floor(height / 2.4); floor += 1) {
      for (const side of [-1, 1]) {
        const count = Math.max(2, Math.round(width / 2.2))
        for (let bay = 0; bay < count; bay += 1) {
          const place2: Point = [(bay - (count - 1) / 2) * 1.75, 1.35 + floor * 2.5, side * (depth / 2 + 0.02)]
          const isDoor = floor === 0 && bay === Math.floor(count / 2) && side === 1
          if (isDoor) parts.frames.push(put(place(box(1.05, 2.1, 0.14, 0), { move: [place2[0], 1.05, place2[2]] })))
          else {
            const list = random() > 0.72 ? parts.litWindows : parts.windows
            list.push(put(place(box(0.8, 1.15, 0.1, 0), { move: place2 })))
            parts.frames.push(
              put(
                mergeShapes([
                  place(box(1, 0.12, 0.22, 0), { move: [place2[0], place2[1] - 0.62, place2[2]] }),
                  place(box(0.07, 1.15, 0.14, 0), { move: place2 }),
                ]),
              ),
            )
          }
        }
      }
    }
  }
  model.addPart('Ground', place(box(34, 0.6, 26, 0.12), { move: [0, 0.3, 0] }), paving)
  const houses = [
    [-12, -7, 6.4, 8, 5.4, 0, 0],
    [-4.6, -8, 7, 7, 7.6, 0, 1],
    [3.2, -7.4, 6.2, 8, 5.2, 0, 3],
    [-12.6, 4.6, 6, 7.4, 5, 1.571, 2],
    [11.6, 5.2, 6.6, 8, 5.6, -1.571, 0],
    [12.4, -3.4, 5.6, 6.4, 7.4, -1.571, 2],
  ] as const
  for (const [x, z, width, depth, height, turn, color] of houses) addHouse(x, z, width, depth, height, turn, color)
  const [tx, tz] = [9.4, -9]
  wallShapes[0]?.push(
    place(box(4.2, 13, 4.2, 0.12), { move: [tx, 7.1, tz] }),
    place(box(4.9, 0.5, 4.9, 0.12), { move: [tx, 13.6, tz] }),
  )
  model.addPart(
    'Spire',
    place(
      smooth(
        spin(
          [
            [3.5, 0],
            [3.1, 0.5],
            [0.9, 4.6],
            [0, 6.4],
          ],
          4,
          0,
        ),
        20,
      ),
      { turn: [0, Math.PI / 4, 0], move: [tx, 13.85, tz] },
    ),
    slate,
  )
  const face = place(cylinder(1.25, 0.14, 0.04, 40), { turn: [Math.PI / 2, 0, 0], move: [tx, 11.4, tz + 2.1] })
  model.addPart(
    'Clock faces',
    mergeShapes([
      face,
      place(cylinder(1.25, 0.14, 0.04, 40), { turn: [0, 0, -Math.PI / 2], move: [tx + 2.1, 11.4, tz] }),
    ]),
    lit,
  )
  model.addPart(
    'Clock hands',
    mergeShapes([
      place(box(0.12, 0.95, 0.06, 0.02), { turn: [0, 0, -0.6], move: [tx + 0.24, 11.7, tz + 2.28] }),
      place(box(0.14, 0.7, 0.06, 0.02), { turn: [0, 0, 1.1], move: [tx - 0.28, 11.52, tz + 2.28] }),
    ]),
    timber,
  )
  for (const [index, shapes] of wallShapes.entries()) {
    const material = walls[index]
    if (material) model.addPart(`Houses ${index + 1}`, mergeShapes(shapes), material)
  }
  model.addPart('Roofs', mergeShapes(parts.roofs), roof)
  model.addPart('Windows', mergeShapes(parts.windows), glass)
  model.addPart('Lit windows', mergeShapes(parts.litWindows), lit)
  model.addPart('Doors and sills', mergeShapes(parts.frames), timber)
  model.addPart('Chimneys', mergeShapes(parts.chimneys), roof)
  const trees: Point[] = [
    [-5.5, 0.6, 3.2],
    [4.6, 0.6, 8.6],
    [-1.6, 0.6, 9.6],
    [15, 0.6, 10.6],
    [-15.2, 0.6, 10.8],
    [6, 0.6, -0.8],
  ]
  model.addPart('Trunks', mergeShapes(trees.map(([x, y, z]) => rod([x, y, z], [x, y + 2.4, z], 0.22, 8, 0.14))), timber)
  model.addPart(
    'Crowns',
    mergeShapes(
      trees.flatMap(([x, y, z], tree) =>
        [0, 1, 2].map((puff) =>
          place(ball(1.35 - puff * 0.2, 12), {
            scale: [1, 0.92, 1],
            move: [
              x + Math.sin(tree + puff * 2.2) * 0.6,
              y + 2.9 + puff * 0.75,
              z + Math.cos(tree * 2 + puff * 2.2) * 0.6,
            ],
          }),
        ),
      ),
    ),
    leaf,
  )
  model.addPart('Green', place(cylinder(3.6, 0.14, 0.05, 40), { move: [-1.5, 0.58, 7.2], scale: [1.6, 1, 0.8] }), grass)
  model.addPart(
    'Well',
    mergeShapes([
      place(
        spin(
          [
            [1.1, 0],
            [1.1, 0.9],
            [0.85, 0.9],
            [0.85, 0],
          ],
          24,
          0.05,
        ),
        { move: [0.6, 0.6, 1.6] },
      ),
      rod([-0.3, 0.6, 1.6], [-0.3, 2.9, 1.6], 0.1, 8),
      rod([1.5, 0.6, 1.6], [1.5, 2.9, 1.6], 0.1, 8),
    ]),
    paving,
  )
  model.addPart(
    'Well roof',
    place(
      smooth(
        spin(
          [
            [1.5, 0],
            [0, 1.1],
          ],
          4,
          0,
        ),
        20,
      ),
      { turn: [0, Math.PI / 4, 0], move: [0.6, 2.9, 1.6] },
    ),
    slate,
  )
  return model.toGlb()
}

/** Builds a market stall, 2.4 m wide: striped awning, crates of fruit, a scale and a lantern. */
export async function makeMarketStall(): Promise<Uint8Array> {
  const model = new ModelBuilder('Market stall')
  const pine = model.addMaterial({
    name: 'Painted pine',
    color: [1, 1, 1],
    textures: await wood([0.28, 0.5, 0.5]),
    tileMetres: 0.8,
  })
  const raw = model.addMaterial({
    name: 'Crates',
    color: [1, 1, 1],
    textures: await wood([0.82, 0.62, 0.4]),
    tileMetres: 0.5,
  })
  const canvas = model.addMaterial({
    name: 'Striped canvas',
    color: [1, 1, 1],
    textures: await pattern('stripes', [0.96, 0.92, 0.84], [0.86, 0.34, 0.22], (u) =>
      Math.floor(u * 8) % 2 === 0 ? 0 : 1,
    ),
    tileMetres: 1.6,
    isDoubleSided: true,
  })
  const iron = model.addMaterial({ name: 'Iron', color: [0.08, 0.08, 0.09], roughness: 0.45, metalness: 1 })
  const brass = model.addMaterial({
    name: 'Brass',
    color: [1, 1, 1],
    textures: await brushedMetal([0.95, 0.76, 0.42], 0.25),
    tileMetres: 0.1,
    relief: 0.3,
  })
  const glow = model.addMaterial({
    name: 'Lantern light',
    color: [1, 0.8, 0.45],
    roughness: 0.4,
    emission: [1, 0.62, 0.2],
  })
  const cobble = model.addMaterial({
    name: 'Cobbles',
    color: [1, 1, 1],
    textures: await stone([0.62, 0.56, 0.52], 0.35, 0.85),
    tileMetres: 0.9,
  })
  const fruits = (
    [
      ['Oranges', [0.93, 0.4, 0.04]],
      ['Limes', [0.36, 0.56, 0.06]],
      ['Plums', [0.24, 0.05, 0.2]],
      ['Lemons', [0.95, 0.76, 0.1]],
      ['Apples', [0.66, 0.06, 0.06]],
      ['Pears', [0.62, 0.66, 0.2]],
    ] as const
  ).map(([name, color]) => model.addMaterial({ name, color, roughness: 0.36 }))
  model.addPart('Cobbles', place(box(3, 0.08, 2.2, 0.02), { move: [0, 0.04, 0] }), cobble)
  model.addPart(
    'Posts',
    bothSides(
      mergeShapes([
        place(box(0.07, 2.2, 0.07, 0.012), { move: [1.12, 1.18, 0.62] }),
        place(box(0.07, 2.5, 0.07, 0.012), { move: [1.12, 1.33, -0.62] }),
      ]),
    ),
    pine,
  )
  model.addPart(
    'Counter',
    mergeShapes([
      place(box(2.3, 0.05, 0.5, 0.012), { move: [0, 0.86, -0.35] }),
      place(box(2.3, 0.04, 0.62, 0.012), { turn: [0.36, 0, 0], move: [0, 0.72, 0.24] }),
      ...Array.from({ length: 12 }, (_, index) =>
        place(box(0.17, 0.62, 0.022, 0.006), { move: [-1.02 + index * 0.186, 0.4, 0.5] }),
      ),
    ]),
    pine,
  )
  const rows = Array.from({ length: 13 }, (_, row) => {
    const t = row / 12
    return Array.from({ length: 49 }, (_, column): Point => [
      -1.28 + (column / 48) * 2.56,
      2.62 - t * 0.52 - Math.sin(t * Math.PI) * 0.07,
      -0.72 + t * 1.66,
    ])
  })
  const hang = Array.from({ length: 4 }, (_, row) =>
    Array.from({ length: 65 }, (_, column): Point => [
      -1.28 + (column / 64) * 2.56,
      2.1 - (row / 3) * (0.17 + 0.07 * Math.abs(Math.sin((column / 64) * Math.PI * 8))),
      0.94,
    ]),
  )
  model.addPart('Awning', smoothSkin(rows), canvas)
  model.addPart('Valance', smoothSkin(hang), canvas)
  const random = randomNumbers(3)
  const crates: Shape[] = []
  for (const [index, material] of fruits.entries()) {
    const x = -0.95 + (index % 3) * 0.95
    const isFront = index < 3
    const spot = isFront
      ? ({ turn: [0.36, 0, 0], move: [x, 0.77, 0.27] } as const)
      : ({ turn: [0, 0, 0], move: [x, 0.9, -0.36] } as const)
    const slats = [
      [0, 0.05, 0.21, 0.62, 0.09, 0.018],
      [0, 0.05, -0.21, 0.62, 0.09, 0.018],
      [0.31, 0.05, 0, 0.018, 0.09, 0.42],
      [-0.31, 0.05, 0, 0.018, 0.09, 0.42],
      [0, 0.01, 0, 0.62, 0.014, 0.42],
    ] as const
    crates.push(
      place(
        mergeShapes(slats.map(([sx, sy, sz, w, h, d]) => place(box(w, h, d, 0.004), { move: [sx, sy, sz] }))),
        spot,
      ),
    )
    const heap: Shape[] = []
    for (let row = 0; row < 4; row += 1) {
      for (let column = 0; column < 6; column += 1) {
        const lemon = index === 3 ? 1.25 : 1
        heap.push(
          place(ball(0.05, 10), {
            scale: [lemon, index === 5 ? 1.25 : 0.95, 1],
            turn: [random(), random() * 3, random()],
            move: [
              -0.25 + column * 0.1 + (random() - 0.5) * 0.02,
              0.075 + random() * 0.028,
              -0.15 + row * 0.1 + (random() - 0.5) * 0.02,
            ],
          }),
        )
      }
    }
    model.addPart(material.getName(), place(mergeShapes(heap), spot), material)
  }
  model.addPart('Crates', mergeShapes(crates), raw)
  model.addPart(
    'Scale',
    mergeShapes([
      rod([0.5, 2.35, -0.1], [0.5, 1.9, -0.1], 0.006, 8),
      place(cylinder(0.11, 0.04, 0.01, 32), { turn: [Math.PI / 2, 0, 0], move: [0.5, 1.8, -0.12] }),
      rod([0.5, 1.7, -0.1], [0.5, 1.5, -0.1], 0.005, 8),
      place(
        spin(
          [
            [0, 0],
            [0.1, 0.02],
            [0.16, 0.07],
            [0.15, 0.07],
            [0.09, 0.03],
            [0, 0.012],
          ],
          32,
          0.003,
        ),
        { move: [0.5, 1.36, -0.1] },
      ),
    ]),
    brass,
  )
  model.addPart(
    'Lantern',
    mergeShapes([
      rod([-0.6, 2.3, 0.2], [-0.6, 2.06, 0.2], 0.005, 6),
      place(cylinder(0.07, 0.02, 0.005, 20), { move: [-0.6, 1.8, 0.2] }),
      place(
        spin(
          [
            [0.08, 0],
            [0.05, 0.05],
            [0, 0.07],
          ],
          20,
          0.004,
        ),
        { move: [-0.6, 2, 0.2] },
      ),
      ...[0, 1, 2, 3].map((post) =>
        rod(
          [-0.6 + Math.cos(post * 1.571) * 0.062, 1.81, 0.2 + Math.sin(post * 1.571) * 0.062],
          [-0.6 + Math.cos(post * 1.571) * 0.062, 2.01, 0.2 + Math.sin(post * 1.571) * 0.062],
          0.006,
          6,
        ),
      ),
    ]),
    iron,
  )
  model.addPart('Flame', place(ball(0.045, 18), { scale: [1, 1.4, 1], move: [-0.6, 1.9, 0.2] }), glow)
  model.addPart(
    'Sign',
    place(box(0.52, 0.34, 0.025, 0.008), { turn: [-0.14, -0.2, 0], move: [1.02, 0.28, 0.86] }),
    model.addMaterial({ name: 'Slate board', color: [0.06, 0.08, 0.08], roughness: 0.85 }),
  )
  model.addPart(
    'Sacks',
    mergeShapes(
      [
        [-1.16, 0.92],
        [-0.78, 0.98],
      ].map(([x = 0, z = 0]) =>
        place(
          bend(
            spin(
              [
                [0, 0],
                [0.15, 0.01],
                [0.17, 0.15],
                [0.14, 0.27],
                [0.16, 0.3],
                [0.11, 0.28],
                [0, 0.25],
              ],
              24,
              0.02,
            ),
            (px, py, pz) => [px * (1 + 0.05 * Math.sin(pz * 30)), py, pz],
            70,
          ),
          { move: [x, 0.08, z - 0.1] },
        ),
      ),
    ),
    model.addMaterial({
      name: 'Burlap',
      color: [1, 1, 1],
      textures: await cloth([0.66, 0.52, 0.34], 24),
      tileMetres: 0.2,
    }),
  )
  return model.toGlb()
}

/** Builds a lighthouse on its rock as a diorama, 0.44 m high, with a keeper's cottage, a jetty and breaking waves. */
export async function makeLighthouse(): Promise<Uint8Array> {
  const model = new ModelBuilder('Lighthouse diorama')
  const rock = model.addMaterial({
    name: 'Granite',
    color: [1, 1, 1],
    textures: await stone([0.42, 0.4, 0.4], 0.5, 0.8),
    tileMetres: 0.16,
  })
  const white = model.addMaterial({
    name: 'Lime wash',
    color: [1, 1, 1],
    textures: await usedPaint([0.95, 0.93, 0.88], 0.7, 0.04),
    tileMetres: 0.2,
    relief: 0.4,
  })
  const red = model.addMaterial({
    name: 'Red bands',
    color: [1, 1, 1],
    textures: await usedPaint([0.78, 0.12, 0.09], 0.5, 0.06),
    tileMetres: 0.2,
    relief: 0.4,
  })
  const sea = model.addMaterial({ name: 'Sea', color: [0.02, 0.16, 0.24], roughness: 0.09, opacity: 0.9 })
  const foam = model.addMaterial({ name: 'Foam', color: [0.95, 0.97, 0.97], roughness: 0.9 })
  const walnut = model.addMaterial({
    name: 'Walnut base',
    color: [1, 1, 1],
    textures: await wood([0.3, 0.19, 0.12]),
    tileMetres: 0.3,
  })
  const dark = model.addMaterial({ name: 'Lantern iron', color: [0.06, 0.07, 0.08], roughness: 0.4, metalness: 0.8 })
  const glow = model.addMaterial({ name: 'Light', color: [1, 0.88, 0.6], roughness: 0.3, emission: [1, 0.78, 0.36] })
  const grass = model.addMaterial({ name: 'Grass', color: [0.28, 0.38, 0.13], roughness: 0.95 })
  model.addPart('Base', place(cylinder(0.165, 0.028, 0.005, 72), {}), walnut)
  const ripples = Array.from({ length: 17 }, (_, row) =>
    Array.from({ length: 73 }, (_, column): Point => {
      const [radius, angle] = [0.155 * (1 - row / 16), (-column / 72) * Math.PI * 2]
      return [
        Math.cos(angle) * radius,
        0.046 + 0.0035 * Math.sin(radius * 170 + Math.sin(angle * 3) * 2) * Math.min(1, row / 3),
        Math.sin(angle) * radius,
      ]
    }),
  )
  model.addPart(
    'Sea',
    mergeShapes([
      smoothSkin(ripples),
      place(
        spin(
          [
            [0.155, 0],
            [0.155, 0.0185],
          ],
          72,
          0,
        ),
        { move: [0, 0.0275, 0] },
      ),
    ]),
    sea,
  )
  const craggy = bend(
    ball(0.1, 32),
    (x, y, z) => {
      const crag = 1 + 0.13 * Math.sin(x * 90 + z * 40) * Math.sin(z * 80 - y * 50) + 0.08 * Math.sin(y * 140 + x * 60)
      return [x * crag * 1.05, Math.max(-0.022, Math.min(0.062, y * crag * 0.95)), z * crag * 0.92]
    },
    25,
  )
  model.addPart('Rock', place(craggy, { move: [0, 0.05, 0] }), rock)
  model.addPart(
    'Skerries',
    mergeShapes(
      [
        [0.115, 0.05, 0.02],
        [-0.1, 0.08, 0.026],
        [-0.09, -0.09, 0.018],
      ].map(([x = 0, z = 0, r = 0]) => place(craggy, { scale: r / 0.1, move: [x, 0.048, z], turn: [0, x * 40, 0] })),
    ),
    rock,
  )
  model.addPart(
    'Turf',
    place(
      bend(cylinder(0.082, 0.008, 0.003, 36), (x, y, z) => [x * (1 + 0.1 * Math.sin(Math.atan2(z, x) * 5)), y, z], 60),
      { move: [0, 0.108, 0] },
    ),
    grass,
  )
  const radiusAt = (y: number) => 0.034 - 0.011 * (y / 0.21)
  const band = (from: number, to: number) =>
    place(
      spin(
        [
          [radiusAt(from), from],
          [radiusAt(to), to],
        ],
        44,
        0,
      ),
      { move: [-0.012, 0.112, -0.01] },
    )
  model.addPart('Tower', mergeShapes([band(0, 0.042), band(0.084, 0.126), band(0.168, 0.21)]), white)
  model.addPart('Bands', mergeShapes([band(0.042, 0.084), band(0.126, 0.168)]), red)
  const top: Point = [-0.012, 0.322, -0.01]
  model.addPart(
    'Gallery',
    mergeShapes([
      place(
        spin(
          [
            [0, -0.004],
            [0.026, -0.004],
            [0.036, 0.002],
            [0.036, 0.006],
            [0, 0.006],
          ],
          40,
          0.001,
        ),
        { move: top },
      ),
      place(ring(0.034, 0.0009, 40, 6), { move: [top[0], top[1] + 0.02, top[2]] }),
      place(around(16, rod([0.034, 0, 0], [0.034, 0.02, 0], 0.0007, 5)), { move: top }),
      place(around(8, rod([0.0185, 0.006, 0], [0.0185, 0.036, 0], 0.001, 5)), { move: top }),
    ]),
    dark,
  )
  model.addPart(
    'Lamp',
    place(
      spin(
        [
          [0, 0.006],
          [0.0175, 0.006],
          [0.0175, 0.036],
          [0, 0.036],
        ],
        32,
        0.002,
      ),
      { move: top },
    ),
    glow,
  )
  model.addPart(
    'Lantern roof',
    place(
      spin(
        [
          [0.022, 0.036],
          [0.021, 0.04],
          [0.013, 0.052],
          [0.003, 0.057],
          [0.0035, 0.062],
          [0, 0.066],
        ],
        32,
        0.001,
      ),
      { move: top },
    ),
    red,
  )
  model.addPart(
    'Tower door',
    mergeShapes([
      place(box(0.012, 0.022, 0.005, 0.002), { move: [-0.012, 0.124, 0.0245] }),
      ...[0.07, 0.125, 0.175].map((y) =>
        place(box(0.006, 0.01, 0.004, 0.001), { move: [-0.012, 0.112 + y, radiusAt(y) - 0.01] }),
      ),
    ]),
    dark,
  )
  const cottage = extrude(
    [
      [-0.024, 0],
      [0.024, 0],
      [0.024, 0.024],
      [0, 0.042],
      [-0.024, 0.024],
    ],
    0.05,
    0.0008,
  )
  model.addPart('Cottage', place(cottage, { turn: [0, 0.5, 0], move: [0.042, 0.113, 0.024] }), white)
  const slope = (side: number) =>
    place(box(0.035, 0.003, 0.056, 0.0008), { turn: [0, 0, side * -0.644], move: [side * 0.0135, 0.0345, 0] })
  model.addPart(
    'Cottage roof',
    place(mergeShapes([slope(1), slope(-1), place(box(0.007, 0.02, 0.007, 0.001), { move: [0.012, 0.042, -0.012] })]), {
      turn: [0, 0.5, 0],
      move: [0.042, 0.113, 0.024],
    }),
    red,
  )
  model.addPart(
    'Cottage windows',
    place(
      mergeShapes(
        [
          [-0.01, 0.025],
          [0.01, 0.025],
        ].map(([x = 0, z = 0]) => place(box(0.007, 0.009, 0.002, 0.0005), { move: [x, 0.014, z] })),
      ),
      { turn: [0, 0.5, 0], move: [0.042, 0.113, 0.024] },
    ),
    glow,
  )
  model.addPart(
    'Jetty',
    mergeShapes([
      ...Array.from({ length: 12 }, (_, plank) =>
        place(box(0.022, 0.0025, 0.0055, 0.0005), { move: [0.02, 0.068, 0.092 + plank * 0.0062] }),
      ),
      ...[0.1, 0.125, 0.15].flatMap((z) => [
        rod([0.011, 0.034, z], [0.011, 0.078, z], 0.0016, 6),
        rod([0.029, 0.034, z], [0.029, 0.078, z], 0.0016, 6),
      ]),
    ]),
    walnut,
  )
  const breakers = Array.from({ length: 46 }, (_, index) => {
    const angle = index * 2.4
    const radius = 0.1 + (index % 5) * 0.0042
    return place(ball(0.0035 + (index % 3) * 0.0012, 8), {
      scale: [1.5, 0.5, 1.1],
      turn: [0, angle, 0],
      move: [Math.cos(angle) * radius, 0.05, Math.sin(angle) * radius * 0.9],
    })
  })
  model.addPart('Breakers', mergeShapes(breakers), foam)
  return model.toGlb()
}
