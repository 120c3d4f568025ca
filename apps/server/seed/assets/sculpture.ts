import { ModelBuilder } from './model-builder.ts'
import { roundedBox, gridSurface } from './shapes.ts'

/** Builds a knot of 520 000 triangles on a plinth: the demo asset that is too heavy for a headset as it is. */
export function makeSculpture(): Promise<Uint8Array> {
  const model = new ModelBuilder('Knot study')
  const bronze = model.addMaterial({ name: 'Bronze', color: [0.45, 0.3, 0.16], roughness: 0.35, metalness: 1 })
  const stone = model.addMaterial({ name: 'Stone', color: [0.6, 0.59, 0.56], roughness: 0.9 })
  const around = 200
  const along = 1_300
  const knot = gridSurface(along, around, (u, v) => {
    const t = u * Math.PI * 2
    const s = v * Math.PI * 2
    const ring = 2 + Math.cos(3 * t)
    const thick = 0.42 + 0.018 * Math.sin(60 * t) * Math.sin(9 * s)
    const x = ring * Math.cos(2 * t) + Math.cos(2 * t) * thick * Math.cos(s)
    const z = ring * Math.sin(2 * t) + Math.sin(2 * t) * thick * Math.cos(s)
    const y = Math.sin(3 * t) + thick * Math.sin(s)
    return [x * 0.14, 1.35 + y * 0.14, z * 0.14]
  })
  model.addPart('Knot', knot, bronze)
  model.addPart('Plinth', roundedBox(0.7, 1.1, 0.7, 0.01, 3), stone, { position: [0, 0.55, 0] })
  return model.toGlb()
}
