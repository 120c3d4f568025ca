import { expect, test } from 'vitest'
import { Model } from '../../../seed/works/model.ts'
import { surface } from '../../../seed/works/shape.ts'
import { nameParts } from '../model/name-parts.ts'
import { partsOf } from '../model/parts-of.ts'
import { surfacesOf } from '../model/surfaces.ts'
import { tolerancesOf } from '../model/tolerance.ts'
import { makeIo } from '../model/read-model.ts'
import { converted } from '../testing/converted.ts'

/** Rings with fine waves: more of them than a green gate allows, and in all more triangles. */
async function rings(): Promise<Uint8Array> {
  const model = new Model('Statue')
  const stone = model.material({ name: 'Stone', color: [1, 1, 1] })
  for (let part = 0; part < 42; part += 1) {
    const ring = surface(60, 38, (u, v) => {
      const [a, b] = [u * Math.PI * 2, v * Math.PI * 2]
      const out = 0.36 + 0.012 * Math.sin(a * 9 + part) * Math.sin(b * 7) + 0.0045 * Math.sin(a * 17) * Math.sin(b * 13)
      const wide = 0.9 + Math.cos(b) * out
      return [Math.cos(a) * wide + Math.floor(part / 7) * 3, Math.sin(b) * out + (part % 7) * 0.84, Math.sin(a) * wide]
    })
    model.part(`Ring ${part + 1}`, ring, stone)
  }
  return model.bytes()
}

test(
  'of the version for headsets it is said how far that one lies from the original',
  { timeout: 60_000 },
  async () => {
    const bytes = await rings()
    const { facts, headset } = await converted(bytes)
    const original = await (await makeIo()).readBinary(bytes)
    const names = nameParts(original)
    if (!headset) throw new Error('there is no version for headsets')
    const [off] = tolerancesOf(partsOf(surfacesOf(original), names), [partsOf(surfacesOf(headset), names)])
    expect(facts.headsetTolerance).toBeGreaterThan(facts.tolerance * 4)
    expect(Math.abs((facts.headsetTolerance ?? 0) - (off ?? 0))).toBeLessThan(1e-6)
  },
)
