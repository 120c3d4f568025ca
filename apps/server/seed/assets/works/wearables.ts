import { ModelBuilder } from '../model-builder.ts'
import { mergeShapes, type Shape } from '../shapes.ts'
import {
  bend,
  bothSides,
  box,
  cylinder,
  extrude,
  pipe,
  place,
  type Point,
  ring,
  skin,
  smooth,
  spin,
} from '../solids.ts'
import { brushedMetal, cloth, leather, usedPaint } from '../surface-textures.ts'

/** Builds headphones, 190 mm high: padded leather band, anodised cups, a coiled cable socket. */
export async function makeHeadphones(): Promise<Uint8Array> {
  const model = new ModelBuilder('Headphones')
  const hide = model.addMaterial({
    name: 'Tan leather',
    color: [1, 1, 1],
    textures: await leather([0.72, 0.42, 0.22]),
    tileMetres: 0.05,
    relief: 0.4,
  })
  const metal = model.addMaterial({
    name: 'Anodised blue',
    color: [1, 1, 1],
    textures: await brushedMetal([0.16, 0.24, 0.4], 0.3),
    tileMetres: 0.05,
    relief: 0.5,
  })
  const steel = model.addMaterial({ name: 'Steel', color: [0.82, 0.82, 0.84], roughness: 0.16, metalness: 1 })
  const foam = model.addMaterial({ name: 'Black foam', color: [0.025, 0.025, 0.028], roughness: 0.95 })
  const copper = model.addMaterial({ name: 'Copper', color: [0.95, 0.52, 0.36], roughness: 0.25, metalness: 1 })
  const arc = (radius: number, width: number, from: number, to: number, steps: number): Point[][] =>
    Array.from({ length: steps + 1 }, (_, index) => {
      const angle = from + ((to - from) * index) / steps
      const section = [
        [-1, 0],
        [-0.92, 0.7],
        [0, 1],
        [0.92, 0.7],
        [1, 0],
        [0.92, -0.7],
        [0, -1],
        [-0.92, -0.7],
        [-1, 0],
      ] as const
      return section.map(([z, out]): Point => [
        Math.sin(angle) * (radius + out * 0.006),
        0.09 + Math.cos(angle) * (radius + out * 0.006) * 1.08,
        z * width,
      ])
    })
  model.addPart('Head band', smooth(skin(arc(0.083, 0.018, -1.15, 1.15, 36)), 60), hide)
  model.addPart(
    'Spring',
    bothSides(
      mergeShapes([
        pipe(
          [
            [0.073, 0.128, 0.012],
            [0.083, 0.09, 0.012],
            [0.086, 0.05, 0.012],
          ],
          0.0022,
          { sides: 10 },
        ),
        pipe(
          [
            [0.073, 0.128, -0.012],
            [0.083, 0.09, -0.012],
            [0.086, 0.05, -0.012],
          ],
          0.0022,
          { sides: 10 },
        ),
      ]),
    ),
    steel,
  )
  const cup = (shape: Shape) => bothSides(place(shape, { turn: [0, 0, -Math.PI / 2 - 0.08], move: [0.07, 0.045, 0] }))
  const oval = (shape: Shape) => bend(shape, (x, y, z) => [x * 1.18, y, z])
  model.addPart(
    'Cups',
    cup(
      oval(
        spin(
          [
            [0, 0],
            [0.036, 0],
            [0.037, 0.004],
            [0.034, 0.014],
            [0.024, 0.019],
            [0, 0.02],
          ],
          48,
          0.002,
        ),
      ),
    ),
    metal,
  )
  model.addPart('Cup rings', cup(place(oval(ring(0.0242, 0.0012, 48, 10)), { move: [0, 0.0188, 0] })), copper)
  model.addPart(
    'Grilles',
    cup(
      mergeShapes(
        Array.from({ length: 5 }, (_, index) =>
          place(box(0.003, 0.003, 0.026 - Math.abs(index - 2) * 0.005, 0.0012), {
            move: [(index - 2) * 0.0075, 0.0205, 0],
          }),
        ),
      ),
    ),
    steel,
  )
  model.addPart('Ear pads', cup(place(oval(ring(0.0265, 0.0105, 48, 16)), { move: [0, -0.006, 0] })), hide)
  model.addPart('Drivers', cup(place(oval(cylinder(0.024, 0.004, 0.001)), { move: [0, -0.006, 0] })), foam)
  model.addPart(
    'Yokes',
    bothSides(
      pipe(
        [
          [0.086, 0.046, 0.047],
          [0.093, 0.075, 0.03],
          [0.088, 0.092, 0],
          [0.093, 0.075, -0.03],
          [0.086, 0.046, -0.047],
        ],
        0.0032,
        { sides: 10, steps: 5 },
      ),
    ),
    steel,
  )
  model.addPart(
    'Hinges',
    bothSides(
      mergeShapes(
        [-1, 1].map((side) =>
          place(cylinder(0.005, 0.008, 0.001, 20), {
            turn: [Math.PI / 2, 0, 0],
            move: [0.082, 0.046, side * 0.046 + 0.004],
          }),
        ),
      ),
    ),
    copper,
  )
  return model.toGlb()
}

/** Builds a running shoe, 290 mm long: knitted upper, foam sole with a rocker, laces, heel tab. */
export async function makeSneaker(): Promise<Uint8Array> {
  const model = new ModelBuilder('Sneaker')
  const knit = model.addMaterial({
    name: 'Coral knit',
    color: [1, 1, 1],
    textures: await cloth([0.93, 0.4, 0.3], 36),
    tileMetres: 0.035,
  })
  const foam = model.addMaterial({
    name: 'Foam',
    color: [1, 1, 1],
    textures: await usedPaint([0.94, 0.92, 0.87], 0.7),
    tileMetres: 0.1,
    relief: 0.6,
  })
  const rubber = model.addMaterial({ name: 'Rubber', color: [0.08, 0.09, 0.13], roughness: 0.85 })
  const navy = model.addMaterial({
    name: 'Navy suede',
    color: [1, 1, 1],
    textures: await leather([0.12, 0.16, 0.34]),
    tileMetres: 0.05,
    relief: 0.5,
  })
  const lace = model.addMaterial({ name: 'Lace', color: [0.95, 0.94, 0.9], roughness: 0.9 })
  const length = 0.29
  /** Half width of the foot at a share of its length from heel to toe. */
  const halfWidth = (t: number) => 0.034 + 0.013 * Math.sin(Math.PI * (t * 1.1 - 0.12)) + 0.006 * t
  const rounded = (t: number) =>
    Math.sqrt(Math.max(0, 1 - Math.max(0, (0.1 - t) / 0.1) ** 2)) *
    Math.sqrt(Math.max(0, 1 - Math.max(0, (t - 0.84) / 0.16) ** 2))
  const layer = (lowAt: (t: number) => number, highAt: (t: number) => number, grow: number) => {
    const steps = 44
    const rows = Array.from({ length: steps + 1 }, (_, step) => {
      const t = step / steps
      const half = (halfWidth(t) + grow) * rounded(t) + 0.0002
      const [low, high] = [lowAt(t), highAt(t)]
      const z = (t - 0.5) * (length + grow * 1.5)
      const x = -0.008 * Math.sin(t * Math.PI)
      return (
        [
          [-0.9, low],
          [-1, low + (high - low) * 0.25],
          [-1.02, (low + high) / 2],
          [-0.97, high - (high - low) * 0.15],
          [-0.88, high],
          [0.88, high],
          [0.97, high - (high - low) * 0.15],
          [1.02, (low + high) / 2],
          [1, low + (high - low) * 0.25],
          [0.9, low],
          [-0.9, low],
        ] as const
      ).map(([across, y]): Point => [x + across * half, y, z])
    })
    return smooth(skin(rows.toReversed()), 48)
  }
  const ground = (t: number) =>
    0.022 * Math.max(0, (t - 0.72) / 0.28) ** 2 + 0.008 * Math.max(0, (0.12 - t) / 0.12) ** 2
  model.addPart(
    'Outsole',
    layer(ground, (t) => ground(t) + 0.006, 0.003),
    rubber,
  )
  model.addPart(
    'Midsole',
    layer(
      (t) => ground(t) + 0.0055,
      (t) => 0.046 - 0.014 * t + ground(t) * 0.5,
      0.0055,
    ),
    foam,
  )
  model.addPart(
    'Sole stripe',
    layer(
      (t) => 0.024 - 0.006 * t + ground(t) * 0.7,
      (t) => 0.027 - 0.006 * t + ground(t) * 0.7,
      0.0066,
    ),
    navy,
  )
  const topAt = (t: number) =>
    0.05 +
    0.062 * (1 - Math.min(1, Math.max(0, (t - 0.3) / 0.55))) ** 1.15 +
    (t < 0.06 ? 0.006 : 0) -
    0.012 * Math.exp(-(((t - 0.18) / 0.09) ** 2))
  const upperRows = Array.from({ length: 49 }, (_, step) => {
    const t = step / 48
    const half = (halfWidth(t) - 0.001) * rounded(t) + 0.0004
    const base = 0.036 - 0.014 * t + ground(t) * 0.5
    const top = topAt(t)
    const open = t > 0.07 && t < 0.42 ? 0.42 : t <= 0.07 ? 0.42 * (t / 0.07) : 0.42 * Math.max(0, 1 - (t - 0.42) / 0.04)
    const z = (t - 0.5) * length
    const x = -0.008 * Math.sin(t * Math.PI)
    const profile: [number, number][] = []
    for (let side = -8; side <= 8; side += 1) {
      const s = side / 8
      const angle = s * (Math.PI / 2) * 1.02
      profile.push([
        Math.sign(s) * Math.max(open * 0.9, Math.abs(Math.sin(angle))) * (s === 0 ? 0 : 1),
        Math.max(0, Math.cos(angle)) ** 0.62,
      ])
    }
    return profile.map(([across, high]): Point => [
      x + across * half,
      base + (top - base) * (open > 0.2 ? Math.min(high, 0.94) : high),
      z,
    ])
  })
  model.addPart(
    'Upper',
    smooth(skin(upperRows), 65),
    model.addMaterial({
      name: 'Coral knit inside and out',
      color: [1, 1, 1],
      textures: await cloth([0.93, 0.4, 0.3], 36),
      tileMetres: 0.035,
      isDoubleSided: true,
    }),
  )
  model.addPart(
    'Collar',
    pipe(
      [
        [0.001, 0.112, -0.128],
        [0.018, 0.104, -0.11],
        [0.02, 0.1, -0.075],
        [0.016, 0.101, -0.035],
        [0.001, 0.1, -0.02],
        [-0.02, 0.101, -0.035],
        [-0.025, 0.1, -0.075],
        [-0.02, 0.104, -0.11],
      ],
      0.0055,
      { loop: true, sides: 12, steps: 5 },
    ),
    navy,
  )
  model.addPart(
    'Heel tab',
    place(
      extrude(
        [
          [-0.009, -0.02],
          [0.009, -0.02],
          [0.007, 0.026],
          [0, 0.03],
          [-0.007, 0.026],
        ],
        0.005,
        0.0015,
      ),
      { turn: [0.1, 0, 0], move: [-0.001, 0.094, -0.139] },
    ),
    navy,
  )
  const laces = Array.from({ length: 6 }, (_, index) => {
    const t = 0.44 + index * 0.062
    const z = (t - 0.5) * length
    const y = topAt(t) + 0.0015
    return pipe(
      [
        [-0.03, y - 0.012, z + 0.005],
        [-0.016, y + 0.001, z + 0.002],
        [0.002, y + 0.002, z],
        [0.014, y - 0.011, z + 0.004],
      ],
      0.0026,
      { sides: 8, steps: 3 },
    )
  })
  model.addPart('Laces', mergeShapes(laces), lace)
  model.addPart(
    'Tongue',
    place(
      bend(box(0.03, 0.005, 0.05, 0.0024, 4), (x, y, z) => [x * (1 - z * 3), y - 9 * x * x + 3 * z * z, z], 70),
      { turn: [0.95, 0, 0], move: [-0.005, 0.1, -0.022] },
    ),
    knit,
  )
  return model.toGlb()
}
