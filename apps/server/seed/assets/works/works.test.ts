import { rateForHeadset } from '@veranda/core/assets/headset-rating.ts'
import { expect, test } from 'vitest'
import { loadGlb } from '../../../src/platform/assets/model/load-glb.ts'
import { measureModel } from '../../../src/platform/assets/model/measure-model.ts'
import { nameParts } from '../../../src/platform/assets/model/name-parts.ts'
import { listSurfaces, type Surface } from '../../../src/platform/assets/model/surfaces.ts'
import { demoAssetBytes, type DemoAssetName } from '../demo-assets.ts'
import { isMatrixRun } from '../../../src/testing/test-scope.ts'
import { makeDrone } from './machines.ts'

/** Longest edge of each work in metres, as the real thing has it, within a tenth. */
const lengths: Readonly<Partial<Record<DemoAssetName, number>>> = {
  'camera-drone.glb': 0.42,
  'city-car.glb': 3.5,
  'concert-stage.glb': 9.3,
  'fire-extinguisher.glb': 0.5,
  'garden-pavilion.glb': 12,
  'guide-avatar.glb': 1.65,
  'headphones.glb': 0.19,
  'lantern-fox.glb': 0.8,
  'lighthouse.glb': 0.4,
  'market-stall.glb': 3,
  'monstera.glb': 0.95,
  'opera-set.glb': 9,
  'pendant-lamp.glb': 0.86,
  'propeller.glb': 1.27,
  'sailing-dinghy.glb': 5,
  'sapphire-ring.glb': 0.024,
  'ship-valve-trainer.glb': 0.86,
  'sneaker.glb': 0.3,
  'sofa.glb': 1.82,
  'stool.glb': 0.72,
  'tea-set.glb': 0.43,
  'tile-bathroom.glb': 2.74,
  'town-quarter.glb': 34,
  'wayfinding-totem.glb': 2.4,
  'wristwatch.glb': 0.078,
  'writing-desk.glb': 1.2,
}
const animated: readonly string[] = [
  'camera-drone.glb',
  'city-car.glb',
  'fire-extinguisher.glb',
  'ship-valve-trainer.glb',
]

test.runIf(isMatrixRun)(
  'every work passes the checks of an upload, has its real size and named parts, and is green for headsets',
  async () => {
    for (const [name, length] of Object.entries(lengths)) {
      // The type of the list allows no other keys.
      const bytes = await demoAssetBytes(name as DemoAssetName)
      expect(bytes.length, name).toBeLessThan(1_100_000)
      const loaded = await loadGlb(Buffer.from(bytes))
      if (!loaded.ok) throw new Error(`${name}: ${loaded.refusal.code}`)
      const surfaces = listSurfaces(loaded.value)
      const names = nameParts(loaded.value)
      const measured = measureModel(loaded.value, surfaces, names)
      if (!measured.ok) throw new Error(`${name}: ${measured.refusal.code}`)
      const { facts, costs } = measured.value
      expect(rateForHeadset(facts, costs).level, name).toBe('green')
      expect(Math.abs(Math.max(facts.size.x, facts.size.y, facts.size.z) / length - 1), name).toBeLessThan(0.1)
      expect(names.length, name).toBeGreaterThan(5)
      expect(new Set(names).size, name).toBe(names.length)
      expect(facts.animations.length > 0, name).toBe(animated.includes(name))
      expect(facts.variants, name).toEqual(name === 'sofa.glb' ? ['Moss', 'Rust', 'Night'] : [])
      const insideOut = surfaces.filter((one) => one.material?.getDoubleSided() !== true && enclosedVolume(one) < 0)
      expect(
        insideOut.map(({ node }) => `${name}: ${node.getName()}`),
        'parts whose faces look inwards',
      ).toEqual([])
    }
  },
  60_000,
)

test('a work is the same on every run', async () => {
  expect(Buffer.from(await makeDrone()).equals(await makeDrone())).toBe(true)
})

/** Returns the volume inside a closed surface; negative when its faces look inwards. */
function enclosedVolume({ positions, indices }: Surface): number {
  const at = (corner: number, axis: number) => positions[(indices[corner] ?? 0) * 3 + axis] ?? 0
  let volume = 0
  for (let a = 0; a < indices.length; a += 3) {
    const [b, c] = [a + 1, a + 2]
    volume +=
      at(a, 0) * (at(b, 1) * at(c, 2) - at(b, 2) * at(c, 1)) +
      at(a, 1) * (at(b, 2) * at(c, 0) - at(b, 0) * at(c, 2)) +
      at(a, 2) * (at(b, 0) * at(c, 1) - at(b, 1) * at(c, 0))
  }
  return volume
}
