import { ModelBuilder } from '../model-builder.ts'
import { mergeShapes } from '../shapes.ts'
import { box, circle, cylinder, extrude, pipe, place, ring, spin } from '../solids.ts'
import { stone, wood } from '../surface-textures.ts'

/** Builds a tea set on a tray, 420 mm wide: speckled stoneware pot with a cane handle, two cups, a caddy, a sprig. */
export async function makeTeaSet(): Promise<Uint8Array> {
  const model = new ModelBuilder('Tea set')
  const stoneware = model.addMaterial({
    name: 'Speckled stoneware',
    color: [1, 1, 1],
    textures: await stone([0.86, 0.8, 0.7], 0.3, 0.42),
    tileMetres: 0.1,
    relief: 0.3,
  })
  const glaze = model.addMaterial({ name: 'Ink glaze', color: [0.035, 0.07, 0.12], roughness: 0.1 })
  const ash = model.addMaterial({
    name: 'Ash',
    color: [1, 1, 1],
    textures: await wood([0.86, 0.7, 0.48]),
    tileMetres: 0.4,
    relief: 0.5,
  })
  const cane = model.addMaterial({ name: 'Cane', color: [0.66, 0.44, 0.2], roughness: 0.55 })
  const tea = model.addMaterial({ name: 'Tea', color: [0.42, 0.18, 0.03], roughness: 0.05 })
  const green = model.addMaterial({ name: 'Sprig', color: [0.16, 0.32, 0.12], roughness: 0.6, isDoubleSided: true })
  model.addPart(
    'Tray',
    mergeShapes([
      place(extrude(circle(0.21, 64), 0.012, 0.004), {
        turn: [-Math.PI / 2, 0, 0],
        move: [0, 0.012, 0],
        scale: [1, 1, 1],
      }),
      place(
        spin(
          [
            [0.205, 0],
            [0.212, 0],
            [0.216, 0.022],
            [0.208, 0.022],
            [0.203, 0.008],
          ],
          64,
          0.0015,
        ),
        { move: [0, 0.01, 0] },
      ),
      ...[-0.12, 0.12].map((x) => place(box(0.03, 0.008, 0.26, 0.003), { move: [x, 0.004, 0] })),
    ]),
    ash,
  )
  const pot = [-0.045, 0.02, -0.03] as const
  model.addPart(
    'Pot',
    mergeShapes([
      place(
        spin(
          [
            [0, 0.002],
            [0.044, 0],
            [0.048, 0.004],
            [0.078, 0.04],
            [0.082, 0.062],
            [0.07, 0.094],
            [0.042, 0.108],
            [0.04, 0.11],
            [0.036, 0.106],
          ],
          56,
          0.003,
        ),
        { move: pot },
      ),
      place(
        pipe(
          [
            [0.06, 0.045, 0.02],
            [0.098, 0.062, 0.034],
            [0.118, 0.098, 0.041],
            [0.132, 0.112, 0.046],
          ],
          0.0135,
          { sides: 16, endRadius: 0.0075, steps: 6 },
        ),
        { move: pot },
      ),
    ]),
    stoneware,
  )
  model.addPart(
    'Pot foot',
    place(
      spin(
        [
          [0.049, 0],
          [0.0795, 0.04],
          [0.0838, 0.062],
          [0.0826, 0.064],
          [0.046, 0.004],
        ],
        56,
        0.0005,
      ),
      { move: pot },
    ),
    glaze,
  )
  model.addPart(
    'Lid',
    place(
      spin(
        [
          [0.045, 0],
          [0.043, 0.005],
          [0.02, 0.014],
          [0.006, 0.017],
          [0.006, 0.022],
          [0.012, 0.026],
          [0.011, 0.033],
          [0, 0.036],
        ],
        44,
        0.0015,
      ),
      { move: [pot[0], pot[1] + 0.108, pot[2]] },
    ),
    glaze,
  )
  model.addPart(
    'Handle',
    place(
      mergeShapes([
        pipe(
          [
            [-0.058, 0.088, -0.02],
            [-0.07, 0.14, -0.024],
            [-0.04, 0.188, -0.014],
            [0.03, 0.19, 0.011],
            [0.066, 0.146, 0.023],
            [0.054, 0.092, 0.019],
          ],
          0.0048,
          { sides: 12, steps: 6 },
        ),
        ...[-0.3, -0.15, 0, 0.15, 0.3].map((t) =>
          place(ring(0.0054, 0.0012, 16, 6), {
            turn: [0, 0.34, Math.PI / 2],
            move: [t * 0.12, 0.1925 - t * t * 0.1, t * 0.043],
          }),
        ),
      ]),
      { move: pot },
    ),
    cane,
  )
  const cup = [
    [0, 0.004],
    [0.018, 0],
    [0.022, 0.004],
    [0.035, 0.03],
    [0.038, 0.058],
    [0.0355, 0.058],
    [0.032, 0.03],
    [0.018, 0.008],
    [0, 0.008],
  ] as const
  const cups = [
    [0.1, 0.02, 0.075],
    [-0.02, 0.02, 0.115],
  ] as const
  model.addPart('Cups', mergeShapes(cups.map((move) => place(spin(cup, 44, 0.0015), { move }))), stoneware)
  model.addPart(
    'Cup glaze',
    mergeShapes(
      cups.map((move) =>
        place(
          spin(
            [
              [0.0225, 0.004],
              [0.0356, 0.03],
              [0.0372, 0.042],
              [0.0362, 0.042],
              [0.022, 0.005],
            ],
            44,
            0.0004,
          ),
          { move },
        ),
      ),
    ),
    glaze,
  )
  model.addPart(
    'Tea',
    mergeShapes(cups.map(([x, y, z]) => place(cylinder(0.0345, 0.002, 0.0005, 40), { move: [x, y + 0.046, z] }))),
    tea,
  )
  model.addPart(
    'Caddy',
    place(
      spin(
        [
          [0, 0],
          [0.034, 0],
          [0.036, 0.004],
          [0.036, 0.07],
          [0.033, 0.074],
          [0, 0.074],
        ],
        44,
        0.002,
      ),
      { move: [0.11, 0.02, -0.075] },
    ),
    glaze,
  )
  model.addPart(
    'Caddy lid',
    place(
      mergeShapes([
        spin(
          [
            [0, 0],
            [0.0365, 0],
            [0.0365, 0.014],
            [0, 0.016],
          ],
          44,
          0.002,
        ),
        place(cylinder(0.007, 0.012, 0.003, 20), { move: [0, 0.015, 0] }),
      ]),
      { move: [0.11, 0.094, -0.075] },
    ),
    ash,
  )
  model.addPart(
    'Spoon',
    place(
      mergeShapes([
        pipe(
          [
            [0, 0, 0],
            [0.05, 0.004, 0],
            [0.1, 0.002, 0],
          ],
          0.003,
          { sides: 10, endRadius: 0.0045 },
        ),
        place(
          spin(
            [
              [0, 0],
              [0.014, 0.003],
              [0.016, 0.006],
              [0.013, 0.005],
              [0, 0.002],
            ],
            28,
            0.0006,
          ),
          { scale: [1.35, 1, 1], move: [0.118, -0.001, 0] },
        ),
      ]),
      { turn: [0, 0.7, 0], move: [0.03, 0.024, 0.165] },
    ),
    ash,
  )
  const stem = pipe(
    [
      [0, 0, 0],
      [0.04, 0.006, 0.012],
      [0.085, 0.004, 0.016],
    ],
    0.0012,
    { sides: 6 },
  )
  const leaf = (x: number, z: number, turn: number) =>
    place(
      spin(
        [
          [0, 0],
          [0.005, 0.008],
          [0.006, 0.016],
          [0, 0.03],
        ],
        12,
        0,
      ),
      { scale: [1, 1, 0.18], turn: [Math.PI / 2, turn, 0], move: [x, 0.005, z] },
    )
  model.addPart(
    'Sprig',
    place(
      mergeShapes([
        stem,
        leaf(0.02, 0.008, 1),
        leaf(0.035, 0.012, 2.2),
        leaf(0.05, 0.013, 0.8),
        leaf(0.065, 0.015, 2.4),
        leaf(0.085, 0.016, 1.6),
      ]),
      { turn: [0, -0.3, 0], move: [-0.16, 0.021, 0.09] },
    ),
    green,
  )
  return model.toGlb()
}
