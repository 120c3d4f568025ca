import { ModelBuilder } from '../model-builder.ts'
import { mergeShapes, type Shape } from '../shapes.ts'
import { pipe, place, type Point, randomNumbers, skin, smooth, spin } from '../solids.ts'
import { stone } from '../surface-textures.ts'

/** Builds a monstera in a terracotta pot, 1.0 m high: split leaves on arching stems. */
export async function makeMonstera(): Promise<Uint8Array> {
  const model = new ModelBuilder('Monstera')
  const clay = model.addMaterial({
    name: 'Terracotta',
    color: [1, 1, 1],
    textures: await stone([0.76, 0.42, 0.28], 0.22, 0.85),
    tileMetres: 0.3,
    relief: 0.6,
  })
  const soil = model.addMaterial({
    name: 'Soil',
    color: [1, 1, 1],
    textures: await stone([0.2, 0.13, 0.09], 0.7, 0.98),
    tileMetres: 0.12,
  })
  const green = model.addMaterial({ name: 'Leaf', color: [0.05, 0.2, 0.07], roughness: 0.34, isDoubleSided: true })
  const young = model.addMaterial({
    name: 'Young leaf',
    color: [0.16, 0.36, 0.09],
    roughness: 0.36,
    isDoubleSided: true,
  })
  const stemGreen = model.addMaterial({ name: 'Stem', color: [0.12, 0.24, 0.08], roughness: 0.5 })
  model.addPart('Pot', spin(potProfile, 56, 0.006), clay)
  model.addPart(
    'Saucer',
    spin(
      [
        [0, 0],
        [0.17, 0],
        [0.185, 0.028],
        [0.175, 0.03],
        [0.16, 0.012],
        [0, 0.012],
      ],
      56,
      0.003,
    ),
    clay,
  )
  model.addPart(
    'Soil',
    place(
      spin(
        [
          [0.155, 0],
          [0.1, 0.012],
          [0, 0.02],
        ],
        32,
        0.002,
      ),
      { move: [0, 0.268, 0] },
    ),
    soil,
  )
  const random = randomNumbers(11)
  const leaves: Shape[] = []
  const youngLeaves: Shape[] = []
  const stems: Shape[] = []
  for (let index = 0; index < 13; index += 1) {
    const turn = index * 2.4 + random() * 0.3
    const reach = 0.14 + random() * 0.2
    const height = 0.52 + (index / 13) * 0.42 + random() * 0.06
    const tip: Point = [Math.sin(turn) * reach, height, Math.cos(turn) * reach]
    const root: Point = [Math.sin(turn) * 0.03, 0.27, Math.cos(turn) * 0.03]
    stems.push(
      pipe([root, [Math.sin(turn) * reach * 0.35, height * 0.72, Math.cos(turn) * reach * 0.35], tip], 0.007, {
        sides: 7,
        endRadius: 0.004,
        steps: 5,
      }),
    )
    const leaf = place(monsteraLeaf(0.16 + random() * 0.08, 0.25 + random() * 0.3), {
      turn: [0.35 + random() * 0.5, turn, 0],
      move: tip,
    })
    if (index % 4 === 3) youngLeaves.push(leaf)
    else leaves.push(leaf)
  }
  model.addPart('Stems', mergeShapes(stems), stemGreen)
  model.addPart('Leaves', mergeShapes(leaves), green)
  model.addPart('Young leaves', mergeShapes(youngLeaves), young)
  return model.toGlb()
}

/** Returns a heart-shaped leaf with slits along z, its stem at the origin; `droop` bends its tip down. */
function monsteraLeaf(length: number, droop: number): Shape {
  const ribs = 18
  const halves = [-1, 1].map((side) => {
    const rows = Array.from({ length: ribs + 1 }, (_, rib) => {
      const t = rib / ribs
      const lobe = Math.sin(Math.PI * Math.min(1, 0.16 + t * 0.86)) ** 0.7
      const slit = rib % 3 === 0 && rib > 2 && rib < ribs - 1 ? 0.42 : 1
      const half = length * 0.52 * lobe * slit
      return Array.from({ length: 6 }, (_, step): Point => {
        const out = step / 5
        const x = side * half * out
        const forward = (t - 0.12) * length - out * out * length * 0.16 * (1 - t)
        const lift = Math.abs(x) * 0.28 - (forward / length) ** 2 * length * droop - out ** 2 * length * 0.09
        return [x, lift, forward]
      })
    })
    return skin(rows)
  })
  return smooth(mergeShapes(halves), 70)
}

const potProfile = [
  [0, 0.014],
  [0.115, 0.014],
  [0.15, 0.25],
  [0.168, 0.25],
  [0.17, 0.295],
  [0.152, 0.295],
  [0.15, 0.27],
] as const
