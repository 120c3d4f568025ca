import { ModelBuilder } from '../model-builder.ts'
import { mergeShapes, type Shape } from '../shapes.ts'
import {
  around,
  box,
  circle,
  cylinder,
  extrude,
  pipe,
  place,
  type Point,
  ring,
  rod,
  smooth,
  smoothSkin,
  spin,
} from '../solids.ts'
import { brushedMetal, stone, usedPaint } from '../surface-textures.ts'

/** Returns hexagonal bolts on a circle in the plane of x and z. */
function bolts(count: number, radius: number, size: number): Shape {
  const bolt = mergeShapes([
    smooth(
      spin(
        [
          [0, 0],
          [size, 0],
          [size, size * 1.1],
          [0, size * 1.1],
        ],
        6,
        0,
      ),
      20,
    ),
    cylinder(size * 1.5, size * 0.25, 0, 12),
  ])
  return around(count, place(bolt, { move: [radius, 0, 0] }))
}

/** Returns a pipe flange with its bolts apart, its face at y = 0 and its neck going up. */
const flange = () =>
  spin(
    [
      [0, 0],
      [0.105, 0],
      [0.105, 0.022],
      [0.07, 0.026],
      [0.056, 0.045],
      [0, 0.045],
    ],
    40,
    0.003,
  )

/**
 * Builds a gate valve of a ship on a training bench, 0.9 m high, cut open to show its wedge. The animation turns the
 * hand wheel, lifts stem and wedge, and moves the pointer from closed to open and back.
 */
export async function makeValveTrainer(): Promise<Uint8Array> {
  const model = new ModelBuilder('Ship valve trainer')
  const blue = model.addMaterial({
    name: 'Marine blue',
    color: [1, 1, 1],
    textures: await usedPaint([0.09, 0.24, 0.44], 0.36),
    tileMetres: 0.25,
    relief: 0.6,
  })
  const red = model.addMaterial({
    name: 'Signal red',
    color: [1, 1, 1],
    textures: await usedPaint([0.76, 0.09, 0.07], 0.32),
    tileMetres: 0.2,
    relief: 0.5,
  })
  const steel = model.addMaterial({
    name: 'Machined steel',
    color: [1, 1, 1],
    textures: await brushedMetal([0.76, 0.77, 0.79], 0.28),
    tileMetres: 0.12,
    relief: 0.4,
  })
  const bronze = model.addMaterial({ name: 'Bronze', color: [0.86, 0.58, 0.3], roughness: 0.26, metalness: 1 })
  const yellow = model.addMaterial({ name: 'Safety yellow', color: [0.95, 0.68, 0.05], roughness: 0.5 })
  const dark = model.addMaterial({ name: 'Bench grey', color: [0.13, 0.14, 0.16], roughness: 0.6 })
  const white = model.addMaterial({ name: 'Plate', color: [0.93, 0.93, 0.9], roughness: 0.5 })
  const axis = 0.34
  model.addPart(
    'Bench',
    mergeShapes([
      place(box(0.86, 0.03, 0.42, 0.008), { move: [0, 0.015, 0] }),
      place(box(0.06, 0.22, 0.3, 0.008), { move: [-0.27, 0.13, 0] }),
      place(box(0.06, 0.22, 0.3, 0.008), { move: [0.27, 0.13, 0] }),
    ]),
    dark,
  )
  model.addPart(
    'Cradles',
    mergeShapes(
      [-0.27, 0.27].map((x) =>
        place(
          extrude(
            [
              [-0.1, 0],
              [0.1, 0],
              [0.08, 0.06],
              [0.04, 0.035],
              [-0.04, 0.035],
              [-0.08, 0.06],
            ],
            0.06,
            0.004,
          ),
          { turn: [0, Math.PI / 2, 0], move: [x, 0.235, 0] },
        ),
      ),
    ),
    yellow,
  )
  const along = (shape: Shape, side: number) => place(shape, { turn: [0, 0, (side * -Math.PI) / 2] })
  model.addPart(
    'Pipe left',
    place(
      along(
        spin(
          [
            [0.058, 0],
            [0.068, 0],
            [0.068, 0.2],
            [0.058, 0.2],
          ],
          36,
          0.002,
        ),
        -1,
      ),
      { move: [-0.2, axis, 0] },
    ),
    blue,
  )
  model.addPart(
    'Pipe right',
    place(
      along(
        spin(
          [
            [0.058, 0],
            [0.068, 0],
            [0.068, 0.2],
            [0.058, 0.2],
          ],
          36,
          0.002,
        ),
        1,
      ),
      { move: [0.2, axis, 0] },
    ),
    blue,
  )
  model.addPart(
    'Flange left',
    mergeShapes([
      place(along(flange(), 1), { move: [-0.2, axis, 0] }),
      place(
        along(
          spin(
            [
              [0.06, 0],
              [0.105, 0],
              [0.105, 0.022],
              [0.06, 0.022],
            ],
            40,
            0.003,
          ),
          -1,
        ),
        { move: [-0.202, axis, 0] },
      ),
    ]),
    blue,
  )
  model.addPart(
    'Flange right',
    mergeShapes([
      place(along(flange(), -1), { move: [0.2, axis, 0] }),
      place(
        along(
          spin(
            [
              [0.06, 0],
              [0.105, 0],
              [0.105, 0.022],
              [0.06, 0.022],
            ],
            40,
            0.003,
          ),
          1,
        ),
        { move: [0.202, axis, 0] },
      ),
    ]),
    blue,
  )
  model.addPart(
    'Bolts',
    mergeShapes([
      place(along(bolts(8, 0.086, 0.009), -1), { move: [-0.224, axis, 0] }),
      place(along(bolts(8, 0.086, 0.009), 1), { move: [0.224, axis, 0] }),
    ]),
    steel,
  )
  /** The body with its front quarter left out. */
  const opened = (profile: readonly (readonly [number, number])[]) => {
    const steps = 30
    const from = 0.62
    const rows = profile.map(([radius, y]) =>
      Array.from({ length: steps + 1 }, (_, step) => {
        const angle = from + (step / steps) * (Math.PI * 2 - 1.24)
        return [Math.sin(angle) * radius, y, Math.cos(angle) * radius] as const
      }),
    )
    return smooth(mergeShapes([rowsShape(rows)]), 38)
  }
  model.addPart(
    'Body',
    place(
      opened([
        [0.02, 0],
        [0.085, 0.01],
        [0.12, 0.07],
        [0.125, 0.14],
        [0.11, 0.2],
        [0.095, 0.24],
        [0.13, 0.245],
        [0.13, 0.27],
        [0.085, 0.27],
        [0.085, 0.225],
        [0.098, 0.19],
        [0.108, 0.14],
        [0.104, 0.08],
        [0.075, 0.03],
        [0.02, 0.02],
      ]),
      { move: [0, axis - 0.125, 0] },
    ),
    blue,
  )
  model.addPart(
    'Seat rings',
    mergeShapes(
      [-1, 1].map((side) =>
        place(ring(0.058, 0.007, 40, 10), { turn: [0, 0, Math.PI / 2], move: [side * 0.038, axis, 0] }),
      ),
    ),
    bronze,
  )
  model.addPart(
    'Bonnet',
    place(
      spin(
        [
          [0.05, 0],
          [0.13, 0],
          [0.13, 0.024],
          [0.07, 0.034],
          [0.05, 0.07],
          [0.042, 0.13],
          [0.024, 0.14],
          [0.018, 0.14],
        ],
        40,
        0.004,
      ),
      { move: [0, axis + 0.146, 0] },
    ),
    blue,
  )
  model.addPart('Bonnet bolts', place(bolts(8, 0.108, 0.009), { move: [0, axis + 0.17, 0] }), steel)
  model.addPart(
    'Gland',
    place(
      spin(
        [
          [0.012, 0],
          [0.045, 0],
          [0.045, 0.012],
          [0.024, 0.016],
          [0.022, 0.034],
          [0.012, 0.034],
        ],
        32,
        0.002,
      ),
      { move: [0, axis + 0.286, 0] },
    ),
    bronze,
  )
  model.addPart(
    'Yoke',
    mergeShapes(
      [-1, 1].map((side) =>
        pipe(
          [
            [side * 0.05, axis + 0.18, 0],
            [side * 0.085, axis + 0.28, 0],
            [side * 0.075, axis + 0.38, 0],
            [side * 0.02, axis + 0.43, 0],
          ],
          0.012,
          { sides: 12 },
        ),
      ),
    ),
    blue,
  )
  model.addPart(
    'Yoke nut',
    place(
      spin(
        [
          [0.011, 0],
          [0.034, 0],
          [0.034, 0.03],
          [0.02, 0.045],
          [0.011, 0.045],
        ],
        32,
        0.003,
      ),
      { move: [0, axis + 0.415, 0] },
    ),
    bronze,
  )
  const travel = 0.085
  const lift = model.addGroup('Lifting gear')
  const threads = mergeShapes(
    Array.from({ length: 22 }, (_, index) =>
      place(ring(0.0085, 0.0022, 14, 5), { move: [0, axis + 0.3 + index * 0.0085, 0] }),
    ),
  )
  model.addPart('Stem', mergeShapes([rod([0, axis + 0.04, 0], [0, axis + 0.5, 0], 0.009, 18), threads]), steel, {
    parent: lift,
  })
  model.addPart(
    'Wedge',
    place(extrude(circle(0.062, 36), 0.044, 0.006), { turn: [0, Math.PI / 2, 0], move: [0, axis, 0] }),
    bronze,
    { parent: lift },
  )
  model.addPart(
    'Pointer',
    mergeShapes([
      rod([0.008, axis + 0.36, 0], [0.062, axis + 0.36, 0.02], 0.004, 8),
      place(box(0.02, 0.008, 0.006, 0.001), { move: [0.068, axis + 0.36, 0.022] }),
    ]),
    red,
    { parent: lift },
  )
  const wheel = model.addGroup('Hand wheel turns', { position: [0, axis + 0.465, 0] })
  const wheelShape = mergeShapes([
    ring(0.13, 0.0125, 48, 12),
    cylinderHub(),
    around(
      5,
      pipe(
        [
          [0.02, 0.006, 0],
          [0.07, -0.006, 0],
          [0.125, 0, 0],
        ],
        0.009,
        { sides: 10 },
      ),
    ),
    around(15, place(cylinder(0.008, 0.01, 0.004, 8), { move: [0.13, 0.008, 0] })),
  ])
  model.addPart('Hand wheel', wheelShape, red, { parent: wheel })
  model.addPart(
    'Wheel nut',
    place(
      smooth(
        spin(
          [
            [0, 0],
            [0.02, 0],
            [0.02, 0.016],
            [0, 0.016],
          ],
          6,
          0,
        ),
        20,
      ),
      { move: [0, 0.024, 0] },
    ),
    steel,
    { parent: wheel },
  )
  model.addPart('Scale plate', place(box(0.026, 0.16, 0.004, 0.001), { move: [0.098, axis + 0.39, 0.024] }), white)
  model.addPart(
    'Scale marks',
    mergeShapes(
      Array.from({ length: 9 }, (_, mark) =>
        place(box(mark % 4 === 0 ? 0.018 : 0.01, 0.0022, 0.002, 0.0004), {
          move: [0.098, axis + 0.33 + mark * 0.014, 0.027],
        }),
      ),
    ),
    dark,
  )
  model.addPart(
    'Gauge',
    mergeShapes([
      place(cylinder(0.045, 0.03, 0.004, 40), { turn: [Math.PI / 2, 0, 0], move: [0.32, axis + 0.15, -0.005] }),
      rod([0.32, axis + 0.06, 0.005], [0.32, axis + 0.11, 0.005], 0.008, 12),
    ]),
    steel,
  )
  model.addPart(
    'Gauge face',
    place(cylinder(0.038, 0.002, 0.0005, 40), { turn: [Math.PI / 2, 0, 0], move: [0.32, axis + 0.15, 0.026] }),
    white,
  )
  model.addPart(
    'Gauge needle',
    place(box(0.003, 0.03, 0.002, 0.0006), { turn: [0, 0, -0.7], move: [0.328, axis + 0.16, 0.03] }),
    red,
  )
  model.addPart('Tag', place(box(0.12, 0.05, 0.003, 0.001), { move: [-0.3, 0.07, 0.155] }), yellow)
  const name = 'Open and close'
  model.addMove(name, lift, [
    [0, [0, 0, 0]],
    [4, [0, travel, 0]],
    [5, [0, travel, 0]],
    [9, [0, 0, 0]],
    [10, [0, 0, 0]],
  ])
  const turns = Array.from({ length: 25 }, (_, step) => [(step / 24) * 4, (step * Math.PI) / 2] as const)
  const back = turns.map(([seconds, angle]) => [5 + seconds, Math.PI * 12 - angle] as const)
  model.addTurn(name, wheel, 'y', [...turns, ...back, [10, 0]])
  return model.toGlb()
}

const cylinderHub = () =>
  spin(
    [
      [0, -0.012],
      [0.026, -0.012],
      [0.03, 0.004],
      [0.024, 0.024],
      [0, 0.024],
    ],
    28,
    0.003,
  )

function rowsShape(rows: readonly (readonly (readonly [number, number, number])[])[]): Shape {
  const columns = (rows[0]?.length ?? 1) - 1
  const indices: number[] = []
  for (let row = 0; row < rows.length - 1; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const a = row * (columns + 1) + column
      indices.push(a, a + 1, a + columns + 1, a + 1, a + columns + 2, a + columns + 1)
    }
  }
  const positions = Float32Array.from(rows.flat(2))
  return {
    positions,
    normals: positions,
    uvs: new Float32Array((positions.length / 3) * 2),
    indices: Uint32Array.from(indices),
  }
}

/** Builds a camera drone, 340 mm wide: four rotors that spin, a gimbal below its nose. */
export async function makeDrone(): Promise<Uint8Array> {
  const model = new ModelBuilder('Camera drone')
  const shell = model.addMaterial({
    name: 'Warm white shell',
    color: [1, 1, 1],
    textures: await usedPaint([0.93, 0.91, 0.87], 0.34, 0.02),
    tileMetres: 0.1,
    relief: 0.3,
  })
  const coral = model.addMaterial({ name: 'Coral', color: [0.95, 0.32, 0.22], roughness: 0.4 })
  const carbon = model.addMaterial({ name: 'Carbon', color: [0.04, 0.04, 0.045], roughness: 0.35 })
  const metal = model.addMaterial({ name: 'Motor', color: [0.7, 0.7, 0.73], roughness: 0.25, metalness: 1 })
  const glass = model.addMaterial({ name: 'Lens', color: [0.02, 0.02, 0.05], roughness: 0.04, metalness: 0.2 })
  const lamp = model.addMaterial({ name: 'Lamp', color: [0.2, 1, 0.5], roughness: 0.3, emission: [0.1, 0.9, 0.35] })
  const body = place(
    spin(
      [
        [0, -0.03],
        [0.05, -0.026],
        [0.072, 0],
        [0.06, 0.026],
        [0.03, 0.036],
        [0, 0.038],
      ],
      44,
      0.01,
    ),
    { scale: [0.82, 1, 1.35], move: [0, 0.09, 0] },
  )
  model.addPart('Body', body, shell)
  model.addPart(
    'Stripe',
    place(
      spin(
        [
          [0.0715, -0.004],
          [0.0735, 0],
          [0.0715, 0.004],
        ],
        44,
        0,
      ),
      { scale: [0.82, 1, 1.35], move: [0, 0.088, 0] },
    ),
    coral,
  )
  const corners = (
    [
      [1, 1],
      [-1, 1],
      [1, -1],
      [-1, -1],
    ] as const
  ).map(([x, z]) => [x * 0.125, 0.1, z * 0.12] as const)
  model.addPart(
    'Arms',
    mergeShapes(
      corners.map(([x, y, z]) =>
        pipe(
          [
            [x * 0.3, 0.092, z * 0.4],
            [x * 0.65, 0.1, z * 0.75],
            [x, y - 0.005, z],
          ],
          0.011,
          { sides: 14, endRadius: 0.009 },
        ),
      ),
    ),
    shell,
  )
  model.addPart(
    'Motors',
    mergeShapes(
      corners.map((move) => place(cylinder(0.016, 0.028, 0.003, 28), { move: [move[0], move[1] - 0.014, move[2]] })),
    ),
    metal,
  )
  model.addPart(
    'Legs',
    mergeShapes(corners.map(([x, y, z]) => rod([x, y - 0.012, z], [x * 1.06, 0, z * 1.06], 0.0055, 10, 0.004))),
    carbon,
  )
  for (const [index, [x, y, z]] of corners.entries()) {
    const rotor = model.addGroup(`Rotor ${index + 1} spins`, { position: [x, y + 0.016, z] })
    const blade = place(box(0.09, 0.0018, 0.015, 0.0008), { turn: [0.16, 0, 0], move: [0.048, 0.002, 0] })
    const shape = mergeShapes([blade, place(blade, { turn: [0, Math.PI, 0] }), cylinder(0.006, 0.008, 0.002, 16)])
    model.addPart(`Rotor ${index + 1}`, place(shape, { turn: [0, index * 0.7 + 0.4, 0] }), index < 2 ? coral : carbon, {
      parent: rotor,
    })
    model.addSpin('Hover', rotor, 0.8)
  }
  model.addPart(
    'Gimbal',
    mergeShapes([
      place(ring(0.02, 0.004, 32, 10), { turn: [0, 0, Math.PI / 2], move: [0, 0.056, 0.07] }),
      rod([0, 0.074, 0.066], [0, 0.09, 0.06], 0.006, 12),
    ]),
    carbon,
  )
  model.addPart(
    'Camera',
    place(cylinder(0.016, 0.03, 0.005, 28), { turn: [Math.PI / 2, 0, 0], move: [0, 0.055, 0.06] }),
    metal,
  )
  model.addPart(
    'Lens',
    place(
      spin(
        [
          [0.013, 0],
          [0.011, 0.003],
          [0, 0.005],
        ],
        28,
        0,
      ),
      { turn: [Math.PI / 2, 0, 0], move: [0, 0.055, 0.0895] },
    ),
    glass,
  )
  model.addPart(
    'Lamps',
    mergeShapes([-1, 1].map((side) => place(box(0.014, 0.004, 0.004, 0.0015), { move: [side * 0.028, 0.1, 0.09] }))),
    lamp,
  )
  return model.toGlb()
}

/** Builds a propeller of a tugboat, 1.3 m across, scanned after a grounding: one of its four blades is bent. */
export async function makePropeller(): Promise<Uint8Array> {
  const model = new ModelBuilder('Bent propeller')
  const bronze = model.addMaterial({
    name: 'Weathered bronze',
    color: [1, 1, 1],
    textures: await brushedMetal([0.82, 0.58, 0.32], 0.42),
    relief: 0.2,
    tileMetres: 0.4,
    isDoubleSided: true,
  })
  const steel = model.addMaterial({ name: 'Steel', color: [0.36, 0.37, 0.39], roughness: 0.45, metalness: 1 })
  const oak = model.addMaterial({
    name: 'Timber',
    color: [1, 1, 1],
    textures: await stone([0.42, 0.3, 0.2], 0.4, 0.9),
    tileMetres: 0.4,
  })
  const height = 0.74
  const upright = (shape: Shape) => place(shape, { turn: [Math.PI / 2, 0, 0], move: [0, height, 0] })
  model.addPart(
    'Hub',
    upright(
      spin(
        [
          [0, -0.16],
          [0.1, -0.16],
          [0.13, -0.12],
          [0.135, 0.08],
          [0.11, 0.14],
          [0.07, 0.17],
          [0, 0.18],
        ],
        48,
        0.01,
      ),
    ),
    bronze,
  )
  const blade = (bent: number): Shape => {
    const side = (face: number) =>
      Array.from({ length: 21 }, (_, row) => {
        const t = row / 20
        const radius = 0.11 + t * 0.54
        const chord = 0.16 + 0.62 * Math.sin(Math.PI * Math.min(1, 0.1 + t * 0.84)) ** 0.8 * 0.62 * (1 - 0.25 * t)
        const pitch = Math.atan2(0.34, radius * 2.2)
        return Array.from({ length: 15 }, (_, column): Point => {
          const s = (column / 14) * 2 - 1
          const tip = t > 0.9 ? Math.sqrt(Math.max(0, 1 - ((t - 0.9) / 0.1) ** 2)) : 1
          const along = s * chord * 0.5 * tip
          const thick = face * 0.018 * (1 - t * 0.75) * (1 - s * s)
          const angle = (along * Math.cos(pitch)) / radius + t * t * 0.28
          const axial = along * Math.sin(pitch) + thick + bent * Math.max(0, t - 0.55) ** 2
          return [Math.sin(angle) * radius, axial, Math.cos(angle) * radius]
        })
      })
    return mergeShapes([smoothSkin(side(1)), smoothSkin(side(-1).map((row) => row.toReversed()))])
  }
  for (const index of [0, 1, 2, 3]) {
    const turned = place(blade(index === 1 ? 1.4 : 0), { turn: [0, (index / 4) * Math.PI * 2 + 0.5, 0] })
    model.addPart(index === 1 ? 'Bent blade' : `Blade ${index + 1}`, upright(turned), bronze)
  }
  model.addPart('Shaft', upright(place(cylinder(0.05, 0.3, 0.006, 28), { move: [0, -0.42, 0] })), steel)
  model.addPart(
    'Nut',
    upright(
      place(
        smooth(
          spin(
            [
              [0, 0],
              [0.06, 0],
              [0.06, 0.05],
              [0, 0.05],
            ],
            6,
            0.004,
          ),
          20,
        ),
        { move: [0, 0.17, 0] },
      ),
    ),
    steel,
  )
  model.addPart(
    'Cradle',
    mergeShapes([
      place(box(0.9, 0.1, 0.14, 0.012), { move: [0, 0.05, -0.3] }),
      place(box(0.14, 0.1, 0.62, 0.012), { move: [-0.3, 0.05, -0.12] }),
      place(box(0.14, 0.1, 0.62, 0.012), { move: [0.3, 0.05, -0.12] }),
      place(box(0.16, 0.62, 0.1, 0.012), { move: [0, 0.38, -0.32] }),
    ]),
    oak,
  )
  return model.toGlb()
}

/** Builds a fire extinguisher for a drill, 0.52 m high: the pin comes out, then the lever is pressed. */
export async function makeFireExtinguisher(): Promise<Uint8Array> {
  const model = new ModelBuilder('Fire extinguisher trainer')
  const red = model.addMaterial({
    name: 'Fire red',
    color: [1, 1, 1],
    textures: await usedPaint([0.8, 0.06, 0.05], 0.22, 0.03),
    tileMetres: 0.3,
    relief: 0.3,
  })
  const black = model.addMaterial({ name: 'Rubber', color: [0.03, 0.03, 0.033], roughness: 0.7 })
  const steel = model.addMaterial({ name: 'Steel', color: [0.82, 0.83, 0.85], roughness: 0.18, metalness: 1 })
  const label = model.addMaterial({ name: 'Label', color: [0.95, 0.94, 0.9], roughness: 0.5 })
  const green = model.addMaterial({ name: 'In order', color: [0.1, 0.55, 0.2], roughness: 0.4 })
  const yellow = model.addMaterial({ name: 'Pull pin', color: [0.98, 0.72, 0.05], roughness: 0.4 })
  model.addPart(
    'Cylinder',
    spin(
      [
        [0, 0.012],
        [0.07, 0.012],
        [0.08, 0.03],
        [0.08, 0.33],
        [0.068, 0.378],
        [0.034, 0.4],
        [0.022, 0.412],
        [0, 0.414],
      ],
      56,
      0.008,
    ),
    red,
  )
  model.addPart(
    'Foot ring',
    spin(
      [
        [0.07, 0],
        [0.083, 0],
        [0.083, 0.04],
        [0.0805, 0.042],
        [0.07, 0.02],
      ],
      56,
      0.003,
    ),
    black,
  )
  const sheet = (from: number, to: number, low: number, high: number, radius: number) =>
    smoothSkin(
      [low, high].map((y) =>
        Array.from({ length: 25 }, (_, step): Point => {
          const angle = from + ((to - from) * step) / 24
          return [Math.sin(angle) * radius, y, Math.cos(angle) * radius]
        }),
      ),
    )
  model.addPart('Label', sheet(-0.75, 0.75, 0.1, 0.29, 0.0808), label)
  model.addPart(
    'Steps',
    mergeShapes(
      [0, 1, 2].flatMap((step) => [
        sheet(-0.6, -0.36, 0.235 - step * 0.05, 0.27 - step * 0.05, 0.0812),
        sheet(-0.26, 0.6, 0.257 - step * 0.05, 0.264 - step * 0.05, 0.0812),
        sheet(-0.26, 0.4, 0.243 - step * 0.05, 0.25 - step * 0.05, 0.0812),
      ]),
    ),
    red,
  )
  model.addPart(
    'Neck',
    place(
      spin(
        [
          [0, 0],
          [0.024, 0],
          [0.024, 0.018],
          [0.018, 0.022],
          [0.018, 0.044],
          [0, 0.046],
        ],
        36,
        0.002,
      ),
      { move: [0, 0.408, 0] },
    ),
    steel,
  )
  model.addPart(
    'Carrying handle',
    mergeShapes([
      place(box(0.028, 0.012, 0.03, 0.003), { move: [0, 0.448, 0] }),
      pipe(
        [
          [0, 0.446, -0.008],
          [0, 0.452, 0.04],
          [0, 0.448, 0.098],
          [0, 0.436, 0.115],
        ],
        0.011,
        { sides: 14, endRadius: 0.009 },
      ),
    ]),
    black,
  )
  const lever = model.addGroup('Lever turns', { position: [0, 0.46, -0.012] })
  model.addPart(
    'Lever',
    pipe(
      [
        [0, 0, -0.004],
        [0, 0.02, 0.02],
        [0, 0.032, 0.07],
        [0, 0.03, 0.122],
      ],
      0.0095,
      { sides: 14, endRadius: 0.008 },
    ),
    red,
    { parent: lever },
  )
  const pin = model.addGroup('Pin slides')
  model.addPart(
    'Safety pin',
    mergeShapes([
      rod([-0.03, 0.463, 0.012], [0.026, 0.463, 0.012], 0.003, 10),
      place(ring(0.02, 0.0028, 32, 10), { turn: [Math.PI / 2, 0, 0], move: [0.046, 0.463, 0.012] }),
    ]),
    yellow,
    { parent: pin },
  )
  model.addPart(
    'Gauge',
    place(cylinder(0.019, 0.014, 0.002, 32), { turn: [0.35, 0, Math.PI / 2], move: [-0.016, 0.432, 0] }),
    steel,
  )
  model.addPart(
    'Gauge face',
    place(cylinder(0.0155, 0.001, 0.0003, 32), { turn: [0, 0, Math.PI / 2], move: [-0.0296, 0.432, 0] }),
    green,
  )
  model.addPart(
    'Hose',
    pipe(
      [
        [0, 0.43, -0.018],
        [0.03, 0.425, -0.06],
        [0.085, 0.36, -0.055],
        [0.1, 0.24, 0],
        [0.096, 0.13, 0.022],
      ],
      0.0095,
      { sides: 14, steps: 8 },
    ),
    black,
  )
  model.addPart(
    'Nozzle',
    pipe(
      [
        [0.096, 0.14, 0.021],
        [0.094, 0.09, 0.026],
        [0.092, 0.05, 0.03],
      ],
      0.011,
      { sides: 18, endRadius: 0.019 },
    ),
    black,
  )
  model.addPart('Clip', place(ring(0.0825, 0.004, 48, 8), { scale: [1, 2.2, 1], move: [0, 0.16, 0] }), steel)
  const drill = 'Pull, aim, squeeze'
  model.addMove(drill, pin, [
    [0, [0, 0, 0]],
    [1, [0, 0, 0]],
    [2, [0.09, 0, 0]],
    [5, [0.09, 0, 0]],
    [6, [0, 0, 0]],
  ])
  model.addTurn(drill, lever, 'x', [
    [0, 0],
    [2.4, 0],
    [3, 0.2],
    [4.4, 0.2],
    [5, 0],
    [6, 0],
  ])
  return model.toGlb()
}
