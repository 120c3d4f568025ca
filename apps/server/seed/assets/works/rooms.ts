import { ModelBuilder } from '../model-builder.ts'
import { mergeShapes } from '../shapes.ts'
import { bend, box, cylinder, pipe, place, ring, rod, spin } from '../solids.ts'
import { brushedMetal, tiles, usedPaint, wood } from '../surface-textures.ts'

/** Builds a bathroom, 2.6 m by 2.2 m: glazed zellige walls, terracotta floor, free-standing tub, basin and mirror. */
export async function makeTileBathroom(): Promise<Uint8Array> {
  const model = new ModelBuilder('Tile bathroom')
  const zellige = model.addMaterial({
    name: 'Zellige',
    color: [1, 1, 1],
    textures: await tiles(
      [
        [0.1, 0.42, 0.44],
        [0.14, 0.5, 0.5],
        [0.08, 0.36, 0.42],
        [0.2, 0.55, 0.52],
      ],
      [0.8, 0.78, 0.72],
      8,
    ),
    tileMetres: 0.8,
  })
  const terracotta = model.addMaterial({
    name: 'Terracotta floor',
    color: [1, 1, 1],
    textures: await tiles(
      [
        [0.72, 0.38, 0.26],
        [0.78, 0.44, 0.3],
        [0.66, 0.34, 0.24],
      ],
      [0.7, 0.64, 0.58],
      4,
    ),
    tileMetres: 0.8,
    roughness: 1,
  })
  const plaster = model.addMaterial({
    name: 'Tadelakt',
    color: [1, 1, 1],
    textures: await usedPaint([0.93, 0.87, 0.79], 0.6),
    tileMetres: 1.4,
    relief: 0.25,
  })
  const enamel = model.addMaterial({ name: 'Enamel', color: [0.93, 0.92, 0.9], roughness: 0.1 })
  const brass = model.addMaterial({
    name: 'Brass',
    color: [1, 1, 1],
    textures: await brushedMetal([0.95, 0.76, 0.42], 0.22),
    tileMetres: 0.1,
    relief: 0.3,
  })
  const cedar = model.addMaterial({
    name: 'Cedar',
    color: [1, 1, 1],
    textures: await wood([0.56, 0.32, 0.18]),
    tileMetres: 0.6,
  })
  const mirror = model.addMaterial({ name: 'Mirror', color: [0.92, 0.94, 0.95], roughness: 0.03, metalness: 1 })
  const green = model.addMaterial({ name: 'Eucalyptus', color: [0.16, 0.3, 0.2], roughness: 0.6, isDoubleSided: true })
  const [width, depth, height] = [2.6, 2.2, 2.3]
  model.addPart('Floor', place(box(width + 0.12, 0.1, depth + 0.12, 0.01), { move: [0, -0.05, 0] }), terracotta)
  model.addPart(
    'Tiled back wall',
    place(box(width, 1.45, 0.05, 0.004), { move: [0, 0.725, -depth / 2 + 0.005] }),
    zellige,
  )
  model.addPart(
    'Tiled side wall',
    place(box(0.05, 1.45, depth, 0.004), { move: [-width / 2 + 0.005, 0.725, 0] }),
    zellige,
  )
  model.addPart(
    'Back wall',
    place(box(width + 0.12, height, 0.08, 0.01), { move: [0, height / 2, -depth / 2 - 0.04] }),
    plaster,
  )
  model.addPart(
    'Side wall',
    place(box(0.08, height, depth + 0.06, 0.01), { move: [-width / 2 - 0.04, height / 2, 0.03] }),
    plaster,
  )
  model.addPart(
    'Ledge',
    mergeShapes([
      place(box(width - 0.02, 0.035, 0.1, 0.01), { move: [0.02, 1.465, -depth / 2 + 0.04] }),
      place(box(0.1, 0.035, depth - 0.04, 0.01), { move: [-width / 2 + 0.04, 1.465, 0.02] }),
    ]),
    cedar,
  )
  const tub = bend(
    spin(
      [
        [0, 0.1],
        [0.24, 0.1],
        [0.3, 0.16],
        [0.37, 0.56],
        [0.41, 0.6],
        [0.4, 0.63],
        [0.35, 0.6],
        [0.28, 0.22],
        [0.2, 0.16],
        [0, 0.16],
      ],
      48,
      0.015,
    ),
    (x, y, z) => [x * 1.95, y + Math.max(0, Math.abs(x) - 0.1) * 0.28, z * 0.92],
    50,
  )
  model.addPart('Tub', place(tub, { move: [0.3, 0, -0.55] }), enamel)
  model.addPart(
    'Tub feet',
    mergeShapes(
      [
        [-0.05, -0.7],
        [0.65, -0.7],
        [-0.05, -0.4],
        [0.65, -0.4],
      ].map(([x = 0, z = 0]) =>
        place(
          spin(
            [
              [0, 0],
              [0.035, 0],
              [0.045, 0.03],
              [0.02, 0.08],
              [0.05, 0.15],
              [0, 0.15],
            ],
            20,
            0.006,
          ),
          { move: [x, 0, z] },
        ),
      ),
    ),
    brass,
  )
  model.addPart(
    'Filler',
    mergeShapes([
      rod([-0.42, 0, -0.82], [-0.42, 0.86, -0.82], 0.014, 14),
      pipe(
        [
          [-0.42, 0.86, -0.82],
          [-0.4, 0.96, -0.8],
          [-0.32, 0.98, -0.76],
          [-0.26, 0.9, -0.74],
        ],
        0.013,
        { sides: 14 },
      ),
      place(cylinder(0.045, 0.012, 0.003), { move: [-0.42, 0, -0.82] }),
      rod([-0.5, 0.78, -0.82], [-0.34, 0.78, -0.82], 0.01, 12),
    ]),
    brass,
  )
  model.addPart(
    'Vanity',
    mergeShapes([
      place(box(0.46, 0.05, 0.86, 0.012), { move: [-1.04, 0.78, 0.45] }),
      ...(
        [
          [-0.85, 0.08],
          [-0.85, 0.82],
        ] as const
      ).map(([x, z]) => place(box(0.045, 0.76, 0.045, 0.008), { move: [x, 0.38, z] })),
      place(box(0.4, 0.025, 0.78, 0.008), { move: [-1.04, 0.25, 0.45] }),
    ]),
    cedar,
  )
  model.addPart(
    'Basin',
    place(
      spin(
        [
          [0, 0.01],
          [0.11, 0],
          [0.18, 0.05],
          [0.21, 0.13],
          [0.2, 0.135],
          [0.165, 0.06],
          [0.1, 0.02],
          [0, 0.025],
        ],
        44,
        0.006,
      ),
      { move: [-1.03, 0.8, 0.45] },
    ),
    enamel,
  )
  model.addPart(
    'Tap',
    pipe(
      [
        [-1.25, 0.8, 0.45],
        [-1.25, 1.06, 0.45],
        [-1.2, 1.1, 0.45],
        [-1.1, 1.1, 0.45],
        [-1.07, 1.05, 0.45],
      ],
      0.011,
      { sides: 12 },
    ),
    brass,
  )
  model.addPart(
    'Mirror',
    place(cylinder(0.3, 0.012, 0.002, 56), { turn: [0, 0, -Math.PI / 2], move: [-1.272, 1.72, 0.45] }),
    mirror,
  )
  model.addPart(
    'Mirror frame',
    place(ring(0.305, 0.014, 64, 12), { turn: [0, 0, Math.PI / 2], move: [-1.268, 1.72, 0.45] }),
    brass,
  )
  model.addPart(
    'Stool',
    mergeShapes([
      place(cylinder(0.16, 0.035, 0.008, 36), { move: [0.75, 0.42, 0.5] }),
      ...[0, 1, 2].map((leg) =>
        rod(
          [0.75 + Math.cos(leg * 2.1) * 0.1, 0.43, 0.5 + Math.sin(leg * 2.1) * 0.1],
          [0.75 + Math.cos(leg * 2.1) * 0.15, 0, 0.5 + Math.sin(leg * 2.1) * 0.15],
          0.016,
          12,
        ),
      ),
    ]),
    cedar,
  )
  model.addPart(
    'Towel',
    place(
      bend(box(0.3, 0.06, 0.22, 0.025, 4), (x, y, z) => [x, y - 1.2 * x * x, z], 80),
      { move: [0.75, 0.49, 0.5] },
    ),
    model.addMaterial({
      name: 'Linen',
      color: [1, 1, 1],
      textures: await usedPaint([0.95, 0.85, 0.68], 0.95),
      tileMetres: 0.2,
    }),
  )
  model.addPart(
    'Vase',
    place(
      spin(
        [
          [0, 0],
          [0.05, 0],
          [0.07, 0.07],
          [0.03, 0.15],
          [0.035, 0.17],
          [0.025, 0.17],
          [0.02, 0.14],
          [0, 0.13],
        ],
        32,
        0.004,
      ),
      { move: [0.95, 1.48, -1.04] },
    ),
    enamel,
  )
  model.addPart(
    'Eucalyptus',
    mergeShapes(
      Array.from({ length: 26 }, (_, index) =>
        place(cylinder(0.026, 0.002, 0.0008, 10), {
          turn: [index * 1.3, index * 2.2, index],
          move: [
            0.95 + Math.sin(index * 2.4) * 0.02 * (index % 6),
            1.68 + (index % 9) * 0.032,
            -1.03 + Math.cos(index * 2.4) * 0.014 * (index % 6),
          ],
        }),
      ),
    ),
    green,
  )
  return model.toGlb()
}
