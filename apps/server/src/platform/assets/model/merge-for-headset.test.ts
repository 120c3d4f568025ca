import { type Document } from '@gltf-transform/core'
import { expect, test } from 'vitest'
import { makeSkinnedFigure } from '../testing/skinned-figure.ts'
import { heightOf } from '../testing/convert-in-process.ts'
import { loadGlb } from './load-glb.ts'
import { mergeForHeadset } from './merge-for-headset.ts'
import { nameParts } from './name-parts.ts'
import { splitIntoParts } from './split-into-parts.ts'
import { listSurfaces } from './surfaces.ts'

/** Gives a part a morph target at full weight that lifts it. */
function addRisingMorphTarget(document: Document, name: string, metres: number): void {
  const node = document
    .getRoot()
    .listNodes()
    .find((one) => one.getName() === name)
  for (const primitive of node?.getMesh()?.listPrimitives() ?? []) {
    const position = primitive.getAttribute('POSITION')
    const offsets = Float32Array.from({ length: (position?.getCount() ?? 0) * 3 }, (_, at) =>
      at % 3 === 1 ? metres : 0,
    )
    const target = document
      .createPrimitiveTarget()
      .setAttribute('POSITION', position?.clone().setArray(offsets) ?? null)
    primitive.addTarget(target)
  }
  node?.setWeights([1])
}

test('deformable and rigid parts share one draw call, in the saved pose and with unit normals', async () => {
  const loaded = await loadGlb(await makeSkinnedFigure({ matrices: true, rigidPartName: 'Ball' }))
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.refusal))
  expect(nameParts(loaded.value)).toEqual(['Body', 'Ball'])
  addRisingMorphTarget(loaded.value, 'Ball', 4)
  const { document } = await mergeForHeadset(loaded.value)
  const root = document.getRoot()
  expect(root.listSkins()).toEqual([])
  const surfaces = listSurfaces(document)
  expect(surfaces).toHaveLength(1)
  expect(Math.abs(heightOf(surfaces[0]?.positions ?? []) - 4.3)).toBeLessThan(0.0002)
  const body = splitIntoParts(surfaces, ['Body', 'Ball'])[0]
  expect(Math.abs(heightOf(body?.positions ?? []) - 2)).toBeLessThan(0.0002)
  const primitive = root.listMeshes()[0]?.listPrimitives()[0]
  expect(primitive?.listTargets()).toEqual([])
  expect(new Set(primitive?.getAttribute('_PART')?.getArray())).toEqual(new Set([0, 1]))
  const normals = primitive?.getAttribute('NORMAL')
  for (let index = 0; index < (normals?.getCount() ?? 0); index += 1) {
    expect(Math.hypot(...(normals?.getElement(index, []) ?? []))).toBeCloseTo(1, 1)
  }
})
