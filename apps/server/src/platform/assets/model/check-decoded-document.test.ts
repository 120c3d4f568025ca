import { Document, NodeIO } from '@gltf-transform/core'
import { expect, test } from 'vitest'
import { makeSkinnedFigure } from '../testing/skinned-figure.ts'
import { checkDecodedDocument } from './check-decoded-document.ts'

function makeTriangle(withNaNIn?: 'POSITION' | 'NORMAL' | 'TEXCOORD_0' | 'target') {
  const document = new Document()
  const buffer = document.createBuffer()
  const accessor = (name: typeof withNaNIn, type: 'VEC2' | 'VEC3', size: number) => {
    const numbers = new Float32Array(3 * size)
    if (name === withNaNIn) numbers[size] = Number.NaN
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

test.each(['POSITION', 'NORMAL', 'TEXCOORD_0', 'target'] as const)('NaN is refused in every attribute: %s', (where) => {
  expect(checkDecodedDocument(makeTriangle(where))).toMatchObject({
    ok: false,
    refusal: { code: 'asset.non-finite-numbers' },
  })
})

test('a valid triangle passes', () => {
  expect(checkDecodedDocument(makeTriangle())).toEqual({ ok: true, value: null })
})

test('a joint index outside the skin is refused', async () => {
  const document = await new NodeIO().readBinary(await makeSkinnedFigure({ matrices: true }))
  expect(checkDecodedDocument(document)).toEqual({ ok: true, value: null })
  const [skin] = document.getRoot().listSkins()
  for (const joint of skin?.listJoints().slice(1) ?? []) skin?.removeJoint(joint)
  expect(checkDecodedDocument(document)).toMatchObject({
    refusal: { detail: { problem: 'ACCESSOR_JOINTS_INDEX_OOB' } },
  })
})
