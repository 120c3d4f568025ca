import { Model } from './model.ts'
import { joined, placed, roundedBox, surface, tube } from './shape.ts'

const spinName = 'Turning'
/** Metres from arm to arm, by which each is shorter, and the share of an arm that reaches to where the next one hangs. */
const [drop, shorter, hung] = [0.22, 0.13, 0.37]

/** A hanging mobile, one arm below the other, that turns: the animated work. */
export function makeMobile(): Promise<Uint8Array> {
  const model = new Model('Kinetic mobile')
  const wire = model.material({ name: 'Wire', color: [0.1, 0.1, 0.11], roughness: 0.4, metalness: 1 })
  const colors = [
    [0.82, 0.2, 0.14],
    [0.1, 0.28, 0.5],
    [0.93, 0.74, 0.2],
    [0.95, 0.94, 0.9],
  ] as const
  const thread = tube((t) => [0, -drop * t, 0], 0.0012, 4, 8)
  const leaf = surface(40, 10, (u, v) => {
    const angle = u * Math.PI * 2
    const out = 0.02 + v * 0.1
    return [Math.cos(angle) * out, 0.012 * Math.sin(angle * 2) * v, Math.sin(angle) * out * 0.6]
  })
  const hook = tube((t) => [0.012 * Math.sin(t * Math.PI), 1.6 + 0.08 * t, 0], 0.003, 32, 10)
  const top = model.part('Hook', hook, wire)
  const stem = tube((t) => [0, 0.05 * t, 0], 0.0015, 4, 8)
  let arm = top
  for (const [index, color] of colors.entries()) {
    const length = 0.7 - index * shorter
    const beam = placed(roundedBox(length, 0.006, 0.006, 0.0025, 2), [length * 0.12, 0, 0])
    arm = model.part(`Arm ${index + 1}`, beam, wire, {
      below: arm,
      at: index === 0 ? [0, 1.6, 0] : [-(length + shorter) * hung, -drop, 0],
    })
    const below = { below: arm, at: [-length * hung, 0, 0] } as const
    if (index < colors.length - 1) model.part(`Thread ${index + 1}`, thread, wire, below)
    const paint = model.material({ name: `Paint ${index + 1}`, color, roughness: 0.5 })
    model.part(`Leaf ${index + 1}`, joined([leaf, stem]), paint, { below: arm, at: [length * 0.58, -0.05, 0] })
    model.spin(spinName, arm, 8 + index * 3)
  }
  return model.bytes()
}
