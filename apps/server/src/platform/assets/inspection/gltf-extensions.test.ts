import { Document, NodeIO } from '@gltf-transform/core'
import { KHRMaterialsPBRSpecularGlossiness } from '@gltf-transform/extensions'
import { beforeAll, expect, test } from 'vitest'
import { makeChair } from '../../../../seed/assets/chair.ts'
import { loadGlb } from '../model/load-glb.ts'
import { makeGltfIo } from '../model/gltf-io.ts'
import { modifyGlb } from '../testing/malformed-glb.ts'
import { checkGltf } from './check-gltf.ts'
import { supportedExtensionNames } from './gltf-extensions.ts'

let chair: Uint8Array
beforeAll(async () => {
  chair = await makeChair(1)
})

/** Builds the chair with KTX2 for its first texture, with or without the original image as fallback. */
const withKtx2 = (required: boolean, withFallback: boolean) =>
  modifyGlb(chair, (json) => {
    const [texture] = json.textures
    json.images.push({ mimeType: 'image/ktx2', bufferView: json.images[texture.source].bufferView })
    texture.extensions = { KHR_texture_basisu: { source: json.images.length - 1 } }
    if (!withFallback) delete texture.source
    json.extensionsUsed = ['KHR_texture_basisu']
    if (required) json.extensionsRequired = ['KHR_texture_basisu']
  })

test.each([true, false])(
  'a texture that exists only as KTX2 is refused with its reason: required %s',
  async (required) => {
    expect(await loadGlb(withKtx2(required, false))).toMatchObject({ refusal: { code: 'asset.ktx2-unsupported' } })
  },
)

test('an image whose type is KTX2 does not bypass the check', async () => {
  const bytes = modifyGlb(chair, (json) => (json.images[0].mimeType = 'image/ktx2'))
  expect(await loadGlb(bytes)).toMatchObject({ refusal: { code: 'asset.ktx2-unsupported' } })
})

test('KTX2 next to a fallback image is dropped, and the fallback is shown', async () => {
  const loaded = await loadGlb(withKtx2(false, true))
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.refusal))
  const root = loaded.value.getRoot()
  expect(root.listTextures().map((texture) => texture.getMimeType())).toEqual(['image/png', 'image/png'])
  expect(root.listMaterials().filter((material) => material.getBaseColorTexture() !== null)).toHaveLength(2)
})

test.each(['KHR_texture_basisu', 'KHR_interactivity', 'KHR_node_visibility', 'EXT_texture_avif'])(
  'a required extension that the viewer does not support is refused by its name: %s',
  (name) => {
    const json = { extensionsRequired: [name], meshes: [], nodes: [] }
    expect(checkGltf(json, 100)).toMatchObject({ refusal: { code: 'asset.unsupported-extension', detail: { name } } })
  },
)

test('unknown extensions are ignored', async () => {
  const bytes = modifyGlb(chair, (json) => {
    json.extensionsUsed = ['KHR_audio_emitter']
    json.extensions = { KHR_audio_emitter: { sources: [] } }
  })
  const loaded = await loadGlb(bytes)
  const used = loaded.ok && loaded.value.getRoot().listExtensionsUsed()
  expect(used && used.filter(({ extensionName }) => !supportedExtensionNames.has(extensionName))).toEqual([])
})

test('a specular-glossiness material is converted to one that the viewer draws', async () => {
  const document: Document = await new NodeIO().readBinary(chair)
  const extension = document.createExtension(KHRMaterialsPBRSpecularGlossiness).setRequired(true)
  const specular = extension.createPBRSpecularGlossiness().setDiffuseFactor([1, 0, 0, 1]).setGlossinessFactor(0.75)
  for (const material of document.getRoot().listMaterials()) {
    material.setBaseColorTexture(null).setExtension('KHR_materials_pbrSpecularGlossiness', specular)
  }
  const loaded = await loadGlb(await (await makeGltfIo()).writeBinary(document))
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.refusal))
  const root = loaded.value.getRoot()
  const used = root.listExtensionsUsed().map(({ extensionName }) => extensionName)
  expect(used).not.toContain('KHR_materials_pbrSpecularGlossiness')
  for (const material of root.listMaterials()) {
    expect(material.getBaseColorFactor()).toEqual([1, 0, 0, 1])
    expect(material.getRoughnessFactor()).toBeCloseTo(0.25, 5)
  }
})
