import { type Document, type Material } from '@gltf-transform/core'
import { KHRMaterialsVariants, type MappingList, type Variant } from '@gltf-transform/extensions'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { ModelBuilder } from '../../../../seed/assets/model-builder.ts'
import { box } from '../../../../seed/assets/solids.ts'
import { convertInProcess } from '../testing/convert-in-process.ts'
import { makeGltfIo } from './gltf-io.ts'
import { loadGlb } from './load-glb.ts'
import { mergeForHeadset } from './merge-for-headset.ts'
import { nameParts } from './name-parts.ts'
import { removeRedundancy } from './optimise.ts'
import { listVariantNames } from './variants.ts'

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

/** Returns a texture of black and white stripes; one of a single colour would become a factor. */
function stripes(): Promise<Buffer> {
  const pixels = Uint8Array.from({ length: 64 }, (_, at) => (at % 2) * 255)
  return sharp(pixels, { raw: { width: 8, height: 8, channels: 1 } })
    .png()
    .toBuffer()
}

test('the headset rendition has one draw call for each look, and every variant of the model', async () => {
  const builder = new ModelBuilder('Benches')
  const { document } = builder
  const extension = document.createExtension(KHRMaterialsVariants)
  const [moss, ink] = ['Moss', 'Ink'].map((name) => extension.createVariant(name))
  const plain = (name: string, color: readonly [number, number, number]) => builder.addMaterial({ name, color })
  const cloth = plain('Cloth', [0.8, 0.7, 0.5])
  const [green, blue, striped] = [
    plain('Green', [0.2, 0.4, 0.1]),
    plain('Blue', [0.1, 0.1, 0.4]),
    builder.addMaterial({
      name: 'Striped',
      color: [1, 1, 1],
      texture: await stripes(),
    }),
  ]
  if (!moss || !ink) throw new Error('no variants')
  const addCushion = (name: string, x: number, looks: readonly (readonly [Material, Variant])[]) => {
    const list = extension.createMappingList()
    for (const [material, variant] of looks)
      list.addMapping(extension.createMapping().setMaterial(material).addVariant(variant))
    const node = builder.addPart(name, box(0.5, 0.1, 0.4), cloth, { position: [x, 0.1, 0] })
    for (const primitive of node.getMesh()?.listPrimitives() ?? []) {
      if (looks.length > 0) primitive.setExtension('KHR_materials_variants', list)
    }
  }
  for (const x of [0, 1])
    addCushion(`Cushion ${x}`, x, [
      [green, moss],
      [blue, ink],
    ])
  addCushion('Head', 2, [[striped, moss]])
  addCushion('Foot', 3, [])
  const loaded = await loadGlb(await (await makeGltfIo()).writeBinary(document))
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.refusal))
  nameParts(loaded.value)
  await removeRedundancy(loaded.value)
  const { document: merged } = await mergeForHeadset(loaded.value)
  const drawn = merged
    .getRoot()
    .listMeshes()
    .flatMap((mesh) => mesh.listPrimitives())
    .map((primitive) => ({
      own: primitive.getMaterial()?.getName(),
      variants: (primitive.getExtension<MappingList>('KHR_materials_variants')?.listMappings() ?? []).map((mapping) => [
        mapping.listVariants().map((variant) => variant.getName()),
        mapping.getMaterial()?.getName(),
      ]),
      parts: [...new Set(primitive.getAttribute('_PART')?.getArray())],
      hasTextureCoordinates: primitive.getAttribute('TEXCOORD_0') !== null,
    }))
  expect(drawn.toSorted((a, b) => Number(a.parts[0]) - Number(b.parts[0]))).toEqual([
    {
      own: 'Cloth',
      variants: [
        [['Moss'], 'Green'],
        [['Ink'], 'Blue'],
      ],
      parts: [0, 1],
      hasTextureCoordinates: false,
    },
    { own: 'Cloth', variants: [[['Moss'], 'Striped']], parts: [2], hasTextureCoordinates: true },
    { own: 'Cloth', variants: [], parts: [3], hasTextureCoordinates: false },
  ])
  expect(listVariantNames(merged)).toEqual(['Moss', 'Ink'])
  // Nothing is left of the materials by which they were joined.
  expect(
    merged
      .getRoot()
      .listMaterials()
      .map((material) => material.getName())
      .toSorted(),
  ).toEqual(['Blue', 'Cloth', 'Green', 'Striped'])
})
