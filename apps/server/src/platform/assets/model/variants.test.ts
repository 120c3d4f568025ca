import { type Document } from '@gltf-transform/core'
import { KHRMaterialsVariants, type MappingList } from '@gltf-transform/extensions'
import { expect, test } from 'vitest'
import { ModelBuilder } from '../../../../seed/assets/model-builder.ts'
import { box } from '../../../../seed/assets/solids.ts'
import { convertInProcess } from '../testing/convert-in-process.ts'
import { makeGltfIo } from './gltf-io.ts'

/** Makes two cushions on a frame; the cushions come in three colours, the frame does not. */
async function makeBench(isRequired: boolean): Promise<Uint8Array> {
  const builder = new ModelBuilder('Bench')
  const { document } = builder
  const extension = document.createExtension(KHRMaterialsVariants).setRequired(isRequired)
  const colors = { Natural: [0.8, 0.7, 0.5], 'Moss\u202e': [0.2, 0.4, 0.1], '\u202e': [0.1, 0.1, 0.4] } as const
  const looks = Object.entries(colors).map(([name, color]) => ({
    variant: extension.createVariant(name),
    material: builder.addMaterial({ name: `Cloth ${name}`, color }),
  }))
  const [natural] = looks
  if (!natural) throw new Error('no looks')
  const list = extension.createMappingList()
  for (const { variant, material } of looks)
    list.addMapping(extension.createMapping().setMaterial(material).addVariant(variant))
  builder.addPart('Frame', box(1.2, 0.1, 0.4), builder.addMaterial({ name: 'Oak', color: [0.5, 0.3, 0.1] }))
  // Without names they would be joined.
  for (const x of [-0.3, 0.3]) {
    const node = builder.addPart('', box(0.5, 0.1, 0.4), natural.material, { position: [x, 0.1, 0] })
    for (const primitive of node.getMesh()?.listPrimitives() ?? [])
      primitive.setExtension('KHR_materials_variants', list)
  }
  return (await makeGltfIo()).writeBinary(document)
}

/** Returns the materials that each variant gives to the primitives that have several. */
function looksOf(document: Document): Record<string, (number[] | undefined)[]> {
  const looks: Record<string, (number[] | undefined)[]> = {}
  for (const mesh of document.getRoot().listMeshes()) {
    for (const primitive of mesh.listPrimitives()) {
      const mappings = primitive.getExtension<MappingList>('KHR_materials_variants')?.listMappings() ?? []
      for (const mapping of mappings) {
        const color = mapping.getMaterial()?.getBaseColorFactor().slice(0, 3)
        for (const variant of mapping.listVariants()) (looks[variant.getName()] ??= []).push(color)
      }
    }
  }
  return looks
}

test.each([true, false])('the looks of a model are kept through the conversion; required %s', async (isRequired) => {
  const { facts, model, headset } = await convertInProcess(await makeBench(isRequired))
  expect(facts.variants).toEqual(['Natural', 'Moss', '3'])
  const looks = looksOf(model)
  expect(Object.keys(looks).toSorted()).toEqual(['3', 'Moss', 'Natural'])
  for (const [name, color] of [
    ['Natural', [0.8, 0.7, 0.5]],
    ['Moss', [0.2, 0.4, 0.1]],
    ['3', [0.1, 0.1, 0.4]],
  ] as const)
    expect(new Set(looks[name]?.map(String))).toEqual(new Set([String(color)]))
  const extensions = model.getRoot().listExtensionsRequired()
  expect(extensions.map(({ extensionName }) => extensionName)).not.toContain('KHR_materials_variants')
  expect(headset).toBeUndefined()
})
