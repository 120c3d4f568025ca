import { type Material, MeshBasicMaterial } from 'three'
import { expect, test } from 'vitest'
import { loadModel } from './load-model.ts'

const triangle = Buffer.from(new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]).buffer)
const leaf = { alphaMode: 'MASK' }
const glass = { extensions: { KHR_materials_transmission: { transmissionFactor: 1 } } }
const unlit = { extensions: { KHR_materials_unlit: {} } }

/** A triangle of plain paint, with one variant for each of the given materials. */
function paintedTriangle(materials: readonly object[]): string {
  const variants = materials.map((_, index) => ({ name: String(index) }))
  const mappings = materials.map((_, index) => ({ material: index + 1, variants: [index] }))
  const json = JSON.stringify({
    asset: { version: '2.0' },
    extensionsUsed: ['KHR_materials_variants', 'KHR_materials_transmission', 'KHR_materials_unlit'],
    extensions: { KHR_materials_variants: { variants } },
    buffers: [{ byteLength: 36, uri: `data:application/octet-stream;base64,${triangle.toString('base64')}` }],
    bufferViews: [{ buffer: 0, byteLength: 36 }],
    accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 0] }],
    materials: [{}, ...materials],
    meshes: [
      {
        primitives: [
          { attributes: { POSITION: 0 }, material: 0, extensions: { KHR_materials_variants: { mappings } } },
        ],
      },
    ],
    nodes: [{ name: 'Triangle', mesh: 0 }],
    scenes: [{ nodes: [0] }],
  })
  return `data:model/gltf+json;base64,${Buffer.from(json).toString('base64')}`
}

const load = (materials: readonly object[]) =>
  loadModel({ url: paintedTriangle(materials), parts: ['Triangle'] }, () => undefined, new AbortController().signal)

test('a variant is prepared like the own materials: soft edges of leaves, and unlit colours as they were given', async () => {
  const model = await load([leaf, unlit])
  const shown = () => model.meshes[0]?.material as Material
  expect([shown().alphaToCoverage, shown().toneMapped]).toEqual([false, true])
  model.setVariant('0')
  expect([shown().alphaToCoverage, shown().toneMapped]).toEqual([true, true])
  model.setVariant('1')
  expect(shown()).toBeInstanceOf(MeshBasicMaterial)
  expect([shown().alphaToCoverage, shown().toneMapped]).toEqual([false, false])
})

test('what only glass and leaves need is there also if they are in a variant alone', async () => {
  const [painted, leafy, glassy] = await Promise.all([load([{}]), load([leaf]), load([{}, glass])])
  expect([painted.hasCutOuts, painted.letsLightThrough]).toEqual([false, false])
  expect([leafy.hasCutOuts, leafy.letsLightThrough]).toEqual([true, false])
  expect([glassy.hasCutOuts, glassy.letsLightThrough]).toEqual([false, true])
})
