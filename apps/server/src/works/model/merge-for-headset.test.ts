import { type Document } from '@gltf-transform/core'
import { expect, test } from 'vitest'
import { makePerson } from '../testing/person.ts'
import { tallOf } from '../testing/converted.ts'
import { loadModel } from './load-model.ts'
import { mergeForHeadset } from './merge-for-headset.ts'
import { nameParts } from './name-parts.ts'
import { partsOf } from './parts-of.ts'
import { surfacesOf } from './surfaces.ts'

/** Gives a part a morph target at its full weight, which lifts it. */
function rise(document: Document, name: string, metres: number): void {
  const node = document
    .getRoot()
    .listNodes()
    .find((one) => one.getName() === name)
  for (const primitive of node?.getMesh()?.listPrimitives() ?? []) {
    const own = primitive.getAttribute('POSITION')
    const offsets = Float32Array.from({ length: (own?.getCount() ?? 0) * 3 }, (_, at) => (at % 3 === 1 ? metres : 0))
    const target = document.createPrimitiveTarget().setAttribute('POSITION', own?.clone().setArray(offsets) ?? null)
    primitive.addTarget(target)
  }
  node?.setWeights([1])
}

test('what bends is one draw with what is stiff, in the pose that is saved and lit as it stands', async () => {
  const loaded = await loadModel(await makePerson({ matrices: true, beside: 'Ball' }))
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.refusal))
  expect(nameParts(loaded.value)).toEqual(['Body', 'Ball'])
  rise(loaded.value, 'Ball', 4)
  const { document } = await mergeForHeadset(loaded.value)
  const root = document.getRoot()
  expect(root.listSkins()).toEqual([])
  const surfaces = surfacesOf(document)
  expect(surfaces).toHaveLength(1)
  expect(Math.abs(tallOf(surfaces[0]?.positions ?? []) - 4.3)).toBeLessThan(0.0002)
  const body = partsOf(surfaces, ['Body', 'Ball'])[0]
  expect(Math.abs(tallOf(body?.positions ?? []) - 2)).toBeLessThan(0.0002)
  const primitive = root.listMeshes()[0]?.listPrimitives()[0]
  expect(primitive?.listTargets()).toEqual([])
  expect(new Set(primitive?.getAttribute('_PART')?.getArray())).toEqual(new Set([0, 1]))
  const normals = primitive?.getAttribute('NORMAL')
  for (let index = 0; index < (normals?.getCount() ?? 0); index += 1) {
    expect(Math.hypot(...(normals?.getElement(index, []) ?? []))).toBeCloseTo(1, 1)
  }
})
