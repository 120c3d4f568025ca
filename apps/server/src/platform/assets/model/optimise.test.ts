import { KHRMaterialsAnisotropy } from '@gltf-transform/extensions'
import { expect, test } from 'vitest'
import { ModelBuilder } from '../../../../seed/assets/model-builder.ts'
import { ball } from '../../../../seed/assets/solids.ts'
import { removeRedundancy } from './optimise.ts'

/** Returns what is left of the vertices of a plain steel ball, brushed or not. */
async function attributesOfBall(isBrushed: boolean): Promise<string[]> {
  const builder = new ModelBuilder('Ball')
  const steel = builder.addMaterial({ name: 'Steel', color: [0.8, 0.8, 0.8], metalness: 1, roughness: 0.3 })
  if (isBrushed) {
    const anisotropy = builder.document.createExtension(KHRMaterialsAnisotropy)
    steel.setExtension('KHR_materials_anisotropy', anisotropy.createAnisotropy().setAnisotropyStrength(0.9))
  }
  builder.addPart('Ball', ball(0.1), steel)
  await removeRedundancy(builder.document)
  return builder.document.getRoot().listMeshes()[0]?.listPrimitives()[0]?.listSemantics() ?? []
}

test('brushed metal keeps the texture coordinates along which it is brushed; plain metal loses what it does not use', async () => {
  expect(await attributesOfBall(true)).toContain('TEXCOORD_0')
  expect(await attributesOfBall(false)).not.toContain('TEXCOORD_0')
})
