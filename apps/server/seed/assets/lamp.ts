import { ModelBuilder } from './model-builder.ts'
import { roundedBox, tubeSurface, latheSurface } from './shapes.ts'

/** Builds a desk lamp, 460 mm high: turned foot, bent arm, spun shade. */
export function makeLamp(): Promise<Uint8Array> {
  const model = new ModelBuilder('Desk lamp')
  const brass = model.addMaterial({ name: 'Brass', color: [0.78, 0.6, 0.3], roughness: 0.3, metalness: 1 })
  const enamel = model.addMaterial({ name: 'Enamel', color: [0.1, 0.28, 0.3], roughness: 0.35 })
  const glass = model.addMaterial({ name: 'Opal glass', color: [0.97, 0.94, 0.86], roughness: 0.2 })
  const foot = [
    [0, 0],
    [0.095, 0],
    [0.1, 0.006],
    [0.098, 0.014],
    [0.03, 0.024],
    [0.012, 0.034],
    [0, 0.034],
  ] as const
  model.addPart('Foot', latheSurface(foot, 64), enamel)
  model.addPart('Arm', tubeSurface(armAt, 0.006, 96, 16), brass)
  const shade = Array.from({ length: 25 }, (_, step) => {
    const share = step / 24
    return [0.105 - 0.08 * share ** 2.2, -0.09 + 0.1 * share] as const
  })
  model.addPart(
    'Shade',
    latheSurface([...shade, ...shade.map(([radius, y]) => [radius - 0.002, y] as const).toReversed()], 72),
    enamel,
    {
      position: [0.13, 0.44, 0],
    },
  )
  const bulb = Array.from({ length: 17 }, (_, step) => {
    const angle = (step / 16) * Math.PI
    return [Math.sin(angle) * 0.03, -Math.cos(angle) * 0.03] as const
  })
  model.addPart('Bulb', latheSurface(bulb, 32), glass, { position: [0.13, 0.385, 0] })
  model.addPart('Switch', roundedBox(0.018, 0.012, 0.026, 0.004, 3), brass, { position: [-0.055, 0.025, 0] })
  return model.toGlb()
}

function armAt(t: number): readonly [number, number, number] {
  const share = Math.min(1, Math.max(0, t))
  if (share < 0.6) return [0, 0.03 + (share / 0.6) * 0.36, 0]
  const angle = ((share - 0.6) / 0.4) * Math.PI * 0.5
  return [0.13 - 0.13 * Math.cos(angle), 0.39 + 0.065 * Math.sin(angle), 0]
}
