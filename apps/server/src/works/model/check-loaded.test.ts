import { Document, NodeIO } from '@gltf-transform/core'
import { expect, test } from 'vitest'
import { makePerson } from '../testing/person.ts'
import { checkLoaded } from './check-loaded.ts'

function triangle(spoiled?: 'POSITION' | 'NORMAL' | 'TEXCOORD_0' | 'target') {
  const document = new Document()
  const buffer = document.createBuffer()
  const accessor = (name: typeof spoiled, type: 'VEC2' | 'VEC3', size: number) => {
    const numbers = new Float32Array(3 * size)
    if (name === spoiled) numbers[size] = Number.NaN
    return document.createAccessor().setType(type).setArray(numbers).setBuffer(buffer)
  }
  const primitive = document
    .createPrimitive()
    .setAttribute('POSITION', accessor('POSITION', 'VEC3', 3))
    .setAttribute('NORMAL', accessor('NORMAL', 'VEC3', 3))
    .setAttribute('TEXCOORD_0', accessor('TEXCOORD_0', 'VEC2', 2))
    .addTarget(document.createPrimitiveTarget().setAttribute('POSITION', accessor('target', 'VEC3', 3)))
  document.createMesh().addPrimitive(primitive)
  return document
}

test.each(['POSITION', 'NORMAL', 'TEXCOORD_0', 'target'] as const)(
  'a number that is none is refused wherever it was packed: %s',
  (where) => {
    expect(checkLoaded(triangle(where))).toMatchObject({ ok: false, refusal: { code: 'work.broken-numbers' } })
  },
)

test('a sound triangle passes', () => {
  expect(checkLoaded(triangle())).toEqual({ ok: true, value: null })
})

test('a joint that its skin does not have is refused', async () => {
  const document = await new NodeIO().readBinary(await makePerson({ matrices: true }))
  expect(checkLoaded(document)).toEqual({ ok: true, value: null })
  const [skin] = document.getRoot().listSkins()
  for (const joint of skin?.listJoints().slice(1) ?? []) skin?.removeJoint(joint)
  expect(checkLoaded(document)).toMatchObject({ refusal: { detail: { problem: 'ACCESSOR_JOINTS_INDEX_OOB' } } })
})
