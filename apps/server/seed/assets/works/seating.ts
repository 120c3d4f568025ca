import { ModelBuilder } from '../model-builder.ts'
import { mergeShapes } from '../shapes.ts'
import { bend, bothSides, box, place, rod, spin } from '../solids.ts'
import { cloth, wood } from '../surface-textures.ts'

/**
 * Builds a two-seat sofa, 1.82 m wide: oak frame, loose cushions in heather wool or three other colours, one amber
 * pillow.
 */
export async function makeSofa(): Promise<Uint8Array> {
  const model = new ModelBuilder('Sofa')
  const oak = model.addMaterial({
    name: 'Soaped oak',
    color: [1, 1, 1],
    textures: await wood([0.83, 0.69, 0.5]),
    tileMetres: 0.5,
    relief: 0.6,
  })
  const wool = model.addMaterial({
    name: 'Heather wool',
    color: [1, 1, 1],
    textures: await cloth([0.6, 0.64, 0.6], 40),
    tileMetres: 0.16,
  })
  const amber = model.addMaterial({
    name: 'Amber linen',
    color: [1, 1, 1],
    textures: await cloth([0.86, 0.56, 0.2], 40),
    tileMetres: 0.12,
  })
  /** A cushion: swollen in the middle, tighter at its seams. */
  const cushion = (width: number, height: number, depth: number, swell: number) =>
    bend(
      box(width, height, depth, Math.min(height, depth) * 0.42, 5),
      (x, y, z) => {
        const inside =
          Math.max(0, 1 - (x / width / 0.52) ** 4) *
          Math.max(0, 1 - ((height < depth ? z / depth : y / height) / 0.52) ** 4)
        return height < depth ? [x, y * (1 + swell * inside), z] : [x, y, z * (1 + swell * inside)]
      },
      80,
    )
  model.addPart(
    'Legs',
    bothSides(
      mergeShapes([
        rod([0.86, 0.3, 0.36], [0.875, 0, 0.39], 0.025, 16, 0.015),
        rod([0.86, 0.3, -0.34], [0.875, 0, -0.4], 0.025, 16, 0.015),
      ]),
    ),
    oak,
  )
  model.addPart('Front rail', place(box(1.72, 0.07, 0.034, 0.012), { move: [0, 0.28, 0.36] }), oak)
  model.addPart('Back rail', place(box(1.72, 0.07, 0.034, 0.012), { move: [0, 0.3, -0.36] }), oak)
  model.addPart(
    'Arms',
    bothSides(
      mergeShapes([
        place(box(0.075, 0.034, 0.8, 0.014), { move: [0.875, 0.58, -0.01] }),
        place(rod([0.86, 0.25, 0.34], [0.872, 0.575, 0.33], 0.024, 16, 0.018), {}),
        place(rod([0.86, 0.25, -0.34], [0.872, 0.575, -0.36], 0.024, 16, 0.018), {}),
        place(box(0.03, 0.06, 0.72, 0.01), { move: [0.86, 0.28, 0] }),
      ]),
    ),
    oak,
  )
  model.addPart(
    'Spindles',
    mergeShapes(
      Array.from({ length: 17 }, (_, index) =>
        rod([-0.8 + index * 0.1, 0.32, -0.37], [-0.8 + index * 0.1, 0.78, -0.47], 0.009, 8),
      ),
    ),
    oak,
  )
  model.addPart('Top rail', place(box(1.78, 0.05, 0.036, 0.016), { move: [0, 0.79, -0.472], turn: [-0.2, 0, 0] }), oak)
  model.addPart(
    'Seat cushions',
    bothSides(place(cushion(0.82, 0.15, 0.74, 0.28), { move: [0.415, 0.385, 0.01] })),
    wool,
  )
  model.addPart(
    'Back cushions',
    bothSides(place(cushion(0.8, 0.44, 0.15, 0.42), { move: [0.41, 0.64, -0.3], turn: [-0.21, 0, 0] })),
    wool,
  )
  model.addPart(
    'Pillow',
    place(cushion(0.42, 0.42, 0.11, 0.7), { move: [-0.56, 0.64, -0.1], turn: [-0.42, 0.28, 0.08] }),
    amber,
  )
  model.addPart(
    'Glides',
    bothSides(
      mergeShapes([
        place(
          spin(
            [
              [0, 0],
              [0.016, 0],
              [0.016, 0.006],
              [0, 0.006],
            ],
            20,
            0.001,
          ),
          { move: [0.875, 0, 0.39] },
        ),
        place(
          spin(
            [
              [0, 0],
              [0.016, 0],
              [0.016, 0.006],
              [0, 0.006],
            ],
            20,
            0.001,
          ),
          { move: [0.875, 0, -0.4] },
        ),
      ]),
    ),
    model.addMaterial({ name: 'Felt', color: [0.12, 0.12, 0.12], roughness: 1 }),
  )
  /** The same weave in another colour, which multiplies that of the wool. */
  const dyed = (name: string, color: readonly [red: number, green: number, blue: number]) =>
    wool
      .clone()
      .setName(name)
      .setBaseColorFactor([...color, 1])
  model.addVariant('Moss', new Map([[wool, dyed('Moss wool', [0.42, 0.58, 0.3])]]))
  model.addVariant('Rust', new Map([[wool, dyed('Rust wool', [0.95, 0.42, 0.24])]]))
  model.addVariant('Night', new Map([[wool, dyed('Night wool', [0.2, 0.26, 0.5])]]))
  return model.toGlb()
}

/** Builds a stool with a low back, 0.72 m high: turned oak legs, a saddle seat, an indigo cushion with a cord. */
export async function makeStool(): Promise<Uint8Array> {
  const model = new ModelBuilder('Stool with back')
  const oak = model.addMaterial({
    name: 'Oak',
    color: [1, 1, 1],
    textures: await wood([0.74, 0.52, 0.31]),
    tileMetres: 0.45,
    relief: 0.6,
  })
  const indigo = model.addMaterial({
    name: 'Indigo wool',
    color: [1, 1, 1],
    textures: await cloth([0.2, 0.22, 0.42], 40),
    tileMetres: 0.14,
  })
  const foot = (x: number, z: number): readonly [number, number, number] => [x * 0.2, 0, z * 0.18]
  const top = (x: number, z: number): readonly [number, number, number] => [x * 0.14, 0.45, z * 0.12]
  const corners = [
    [1, 1],
    [-1, 1],
    [1, -1],
    [-1, -1],
  ] as const
  for (const [index, [x, z]] of corners.entries()) {
    model.addPart(`Leg ${index + 1}`, rod(foot(x, z), top(x, z), 0.0145, 18, 0.019), oak)
  }
  model.addPart(
    'Stretchers',
    mergeShapes([
      rod([0.177, 0.17, 0.157], [0.177, 0.17, -0.157], 0.01, 12),
      rod([-0.177, 0.17, 0.157], [-0.177, 0.17, -0.157], 0.01, 12),
      rod([-0.177, 0.17, 0], [0.177, 0.17, 0], 0.01, 12),
    ]),
    oak,
  )
  const saddle = bend(
    box(0.42, 0.036, 0.37, 0.016, 5),
    (x, y, z) => [x * (1 - Math.max(0, -z) * 0.35), y + x * x * 0.35 - 0.008, z],
    60,
  )
  model.addPart('Seat', place(saddle, { move: [0, 0.462, 0] }), oak)
  model.addPart(
    'Cushion',
    place(
      bend(box(0.36, 0.036, 0.32, 0.017, 5), (x, y, z) => [x * (1 - Math.max(0, -z) * 0.35), y + x * x * 0.35, z], 80),
      { move: [0, 0.49, 0.005] },
    ),
    indigo,
  )
  model.addPart(
    'Spindles',
    mergeShapes(
      [-0.12, -0.04, 0.04, 0.12].map((x) =>
        rod([x, 0.47, -0.16], [x * 1.18, 0.68, -0.225 + x * x], 0.0085, 12, 0.0075),
      ),
    ),
    oak,
  )
  const rail = bend(box(0.36, 0.062, 0.022, 0.01, 6), (x, y, z) => [x, y + 0.02 * Math.cos(x * 8), z + x * x * 1.1], 60)
  model.addPart('Back rail', place(rail, { turn: [-0.26, 0, 0], move: [0, 0.69, -0.238] }), oak)
  return model.toGlb()
}

/** Builds a writing desk, 1.2 m wide: tapered legs, two drawers with leather pulls, a tray of small things. */
export async function makeDesk(): Promise<Uint8Array> {
  const model = new ModelBuilder('Writing desk')
  const oak = model.addMaterial({
    name: 'Oak',
    color: [1, 1, 1],
    textures: await wood([0.74, 0.52, 0.31]),
    tileMetres: 0.7,
    relief: 0.6,
  })
  const ink = model.addMaterial({ name: 'Indigo lacquer', color: [0.06, 0.065, 0.2], roughness: 0.28 })
  const brass = model.addMaterial({ name: 'Brass', color: [0.92, 0.7, 0.36], roughness: 0.24, metalness: 1 })
  const paper = model.addMaterial({ name: 'Paper', color: [0.94, 0.92, 0.86], roughness: 0.95 })
  model.addPart('Top', place(box(1.2, 0.026, 0.6, 0.01, 3), { move: [0, 0.727, 0] }), oak)
  const legs = [-1, 1].flatMap((z) => [rod([0.555, 0.7, z * 0.25], [0.58, 0, z * 0.275], 0.026, 18, 0.014)])
  model.addPart('Legs', bothSides(mergeShapes(legs)), oak)
  model.addPart(
    'Apron',
    mergeShapes([
      place(box(1.08, 0.09, 0.02, 0.004), { move: [0, 0.668, -0.25] }),
      ...[-1, 1].map((x) => place(box(0.02, 0.09, 0.5, 0.004), { move: [x * 0.545, 0.668, 0] })),
    ]),
    oak,
  )
  model.addPart('Drawers', bothSides(place(box(0.5, 0.085, 0.46, 0.006), { move: [0.265, 0.669, 0.03] })), ink)
  model.addPart('Pulls', bothSides(place(box(0.09, 0.012, 0.022, 0.005), { move: [0.265, 0.668, 0.27] })), brass)
  model.addPart(
    'Gallery',
    mergeShapes([
      place(box(1.16, 0.014, 0.15, 0.004), { move: [0, 0.9, -0.21] }),
      ...[-0.56, -0.18, 0.2, 0.56].map((x) => place(box(0.012, 0.16, 0.14, 0.003), { move: [x, 0.82, -0.21] })),
      place(box(1.16, 0.16, 0.01, 0.003), { move: [0, 0.82, -0.282] }),
    ]),
    oak,
  )
  model.addPart(
    'Notebooks',
    mergeShapes([
      place(box(0.15, 0.014, 0.21, 0.003), { turn: [0, 0.2, 0], move: [-0.18, 0.747, 0.1] }),
      place(box(0.12, 0.012, 0.17, 0.003), { turn: [0, -0.1, 0], move: [-0.17, 0.76, 0.11] }),
    ]),
    ink,
  )
  model.addPart(
    'Sheet',
    place(box(0.21, 0.002, 0.297, 0.0008), { turn: [0, -0.12, 0], move: [0.12, 0.742, 0.11] }),
    paper,
  )
  model.addPart(
    'Letters',
    mergeShapes(
      [0, 1, 2, 3, 4].map((one) =>
        place(box(0.004, 0.11 + (one % 3) * 0.008, 0.1, 0.001), {
          turn: [0, 0, -0.12],
          move: [-0.48 + one * 0.03, 0.8, -0.21],
        }),
      ),
    ),
    paper,
  )
  model.addPart(
    'Pencil',
    place(rod([-0.08, 0, 0], [0.08, 0, 0], 0.0036, 8), { turn: [0, 0.5, 0], move: [0.16, 0.747, 0.16] }),
    brass,
  )
  model.addPart(
    'Inkwell',
    place(
      spin(
        [
          [0, 0],
          [0.03, 0],
          [0.033, 0.03],
          [0.016, 0.04],
          [0.017, 0.05],
          [0, 0.052],
        ],
        32,
        0.003,
      ),
      { move: [0.4, 0.74, -0.02] },
    ),
    brass,
  )
  return model.toGlb()
}
