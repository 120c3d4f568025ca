import { ModelBuilder, paintTexture } from './model-builder.ts'
import { mergeShapes, placeShape, roundedBox, gridSurface, tubeSurface, latheSurface } from './shapes.ts'

/** Builds a welder's helmet, 300 mm high, with a scratched shell and a tinted visor. */
export async function makeHelmet(): Promise<Uint8Array> {
  const model = new ModelBuilder('Helmet')
  const scratches = await paintTexture(512, (u, v) => {
    const worn = 0.06 * Math.sin(u * 37 + Math.sin(v * 19) * 4) + 0.05 * Math.sin(v * 53 + u * 7)
    const stripe = Math.abs(u - 0.5) < 0.03 ? 0.35 : 0
    return [0.72 + worn + stripe * 0.4, 0.2 + worn * 0.6 + stripe, 0.12 + worn * 0.4 + stripe * 0.6]
  })
  const shell = model.addMaterial({ name: 'Painted shell', color: [1, 1, 1], roughness: 0.45, texture: scratches })
  const visor = model.addMaterial({ name: 'Visor', color: [0.05, 0.09, 0.08], roughness: 0.08, metalness: 0.4 })
  const leather = model.addMaterial({ name: 'Leather', color: [0.2, 0.12, 0.08], roughness: 0.85 })
  const steel = model.addMaterial({ name: 'Steel', color: [0.6, 0.62, 0.64], roughness: 0.3, metalness: 1 })

  const dome = (u: number, v: number): readonly [number, number, number] => {
    const around = u * Math.PI * 2
    const down = v * Math.PI * 0.62
    const wide = Math.sin(down)
    return [Math.sin(around) * wide * 0.115, 0.165 + Math.cos(down) * 0.135, Math.cos(around) * wide * 0.14]
  }
  model.addPart(
    'Shell',
    gridSurface(96, 56, (u, v) => dome(1 - u, v)),
    shell,
  )
  const face = (u: number, v: number): readonly [number, number, number] => {
    const around = (u - 0.5) * 1.9
    const chin = v * 0.16
    return [Math.sin(around) * (0.118 - chin * 0.2), 0.17 - chin, Math.cos(around) * (0.145 - chin * 0.12)]
  }
  model.addPart(
    'Face guard',
    gridSurface(64, 32, (u, v) => face(u, 1 - v)),
    shell,
  )
  const window = (u: number, v: number): readonly [number, number, number] => {
    const around = (u - 0.5) * 1.1
    return [Math.sin(around) * 0.121, 0.1 + v * 0.055, Math.cos(around) * 0.149]
  }
  model.addPart('Visor', gridSurface(48, 12, window), visor)
  model.addPart(
    'Head band',
    tubeSurface((t) => [Math.sin(t * Math.PI * 2) * 0.098, 0.12, Math.cos(t * Math.PI * 2) * 0.12], 0.009, 96, 12),
    leather,
  )
  const knob = latheSurface(
    [
      [0, 0],
      [0.02, 0],
      [0.022, 0.004],
      [0.018, 0.016],
      [0, 0.016],
    ],
    36,
  )
  const lever = placeShape(roundedBox(0.008, 0.012, 0.03, 0.003, 3), [0, 0.012, 0.02])
  const quarter = Math.SQRT1_2
  model.addPart('Knob left', mergeShapes([knob, lever]), steel, {
    position: [-0.116, 0.13, 0],
    rotation: [0, 0, quarter, quarter],
  })
  model.addPart('Knob right', mergeShapes([knob, lever]), steel, {
    position: [0.116, 0.13, 0],
    rotation: [0, 0, -quarter, quarter],
  })
  return model.toGlb()
}
