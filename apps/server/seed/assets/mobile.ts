import { ModelBuilder } from './model-builder.ts'
import { mergeShapes, placeShape, roundedBox, gridSurface, tubeSurface } from './shapes.ts'

const animationName = 'Turning'
/**
 * Distance between arms and shrinkage per arm, both in metres, and the share of an arm up to the point where the next
 * one hangs.
 */
const [threadMetres, armShrinkMetres, armReachShare] = [0.22, 0.13, 0.37]

/** Builds a hanging mobile that turns, one arm below the other: the animated demo asset. */
export function makeMobile(): Promise<Uint8Array> {
  const model = new ModelBuilder('Kinetic mobile')
  const wire = model.addMaterial({ name: 'Wire', color: [0.1, 0.1, 0.11], roughness: 0.4, metalness: 1 })
  const colors = [
    [0.82, 0.2, 0.14],
    [0.1, 0.28, 0.5],
    [0.93, 0.74, 0.2],
    [0.95, 0.94, 0.9],
  ] as const
  const thread = tubeSurface((t) => [0, -threadMetres * t, 0], 0.0012, 4, 8)
  const leaf = gridSurface(40, 10, (u, v) => {
    const angle = u * Math.PI * 2
    const out = 0.02 + v * 0.1
    return [Math.cos(angle) * out, 0.012 * Math.sin(angle * 2) * v, Math.sin(angle) * out * 0.6]
  })
  const hook = tubeSurface((t) => [0.012 * Math.sin(t * Math.PI), 1.6 + 0.08 * t, 0], 0.003, 32, 10)
  const top = model.addPart('Hook', hook, wire)
  const stem = tubeSurface((t) => [0, 0.05 * t, 0], 0.0015, 4, 8)
  let arm = top
  for (const [index, color] of colors.entries()) {
    const length = 0.7 - index * armShrinkMetres
    const beam = placeShape(roundedBox(length, 0.006, 0.006, 0.0025, 2), [length * 0.12, 0, 0])
    arm = model.addPart(`Arm ${index + 1}`, beam, wire, {
      parent: arm,
      position: index === 0 ? [0, 1.6, 0] : [-(length + armShrinkMetres) * armReachShare, -threadMetres, 0],
    })
    const placement = { parent: arm, position: [-length * armReachShare, 0, 0] } as const
    if (index < colors.length - 1) model.addPart(`Thread ${index + 1}`, thread, wire, placement)
    const paint = model.addMaterial({ name: `Paint ${index + 1}`, color, roughness: 0.5 })
    model.addPart(`Leaf ${index + 1}`, mergeShapes([leaf, stem]), paint, {
      parent: arm,
      position: [length * 0.58, -0.05, 0],
    })
    model.addSpin(animationName, arm, 8 + index * 3)
  }
  return model.toGlb()
}
