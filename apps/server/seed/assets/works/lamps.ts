import { ModelBuilder } from '../model-builder.ts'
import { mergeShapes } from '../shapes.ts'
import { around, ball, cylinder, pipe, place, ring, rod, spin } from '../solids.ts'
import { brushedMetal } from '../surface-textures.ts'

/** Builds a pendant lamp, 620 mm wide: three opal globes on a brass hoop, hanging from a ceiling rose. */
export async function makePendantLamp(): Promise<Uint8Array> {
  const model = new ModelBuilder('Pendant lamp')
  const brass = model.addMaterial({
    name: 'Brushed brass',
    color: [1, 1, 1],
    textures: await brushedMetal([0.96, 0.78, 0.46], 0.22),
    relief: 0.4,
    tileMetres: 0.15,
  })
  const dark = model.addMaterial({ name: 'Bronzed steel', color: [0.09, 0.075, 0.065], roughness: 0.35, metalness: 1 })
  const opal = model.addMaterial({
    name: 'Opal glass',
    color: [0.98, 0.93, 0.84],
    roughness: 0.12,
    emission: [0.34, 0.25, 0.13],
  })
  const amber = model.addMaterial({ name: 'Amber glass', color: [0.85, 0.4, 0.08], roughness: 0.06, opacity: 0.42 })
  const top = 0.98
  model.addPart('Ceiling rose', place(spin(roseProfile, 48, 0.004), { move: [0, top - 0.045, 0] }), dark)
  model.addPart(
    'Cords',
    mergeShapes(
      [0, 1, 2].map((arm) => {
        const angle = (arm / 3) * Math.PI * 2 + 0.5
        return rod([0, top - 0.05, 0], [Math.cos(angle) * 0.27, 0.36, Math.sin(angle) * 0.27], 0.0022, 8)
      }),
    ),
    dark,
  )
  model.addPart(
    'Hoop',
    mergeShapes([
      place(ring(0.27, 0.011, 72, 14), { move: [0, 0.36, 0] }),
      place(ring(0.14, 0.006, 48, 10), { move: [0, 0.36, 0] }),
    ]),
    brass,
  )
  model.addPart('Spokes', around(3, rod([0.14, 0.36, 0], [0.27, 0.36, 0], 0.006, 10), 0.5), brass)
  model.addPart('Caps', around(3, place(spin(capProfile, 32, 0.003), { move: [0.27, 0.3, 0] }), 0.5), brass)
  model.addPart('Globes', around(3, place(ball(0.085, 32), { move: [0.27, 0.22, 0] }), 0.5), opal)
  model.addPart('Inner bowl', place(spin(bowlProfile, 48, 0.002), { move: [0, 0.27, 0] }), amber)
  model.addPart(
    'Inner stem',
    mergeShapes([
      rod([0, 0.28, 0], [0, top - 0.05, 0], 0.005, 10),
      place(cylinder(0.012, 0.05), { move: [0, 0.4, 0] }),
    ]),
    brass,
  )
  model.addPart('Bulb', place(ball(0.035, 24), { move: [0, 0.335, 0] }), opal)
  model.addPart(
    'Pull chain',
    pipe(
      [
        [0, 0.275, 0],
        [0, 0.2, 0.004],
        [0, 0.14, 0],
      ],
      0.0016,
      { sides: 6 },
    ),
    brass,
  )
  model.addPart('Pull', place(ball(0.011, 16), { move: [0, 0.13, 0] }), brass)
  return model.toGlb()
}

const roseProfile = [
  [0, 0],
  [0.012, 0],
  [0.02, 0.012],
  [0.065, 0.026],
  [0.07, 0.045],
  [0, 0.045],
] as const
const capProfile = [
  [0, 0],
  [0.045, 0],
  [0.038, 0.016],
  [0.016, 0.026],
  [0.012, 0.06],
  [0, 0.062],
] as const
const bowlProfile = [
  [0, 0],
  [0.05, 0.004],
  [0.1, 0.04],
  [0.122, 0.1],
  [0.118, 0.1],
  [0.095, 0.042],
  [0.048, 0.008],
  [0, 0.005],
] as const
