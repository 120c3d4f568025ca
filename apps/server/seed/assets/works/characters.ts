import { ModelBuilder } from '../model-builder.ts'
import { mergeShapes, type Shape } from '../shapes.ts'
import { ball, bend, bothSides, box, cylinder, pipe, place, ring, spin } from '../solids.ts'
import { cloth, leather, usedPaint } from '../surface-textures.ts'

/** Builds an avatar for a guide, 1.62 m tall: round head, knitted jumper, apron, hands that point. */
export async function makeGuideAvatar(): Promise<Uint8Array> {
  const model = new ModelBuilder('Guide avatar')
  const skin = model.addMaterial({ name: 'Skin', color: [0.56, 0.3, 0.18], roughness: 0.55 })
  const hair = model.addMaterial({ name: 'Hair', color: [0.05, 0.035, 0.04], roughness: 0.5 })
  const jumper = model.addMaterial({
    name: 'Mustard knit',
    color: [1, 1, 1],
    textures: await cloth([0.9, 0.62, 0.16], 24),
    tileMetres: 0.16,
  })
  const trousers = model.addMaterial({
    name: 'Teal twill',
    color: [1, 1, 1],
    textures: await cloth([0.1, 0.3, 0.34], 48),
    tileMetres: 0.16,
  })
  const shoe = model.addMaterial({
    name: 'Boots',
    color: [1, 1, 1],
    textures: await leather([0.36, 0.18, 0.1]),
    tileMetres: 0.12,
    relief: 0.4,
  })
  const white = model.addMaterial({ name: 'White', color: [0.95, 0.95, 0.93], roughness: 0.3 })
  const dark = model.addMaterial({ name: 'Eyes', color: [0.03, 0.025, 0.03], roughness: 0.15 })
  const blush = model.addMaterial({ name: 'Blush', color: [0.72, 0.3, 0.22], roughness: 0.6 })
  const coral = model.addMaterial({ name: 'Coral scarf', color: [0.86, 0.24, 0.2], roughness: 0.9 })
  const head = place(ball(0.165, 40), { scale: [1, 1.08, 0.95], move: [0, 1.4, 0.01] })
  model.addPart('Head', mergeShapes([head, place(cylinder(0.05, 0.12, 0.01), { move: [0, 1.17, 0] })]), skin)
  model.addPart('Ears', bothSides(place(ball(0.032, 20), { scale: [0.6, 1, 0.8], move: [0.165, 1.38, 0] })), skin)
  model.addPart('Nose', place(ball(0.02, 18), { scale: [1, 0.9, 1], move: [0, 1.37, 0.172] }), blush)
  model.addPart(
    'Eyes',
    bothSides(place(ball(0.019, 20), { scale: [0.85, 1.15, 0.5], move: [0.058, 1.415, 0.152] })),
    dark,
  )
  model.addPart('Glints', bothSides(place(ball(0.0055, 10), { move: [0.064, 1.424, 0.162] })), white)
  model.addPart(
    'Smile',
    pipe(
      [
        [-0.042, 1.325, 0.15],
        [0, 1.31, 0.162],
        [0.042, 1.325, 0.15],
      ],
      0.005,
      { sides: 8 },
    ),
    dark,
  )
  model.addPart(
    'Brows',
    bothSides(
      pipe(
        [
          [0.03, 1.462, 0.15],
          [0.06, 1.474, 0.143],
          [0.09, 1.46, 0.13],
        ],
        0.0065,
        { sides: 8 },
      ),
    ),
    hair,
  )
  const cap = spin(
    [
      [0.172, -0.01],
      [0.168, 0.05],
      [0.14, 0.115],
      [0.09, 0.16],
      [0, 0.18],
    ],
    36,
    0.01,
  )
  model.addPart(
    'Hair',
    mergeShapes([
      place(
        bend(cap, (x, y, z) => [x * 1.03, y - Math.max(0, -z) * 0.55 + Math.max(0, z) * 0.32, z * 1.02 - 0.008], 80),
        { move: [0, 1.42, 0] },
      ),
      place(ball(0.075, 24), { move: [0.02, 1.62, -0.06] }),
    ]),
    hair,
  )
  model.addPart(
    'Hair tie',
    place(ring(0.036, 0.012, 24, 10), { turn: [-0.4, 0, -0.1], move: [0.015, 1.57, -0.045] }),
    coral,
  )
  model.addPart(
    'Jumper',
    mergeShapes([
      place(
        spin(
          [
            [0.05, 0.0],
            [0.165, 0.01],
            [0.18, 0.05],
            [0.165, 0.24],
            [0.15, 0.36],
            [0.11, 0.42],
            [0.055, 0.45],
          ],
          40,
          0.02,
        ),
        { scale: [1, 1, 0.74], move: [0, 0.74, 0] },
      ),
    ]),
    jumper,
  )
  model.addPart(
    'Scarf',
    place(
      bend(ring(0.082, 0.034, 36, 14), (x, y, z) => [x, y + z * 0.12, z * 0.95], 80),
      { move: [0, 1.19, 0.005] },
    ),
    coral,
  )
  const raised = pipe(
    [
      [0.13, 1.11, 0],
      [0.25, 1.0, 0.03],
      [0.31, 1.08, 0.12],
      [0.33, 1.18, 0.16],
    ],
    0.052,
    { sides: 16, endRadius: 0.038 },
  )
  const resting = pipe(
    [
      [-0.13, 1.11, 0],
      [-0.22, 0.98, 0.0],
      [-0.24, 0.84, 0.03],
      [-0.22, 0.72, 0.06],
    ],
    0.052,
    { sides: 16, endRadius: 0.038 },
  )
  model.addPart('Sleeves', mergeShapes([raised, resting]), jumper)
  const hand = (shape: Shape[]) => mergeShapes(shape)
  model.addPart(
    'Pointing hand',
    hand([
      place(ball(0.042, 22), { scale: [0.85, 1.1, 0.75], move: [0.335, 1.225, 0.178] }),
      pipe(
        [
          [0.335, 1.25, 0.19],
          [0.34, 1.3, 0.205],
          [0.342, 1.345, 0.212],
        ],
        0.0125,
        { sides: 10, endRadius: 0.01 },
      ),
      pipe(
        [
          [0.305, 1.235, 0.195],
          [0.29, 1.262, 0.2],
        ],
        0.0125,
        { sides: 10, endRadius: 0.01 },
      ),
    ]),
    skin,
  )
  model.addPart(
    'Resting hand',
    hand([
      place(ball(0.042, 22), { scale: [0.75, 1.15, 0.85], move: [-0.216, 0.675, 0.07] }),
      pipe(
        [
          [-0.2, 0.69, 0.095],
          [-0.19, 0.66, 0.11],
        ],
        0.0125,
        { sides: 10, endRadius: 0.01 },
      ),
    ]),
    skin,
  )
  model.addPart(
    'Trousers',
    mergeShapes([
      place(
        spin(
          [
            [0, 0],
            [0.13, 0],
            [0.162, 0.06],
            [0.165, 0.13],
            [0, 0.13],
          ],
          32,
          0.02,
        ),
        { scale: [1, 1, 0.78], move: [0, 0.64, 0] },
      ),
      bothSides(
        pipe(
          [
            [0.082, 0.7, 0],
            [0.09, 0.4, 0.01],
            [0.092, 0.12, 0],
          ],
          0.078,
          { sides: 20, endRadius: 0.066 },
        ),
      ),
    ]),
    trousers,
  )
  model.addPart('Turn-ups', bothSides(place(ring(0.064, 0.015, 28, 10), { move: [0.092, 0.125, 0] })), white)
  model.addPart(
    'Boots',
    bothSides(
      mergeShapes([
        place(
          bend(ball(0.075, 28), (x, y, z) => [x * 0.92, Math.max(-0.05, y * (z > 0 ? 0.82 : 1)), z * 1.55], 60),
          { move: [0.094, 0.062, 0.04] },
        ),
        place(cylinder(0.058, 0.1, 0.01), { move: [0.092, 0.05, -0.004] }),
      ]),
    ),
    shoe,
  )
  model.addPart(
    'Soles',
    bothSides(
      place(
        bend(cylinder(0.078, 0.02, 0.006, 32), (x, y, z) => [x * 0.95, y, z * 1.52], 60),
        { move: [0.094, 0, 0.04] },
      ),
    ),
    white,
  )
  model.addPart(
    'Badge',
    place(cylinder(0.026, 0.006, 0.002, 28), { turn: [Math.PI / 2 - 0.1, 0, 0.2], move: [0.07, 1.06, 0.116] }),
    model.addMaterial({ name: 'Enamel badge', color: [0.1, 0.3, 0.75], roughness: 0.15 }),
  )
  model.addPart(
    'Satchel',
    mergeShapes([
      place(box(0.17, 0.13, 0.06, 0.02), { turn: [0, 0.5, 0], move: [0.18, 0.72, 0.09] }),
      pipe(
        [
          [0.2, 0.78, 0.08],
          [0.1, 0.95, 0.14],
          [-0.06, 1.12, 0.1],
          [-0.12, 1.14, -0.02],
        ],
        0.009,
        { sides: 8 },
      ),
    ]),
    shoe,
  )
  return model.toGlb()
}

/** Builds a fox for a children's museum, 0.8 m tall: round, with a lantern. */
export async function makeFoxMascot(): Promise<Uint8Array> {
  const model = new ModelBuilder('Lantern fox')
  const fur = model.addMaterial({
    name: 'Fox red',
    color: [1, 1, 1],
    textures: await usedPaint([0.91, 0.42, 0.14], 0.75, 0.06),
    tileMetres: 0.3,
  })
  const cream = model.addMaterial({ name: 'Cream', color: [0.96, 0.89, 0.76], roughness: 0.75 })
  const dark = model.addMaterial({ name: 'Socks', color: [0.07, 0.045, 0.05], roughness: 0.6 })
  const shine = model.addMaterial({ name: 'Eyes', color: [0.02, 0.015, 0.02], roughness: 0.1 })
  const white = model.addMaterial({ name: 'Glints', color: [1, 1, 1], roughness: 0.3, emission: [0.5, 0.5, 0.5] })
  const green = model.addMaterial({
    name: 'Scarf',
    color: [1, 1, 1],
    textures: await cloth([0.1, 0.42, 0.36], 24),
    tileMetres: 0.14,
  })
  const brass = model.addMaterial({ name: 'Brass', color: [0.92, 0.7, 0.34], roughness: 0.25, metalness: 1 })
  const glow = model.addMaterial({ name: 'Light', color: [1, 0.75, 0.3], roughness: 0.4, emission: [1, 0.6, 0.16] })
  model.addPart(
    'Body',
    place(
      spin(
        [
          [0, 0],
          [0.13, 0.01],
          [0.17, 0.09],
          [0.15, 0.22],
          [0.1, 0.3],
          [0, 0.32],
        ],
        40,
        0.03,
      ),
      { scale: [1, 1, 0.9], move: [0, 0.08, 0] },
    ),
    fur,
  )
  model.addPart('Belly', place(ball(0.12, 32), { scale: [0.95, 1.15, 0.6], move: [0, 0.2, 0.085] }), cream)
  const headShape = bend(
    ball(0.19, 44),
    (x, y, z) => [
      x * (1.12 + Math.max(0, -y) * 0.9),
      y * 0.92,
      z * 0.94 + Math.max(0, 0.1 - Math.hypot(x, y + 0.05)) * Math.max(0, z) * 3.4,
    ],
    80,
  )
  model.addPart('Head', place(headShape, { move: [0, 0.5, 0.01] }), fur)
  model.addPart(
    'Cheeks',
    bothSides(
      place(
        bend(
          ball(0.105, 32),
          (x, y, z) => [x * 1.15 + Math.max(0, x) * 0.3, y * 0.78 - Math.max(0, x) * 0.1, z * 0.8],
          80,
        ),
        { move: [0.105, 0.445, 0.098] },
      ),
    ),
    cream,
  )
  model.addPart('Muzzle', place(ball(0.062, 28), { scale: [1, 0.76, 1.1], move: [0, 0.458, 0.2] }), cream)
  model.addPart('Nose', place(ball(0.024, 24), { scale: [1.15, 0.85, 0.9], move: [0, 0.482, 0.262] }), shine)
  model.addPart(
    'Eyes',
    bothSides(place(ball(0.027, 24), { scale: [0.85, 1.2, 0.55], move: [0.082, 0.535, 0.163] })),
    shine,
  )
  model.addPart('Glints', bothSides(place(ball(0.008, 12), { move: [0.09, 0.549, 0.178] })), white)
  const ear = (scale: number, forward: number) =>
    place(
      bend(
        spin(
          [
            [0, 0],
            [0.07, 0.0],
            [0.062, 0.05],
            [0.03, 0.13],
            [0, 0.17],
          ],
          28,
          0.02,
        ),
        (x, y, z) => [x, y, z * 0.5],
        70,
      ),
      { scale, turn: [0, 0, -0.32], move: [0.112, 0.615, forward] },
    )
  model.addPart('Ears', bothSides(ear(1, -0.005)), fur)
  model.addPart('Inner ears', bothSides(ear(0.72, 0.022)), cream)
  model.addPart(
    'Ear tips',
    bothSides(place(ball(0.022, 18), { scale: [0.9, 1.5, 0.7], turn: [0, 0, -0.32], move: [0.161, 0.765, -0.003] })),
    dark,
  )
  model.addPart(
    'Legs',
    bothSides(
      mergeShapes([
        place(cylinder(0.055, 0.12, 0.02, 28), { move: [0.082, 0.02, 0.01] }),
        place(ball(0.066, 28), { scale: [1, 0.6, 1.35], move: [0.084, 0.036, 0.04] }),
      ]),
    ),
    dark,
  )
  model.addPart(
    'Arms',
    mergeShapes([
      pipe(
        [
          [0.13, 0.33, 0.03],
          [0.2, 0.27, 0.08],
          [0.22, 0.3, 0.15],
        ],
        0.04,
        { sides: 18, endRadius: 0.036 },
      ),
      pipe(
        [
          [-0.13, 0.33, 0.03],
          [-0.19, 0.25, 0.06],
          [-0.16, 0.2, 0.12],
        ],
        0.04,
        { sides: 18, endRadius: 0.036 },
      ),
    ]),
    fur,
  )
  model.addPart(
    'Paws',
    mergeShapes([
      place(ball(0.044, 22), { move: [0.222, 0.315, 0.165] }),
      place(ball(0.044, 22), { move: [-0.15, 0.19, 0.135] }),
    ]),
    dark,
  )
  model.addPart(
    'Tail',
    place(
      bend(ball(0.1, 36), (x, y, z) => [x, y, z], 80),
      { scale: [0.95, 2.1, 0.95], turn: [-0.55, 0, 0.35], move: [-0.12, 0.26, -0.24] },
    ),
    fur,
  )
  model.addPart(
    'Tail tip',
    place(ball(0.075, 28), { scale: [0.95, 1.35, 0.95], turn: [-0.55, 0, 0.35], move: [-0.175, 0.395, -0.315] }),
    cream,
  )
  model.addPart(
    'Scarf',
    mergeShapes([
      place(ring(0.105, 0.036, 40, 14), { move: [0, 0.352, 0.015] }),
      place(box(0.075, 0.17, 0.03, 0.014), { turn: [0.1, 0, 0.25], move: [0.075, 0.27, 0.13] }),
    ]),
    green,
  )
  model.addPart(
    'Lantern',
    mergeShapes([
      place(cylinder(0.045, 0.012, 0.004, 24), { move: [0.225, 0.17, 0.19] }),
      place(
        spin(
          [
            [0.047, 0],
            [0.03, 0.02],
            [0.01, 0.03],
            [0, 0.03],
          ],
          24,
          0.002,
        ),
        { move: [0.225, 0.26, 0.19] },
      ),
      ...[0, 1, 2, 3].map((post) =>
        place(cylinder(0.004, 0.085, 0.001, 8), {
          move: [0.225 + Math.cos(post * 1.571) * 0.037, 0.178, 0.19 + Math.sin(post * 1.571) * 0.037],
        }),
      ),
      place(ring(0.018, 0.003, 24, 8), { turn: [Math.PI / 2, 0, 0], move: [0.225, 0.302, 0.19] }),
    ]),
    brass,
  )
  model.addPart('Light', place(ball(0.028, 22), { scale: [1, 1.2, 1], move: [0.225, 0.218, 0.19] }), glow)
  return model.toGlb()
}
