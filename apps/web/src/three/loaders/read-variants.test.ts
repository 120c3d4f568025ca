import { type Material, type Mesh, MeshStandardMaterial } from 'three'
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js'
import { expect, test } from 'vitest'
import { Model } from '../viewer/model.ts'
import { readVariants } from './read-variants.ts'

const triangle = Buffer.from(new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]).buffer)
const colorFactors = [
  [1, 1, 1, 1],
  [1, 0, 0, 1],
  [0, 0, 1, 1],
]
const names = [{ name: 'Red' }, { name: 'Blue' }]

/** A seat that comes in red and blue and a frame that does not, both of one triangle. */
const bench = {
  asset: { version: '2.0' },
  extensionsUsed: ['KHR_materials_variants'],
  extensions: { KHR_materials_variants: { variants: names } },
  buffers: [{ byteLength: 36, uri: `data:application/octet-stream;base64,${triangle.toString('base64')}` }],
  bufferViews: [{ buffer: 0, byteLength: 36 }],
  accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 0] }],
  materials: colorFactors.map((baseColorFactor) => ({ pbrMetallicRoughness: { baseColorFactor } })),
  meshes: [
    {
      primitives: [
        {
          attributes: { POSITION: 0 },
          material: 0,
          extensions: {
            KHR_materials_variants: {
              mappings: [
                { material: 1, variants: [0] },
                { material: 2, variants: [1, 7] },
              ],
            },
          },
        },
      ],
    },
    { primitives: [{ attributes: { POSITION: 0 }, material: 0 }] },
  ],
  nodes: [
    { name: 'Seat', mesh: 0 },
    { name: 'Frame', mesh: 1 },
  ],
  scenes: [{ nodes: [0, 1] }],
}

const colorOf = (material: Material | Material[]) =>
  material instanceof MeshStandardMaterial ? material.color.getHexString() : undefined

test('a variant gives its materials to the meshes that have it, and the own ones come back', async () => {
  const { scene, parser } = await new GLTFLoader().parseAsync(JSON.stringify(bench), '')
  const meshes = scene.children as Mesh[]
  const variants = await readVariants(parser, meshes)
  const parts = meshes.map((mesh) => ({ name: mesh.name, node: mesh, meshes: [mesh] }))
  const model = new Model(scene, parts, [], variants)
  const shown = () => model.meshes.map(({ material }) => colorOf(material))
  expect(model.variantNames).toEqual(['Red', 'Blue'])
  expect(shown()).toEqual(['ffffff', 'ffffff'])
  model.setVariant('Blue')
  expect(shown()).toEqual(['0000ff', 'ffffff'])
  model.setAppearance('ghost')
  model.setVariant('Red')
  model.setAppearance('plain')
  expect(shown()).toEqual(['ff0000', 'ffffff'])
  model.setVariant('Green')
  expect(shown()).toEqual(['ffffff', 'ffffff'])
})
