import { NodeIO } from '@gltf-transform/core'
import { expect, test } from 'vitest'
import { nameParts } from '../model/name-parts.ts'
import { surfacesOf } from '../model/surfaces.ts'
import { converted, tallOf } from '../testing/converted.ts'
import { makePerson } from '../testing/person.ts'

test('what hangs in a skin is shown in metres, before its joints move it and after', async () => {
  const { facts, model: shown } = await converted(await makePerson({ matrices: true }))
  expect(facts.size.y).toBeCloseTo(2, 5)
  expect(facts.tolerance).toBeLessThan(0.0001)
  const [mesh] = shown.getRoot().listMeshes()
  const raw = mesh?.listPrimitives()[0]?.getAttribute('POSITION')?.getArray() ?? []
  expect(tallOf(raw)).toBeCloseTo(1.8, 5)
  expect(nameParts(shown)).toEqual(['Body'])
  expect(tallOf(surfacesOf(shown)[0]?.positions ?? [])).toBeCloseTo(2, 5)
})

test('a skin without inverse bind matrices is one of identities', async () => {
  const { facts, model: shown } = await converted(await makePerson({ matrices: false }))
  expect(facts.size.y).toBeCloseTo(3, 5)
  expect(tallOf(surfacesOf(shown)[0]?.positions ?? [])).toBeCloseTo(3, 5)
  expect(facts.tolerance).toBeLessThan(0.0001)
})

test('what none of its joints holds hangs in the first of them, as a viewer has it', async () => {
  const document = await new NodeIO().readBinary(await makePerson({ matrices: true }))
  const [body] = document.getRoot().listMeshes()
  const weights = body?.listPrimitives()[0]?.getAttribute('WEIGHTS_0')
  weights?.setArray(new Float32Array(weights.getCount() * 4))
  document.getRoot().setDefaultScene(document.getRoot().listScenes()[0] ?? null)
  const [joint] = document.getRoot().listSkins()[0]?.listJoints() ?? []
  joint?.setTranslation([0, 0, 5])
  const [surface] = surfacesOf(document)
  expect(tallOf(surface?.positions ?? [])).toBeCloseTo(2, 5)
  expect(surface?.positions[2]).toBeGreaterThan(4)
})
