import { NodeIO } from '@gltf-transform/core'
import { expect, test } from 'vitest'
import { nameParts } from '../model/name-parts.ts'
import { listSurfaces } from '../model/surfaces.ts'
import { convertInProcess, heightOf } from '../testing/convert-in-process.ts'
import { makeSkinnedFigure } from '../testing/skinned-figure.ts'

test('a skinned mesh is shown in metres, before and after its joints move it', async () => {
  const { facts, model: shown } = await convertInProcess(await makeSkinnedFigure({ matrices: true }))
  expect(facts.size.y).toBeCloseTo(2, 5)
  expect(facts.deviation).toBeLessThan(0.0001)
  const [mesh] = shown.getRoot().listMeshes()
  const raw = mesh?.listPrimitives()[0]?.getAttribute('POSITION')?.getArray() ?? []
  expect(heightOf(raw)).toBeCloseTo(1.8, 5)
  expect(nameParts(shown)).toEqual(['Body'])
  expect(heightOf(listSurfaces(shown)[0]?.positions ?? [])).toBeCloseTo(2, 5)
})

test('a skin without inverse bind matrices uses identity matrices', async () => {
  const { facts, model: shown } = await convertInProcess(await makeSkinnedFigure({ matrices: false }))
  expect(facts.size.y).toBeCloseTo(3, 5)
  expect(heightOf(listSurfaces(shown)[0]?.positions ?? [])).toBeCloseTo(3, 5)
  expect(facts.deviation).toBeLessThan(0.0001)
})

test('vertices without joint weights follow the first joint, as in a viewer', async () => {
  const document = await new NodeIO().readBinary(await makeSkinnedFigure({ matrices: true }))
  const [body] = document.getRoot().listMeshes()
  const weights = body?.listPrimitives()[0]?.getAttribute('WEIGHTS_0')
  weights?.setArray(new Float32Array(weights.getCount() * 4))
  document.getRoot().setDefaultScene(document.getRoot().listScenes()[0] ?? null)
  const [joint] = document.getRoot().listSkins()[0]?.listJoints() ?? []
  joint?.setTranslation([0, 0, 5])
  const [surface] = listSurfaces(document)
  expect(heightOf(surface?.positions ?? [])).toBeCloseTo(2, 5)
  expect(surface?.positions[2]).toBeGreaterThan(4)
})
