import { Document, NodeIO } from '@gltf-transform/core'
import { KHRMaterialsPBRSpecularGlossiness } from '@gltf-transform/extensions'
import { beforeAll, expect, test } from 'vitest'
import { makeChair } from '../../../seed/works/chair.ts'
import { loadModel } from '../model/load-model.ts'
import { makeIo } from '../model/read-model.ts'
import { changed } from '../testing/hostile.ts'
import { checkGltf } from './check-gltf.ts'
import { known } from './extensions.ts'

let chair: Uint8Array
beforeAll(async () => {
  chair = await makeChair(1)
})

/** The chair with KTX2 for its first texture, alone or beside what it had. */
const withKtx2 = (required: boolean, beside: boolean) =>
  changed(chair, (json) => {
    const [texture] = json.textures
    json.images.push({ mimeType: 'image/ktx2', bufferView: json.images[texture.source].bufferView })
    texture.extensions = { KHR_texture_basisu: { source: json.images.length - 1 } }
    if (!beside) delete texture.source
    json.extensionsUsed = ['KHR_texture_basisu']
    if (required) json.extensionsRequired = ['KHR_texture_basisu']
  })

test.each([true, false])(
  'a texture that is there in KTX2 only is refused with its reason: required %s',
  async (must) => {
    expect(await loadModel(withKtx2(must, false))).toMatchObject({ refusal: { code: 'work.ktx2' } })
  },
)

test('a picture whose type is KTX2 is no way round that', async () => {
  const bytes = changed(chair, (json) => (json.images[0].mimeType = 'image/ktx2'))
  expect(await loadModel(bytes)).toMatchObject({ refusal: { code: 'work.ktx2' } })
})

test('KTX2 beside a picture is left out, and the picture is shown', async () => {
  const loaded = await loadModel(withKtx2(false, true))
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.refusal))
  const root = loaded.value.getRoot()
  expect(root.listTextures().map((texture) => texture.getMimeType())).toEqual(['image/png', 'image/png'])
  expect(root.listMaterials().filter((material) => material.getBaseColorTexture() !== null)).toHaveLength(2)
})

test.each(['KHR_texture_basisu', 'KHR_materials_variants', 'KHR_node_visibility', 'EXT_texture_avif'])(
  'what a viewer cannot show is refused by its name where it is required: %s',
  (name) => {
    const json = { extensionsRequired: [name], meshes: [], nodes: [] }
    expect(checkGltf(json, 100)).toMatchObject({ refusal: { code: 'work.unknown-extension', detail: { name } } })
  },
)

test('of what is not known nothing is read', async () => {
  const bytes = changed(chair, (json) => {
    json.extensionsUsed = ['KHR_materials_variants']
    json.extensions = { KHR_materials_variants: { variants: [{ name: 'Red' }] } }
  })
  const loaded = await loadModel(bytes)
  const used = loaded.ok && loaded.value.getRoot().listExtensionsUsed()
  expect(used && used.filter(({ extensionName }) => !known.has(extensionName))).toEqual([])
})

test('a material by specular and glossiness is turned into one that a viewer draws', async () => {
  const document: Document = await new NodeIO().readBinary(chair)
  const extension = document.createExtension(KHRMaterialsPBRSpecularGlossiness).setRequired(true)
  const specular = extension.createPBRSpecularGlossiness().setDiffuseFactor([1, 0, 0, 1]).setGlossinessFactor(0.75)
  for (const material of document.getRoot().listMaterials()) {
    material.setBaseColorTexture(null).setExtension('KHR_materials_pbrSpecularGlossiness', specular)
  }
  const loaded = await loadModel(await (await makeIo()).writeBinary(document))
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.refusal))
  const root = loaded.value.getRoot()
  const used = root.listExtensionsUsed().map(({ extensionName }) => extensionName)
  expect(used).not.toContain('KHR_materials_pbrSpecularGlossiness')
  for (const material of root.listMaterials()) {
    expect(material.getBaseColorFactor()).toEqual([1, 0, 0, 1])
    expect(material.getRoughnessFactor()).toBeCloseTo(0.25, 5)
  }
})
