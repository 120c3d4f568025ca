import { ModelBuilder } from './model-builder.ts'
import { mergeShapes, type Shape } from './shapes.ts'
import { around, ball, bend, box, cylinder, pipe, place, type Point, ring, rod, smooth, spin } from './solids.ts'
import { brushedMetal, leather } from './surface-textures.ts'

const dome = { y: 0.3, radius: 0.15 } as const

/** Moves a shape that looks up to the shell of the dome, turned about the y axis and tilted up from the level. */
function onDome(shape: Shape, turn: number, tilt: number, out: number): Shape {
  const placed = place(shape, { turn: [Math.PI / 2 - tilt, 0, 0] })
  const reach = dome.radius + out
  return place(place(placed, { move: [0, Math.sin(tilt) * reach, Math.cos(tilt) * reach] }), {
    turn: [0, turn, 0],
    move: [0, dome.y, 0],
  })
}

/** Builds a diver's helmet, 480 mm high: spun copper dome, three windows behind guards, bolted breastplate. */
export async function makeHelmet(): Promise<Uint8Array> {
  const model = new ModelBuilder('Diving helmet')
  const copper = model.addMaterial({
    name: 'Spun copper',
    color: [1, 1, 1],
    textures: await brushedMetal([0.9, 0.5, 0.34], 0.3),
    tileMetres: 0.16,
    relief: 0.35,
  })
  const brass = model.addMaterial({
    name: 'Brass',
    color: [1, 1, 1],
    textures: await brushedMetal([0.95, 0.75, 0.42], 0.22),
    tileMetres: 0.1,
    relief: 0.35,
  })
  const glass = model.addMaterial({
    name: 'Window glass',
    color: [0.015, 0.035, 0.04],
    roughness: 0.04,
    metalness: 0.2,
  })
  const strap = model.addMaterial({
    name: 'Leather collar',
    color: [1, 1, 1],
    textures: await leather([0.3, 0.17, 0.1]),
    tileMetres: 0.08,
    relief: 0.5,
  })
  model.addPart('Dome', place(ball(dome.radius, 56), { scale: [1, 1.06, 1.02], move: [0, dome.y, 0] }), copper)
  const shoulders = bend(
    spin(
      [
        [0.1, 0.15],
        [0.12, 0.13],
        [0.19, 0.06],
        [0.205, 0.06],
        [0.2, 0.085],
        [0.16, 0.13],
        [0.125, 0.155],
        [0.1, 0.165],
      ],
      64,
      0.004,
    ),
    (x, y, z) => [x * 1.12, y - Math.max(0, Math.abs(z) - 0.1) * 0.5, z * 0.86],
    50,
  )
  model.addPart('Breastplate', shoulders, copper)
  model.addPart(
    'Collar',
    place(
      spin(
        [
          [0.122, 0],
          [0.14, 0],
          [0.142, 0.016],
          [0.136, 0.022],
          [0.14, 0.028],
          [0.13, 0.04],
          [0.118, 0.044],
        ],
        64,
        0.002,
      ),
      { move: [0, 0.15, 0] },
    ),
    brass,
  )
  model.addPart('Gasket', place(ring(0.138, 0.007, 64, 10), { move: [0, 0.146, 0] }), strap)
  const stud: Shape = mergeShapes([
    cylinder(0.006, 0.018, 0.001, 14),
    smooth(
      spin(
        [
          [0, 0.006],
          [0.009, 0.006],
          [0.009, 0.014],
          [0, 0.014],
        ],
        6,
        0,
      ),
      20,
    ),
  ])
  const studs = Array.from({ length: 12 }, (_, index) => {
    const angle = (index / 12) * Math.PI * 2 + 0.26
    const at: Point = [
      Math.sin(angle) * 0.2,
      0.094 - Math.max(0, Math.abs(Math.cos(angle)) * 0.155 - 0.1) * 0.5,
      Math.cos(angle) * 0.155,
    ]
    return place(stud, { turn: [Math.cos(angle) * 0.5, 0, Math.sin(angle) * -0.5], move: at })
  })
  model.addPart('Studs', mergeShapes(studs), brass)
  const views = [
    { turn: 0, tilt: 0.02, size: 1 },
    { turn: 1.15, tilt: 0.04, size: 0.86 },
    { turn: -1.15, tilt: 0.04, size: 0.86 },
    { turn: 0, tilt: 0.95, size: 0.62 },
  ] as const
  const frame = spin(
    [
      [0.052, -0.02],
      [0.07, -0.02],
      [0.072, 0.006],
      [0.066, 0.016],
      [0.056, 0.018],
      [0.052, 0.012],
    ],
    44,
    0.002,
  )
  model.addPart(
    'Window frames',
    mergeShapes(views.map(({ turn, tilt, size }) => onDome(place(frame, { scale: size }), turn, tilt, -0.006))),
    brass,
  )
  model.addPart(
    'Windows',
    mergeShapes(
      views.map(({ turn, tilt, size }) =>
        onDome(
          place(
            spin(
              [
                [0.054, 0],
                [0.04, 0.005],
                [0, 0.007],
              ],
              40,
              0,
            ),
            { scale: size },
          ),
          turn,
          tilt,
          -0.002,
        ),
      ),
    ),
    glass,
  )
  const screws = around(8, place(cylinder(0.0045, 0.006, 0.001, 12), { move: [0.0615, 0.014, 0] }))
  model.addPart(
    'Frame screws',
    mergeShapes(views.map(({ turn, tilt, size }) => onDome(place(screws, { scale: size }), turn, tilt, -0.006))),
    brass,
  )
  const bar = (across: number) =>
    pipe(
      [
        [-0.06, 0.012, across],
        [-0.03, 0.03, across],
        [0.03, 0.03, across],
        [0.06, 0.012, across],
      ],
      0.0032,
      { sides: 8, steps: 4 },
    )
  const guard = mergeShapes([bar(0), bar(0.022), bar(-0.022), place(bar(0), { turn: [0, Math.PI / 2, 0] })])
  model.addPart(
    'Guards',
    mergeShapes(
      views.slice(1).map(({ turn, tilt, size }) => onDome(place(guard, { scale: size }), turn, tilt, -0.006)),
    ),
    brass,
  )
  const ears = [-1, 1].map((side) => place(box(0.014, 0.03, 0.02, 0.004), { move: [side * 0.07, 0, 0] }))
  model.addPart(
    'Front hinge',
    onDome(
      place(mergeShapes([...ears, rod([-0.078, 0.008, 0], [0.078, 0.008, 0], 0.004, 10)]), { move: [0, 0.002, 0] }),
      0,
      0.02,
      -0.004,
    ),
    brass,
  )
  model.addPart(
    'Handle',
    pipe(
      [
        [0, 0.425, -0.05],
        [0, 0.478, -0.035],
        [0, 0.484, 0.02],
        [0, 0.44, 0.05],
      ],
      0.008,
      { sides: 14, steps: 6 },
    ),
    brass,
  )
  const valve = mergeShapes([
    cylinder(0.024, 0.02, 0.003, 28),
    place(cylinder(0.016, 0.026, 0.003, 24), { move: [0, 0.018, 0] }),
    place(ring(0.019, 0.005, 28, 10), { move: [0, 0.046, 0] }),
  ])
  model.addPart('Outlet valve', onDome(valve, -0.62, -0.52, -0.004), brass)
  model.addPart(
    'Air inlet',
    pipe(
      [
        [0.05, 0.34, -0.135],
        [0.07, 0.35, -0.185],
        [0.1, 0.31, -0.215],
        [0.11, 0.24, -0.22],
      ],
      0.018,
      { sides: 18, endRadius: 0.02, steps: 6 },
    ),
    brass,
  )
  model.addPart(
    'Inlet collar',
    place(ring(0.0205, 0.006, 28, 10), { turn: [0.1, 0, 0.15], move: [0.109, 0.25, -0.22] }),
    copper,
  )
  model.addPart(
    'Maker plate',
    place(box(0.062, 0.022, 0.003, 0.001), { turn: [-0.75, 0, 0], move: [0, 0.106, 0.142] }),
    brass,
  )
  return model.toGlb()
}
