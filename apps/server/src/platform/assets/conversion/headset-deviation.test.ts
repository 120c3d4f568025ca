import { expect, test } from 'vitest'
import { ModelBuilder } from '../../../../seed/assets/model-builder.ts'
import { gridSurface } from '../../../../seed/assets/shapes.ts'
import { nameParts } from '../model/name-parts.ts'
import { splitIntoParts } from '../model/split-into-parts.ts'
import { listSurfaces } from '../model/surfaces.ts'
import { measureDeviations } from '../model/deviation.ts'
import { makeGltfIo } from '../model/gltf-io.ts'
import { convertInProcess } from '../testing/convert-in-process.ts'
import { isMatrixRun } from '../../../testing/test-scope.ts'

/** Builds rings with fine waves: more parts and more triangles than the green headset level allows. */
async function makeRings(): Promise<Uint8Array> {
  const model = new ModelBuilder('Statue')
  const stone = model.addMaterial({ name: 'Stone', color: [1, 1, 1] })
  for (let part = 0; part < 42; part += 1) {
    const ring = gridSurface(60, 38, (u, v) => {
      const [a, b] = [u * Math.PI * 2, v * Math.PI * 2]
      const out = 0.36 + 0.012 * Math.sin(a * 9 + part) * Math.sin(b * 7) + 0.0045 * Math.sin(a * 17) * Math.sin(b * 13)
      const wide = 0.9 + Math.cos(b) * out
      return [Math.cos(a) * wide + Math.floor(part / 7) * 3, Math.sin(b) * out + (part % 7) * 0.84, Math.sin(a) * wide]
    })
    model.addPart(`Ring ${part + 1}`, ring, stone)
  }
  return model.toGlb()
}

test.runIf(isMatrixRun)(
  'the headset rendition reports its own distance from the source',
  { timeout: 60_000 },
  async () => {
    const bytes = await makeRings()
    const { facts, headset } = await convertInProcess(bytes)
    const original = await (await makeGltfIo()).readBinary(bytes)
    const names = nameParts(original)
    if (!headset) throw new Error('there is no headset rendition')
    const [off] = measureDeviations(splitIntoParts(listSurfaces(original), names), [
      splitIntoParts(listSurfaces(headset), names),
    ])
    expect(facts.headsetDeviation).toBeGreaterThan(facts.deviation * 4)
    expect(Math.abs((facts.headsetDeviation ?? 0) - (off ?? 0))).toBeLessThan(1e-6)
  },
)
