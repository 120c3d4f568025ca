import { compareMaterials } from '@veranda/core/assets/compare-materials.ts'
import { compareParts } from '@veranda/core/geometry/compare-parts.ts'
import { BoxGeometry, Group, Mesh, MeshStandardMaterial } from 'three'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadModel } from '../../loaders/load-model.ts'
import { type CompareRequest } from './compare.worker.ts'
import { applyHeatMap, compareModels, extractPartMaterials } from './compare-models.ts'
import { Model } from '../model.ts'

/** Returns a model of unnamed cubes of 0.5 m in a row; all unnamed meshes form one part. */
function modelOfUnnamedCubes(...places: readonly number[]): Model {
  const root = new Group()
  const parts = places.map((x) => {
    const mesh = new Mesh(new BoxGeometry(0.5, 0.5, 0.5).translate(x, 0, 0), new MeshStandardMaterial())
    root.add(mesh)
    return { name: 'Unnamed', node: mesh, meshes: [mesh] }
  })
  return new Model(root, parts)
}

test('a cube added to unnamed ones counts as the only change, and no other cube as moved', () => {
  const [previous, current] = [modelOfUnnamedCubes(0, 1), modelOfUnnamedCubes(3, 0, 1)]
  const changes = compareParts(previous.extractPartMeshes(), current.extractPartMeshes(), 0.0001)
  expect(changes.map(({ name, change }) => [name, change])).toEqual([['Unnamed', 'changed']])
  applyHeatMap(current, changes)
  const hottest = current.meshes.map((mesh) => {
    const colors = mesh.geometry.getAttribute('color')
    return Math.max(...Array.from({ length: colors.count }, (_, index) => colors.getX(index) - colors.getZ(index)))
  })
  expect(hottest[0]).toBeGreaterThan(0.3)
  expect(hottest[1]).toBeLessThan(0.1)
  expect(hottest[2]).toBe(hottest[1])
})

/** Makes pictures load, as in a browser; their pixels do not matter. */
beforeEach(() => {
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:picture', revokeObjectURL: () => undefined }))
  vi.spyOn(HTMLImageElement.prototype, 'src', 'set').mockImplementation(function (this: HTMLImageElement) {
    Object.assign(this, { width: 4, height: 4 })
    queueMicrotask(() => this.dispatchEvent(new Event('load')))
  })
})
afterEach(() => vi.restoreAllMocks())

/** A triangle called Seat with this material; pictures are its textures by their bytes. */
async function loadSeat(material: object, ...pictures: readonly (readonly number[])[]) {
  const triangle = Buffer.from(new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]).buffer)
  const bytes = Buffer.concat([triangle, ...pictures.map((picture) => Buffer.from(picture))])
  const offsets = pictures.map((_, at) => 36 + pictures.slice(0, at).reduce((sum, { length }) => sum + length, 0))
  const json = JSON.stringify({
    asset: { version: '2.0' },
    extensionsUsed: ['KHR_materials_unlit', 'EXT_texture_webp'],
    buffers: [{ byteLength: bytes.length, uri: `data:application/octet-stream;base64,${bytes.toString('base64')}` }],
    bufferViews: [
      { buffer: 0, byteLength: 36 },
      ...pictures.map(({ length }, at) => ({ buffer: 0, byteOffset: offsets[at], byteLength: length })),
    ],
    accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 0] }],
    images: pictures.map((_, at) => ({ bufferView: at + 1, mimeType: 'image/webp' })),
    textures: pictures.map((_, source) => ({ extensions: { EXT_texture_webp: { source } } })),
    materials: [material],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 }, material: 0 }] }],
    nodes: [{ name: 'Seat', mesh: 0 }],
    scenes: [{ nodes: [0] }],
  })
  const url = `data:model/gltf+json;base64,${Buffer.from(json).toString('base64')}`
  return loadModel({ url, parts: ['Seat'] }, () => undefined, new AbortController().signal)
}

const lookOf = async (before: ReturnType<typeof loadSeat>, after: ReturnType<typeof loadSeat>) => {
  const [former, later] = [extractPartMaterials(await before), extractPartMaterials(await after)]
  return compareMaterials(former, later).get('Seat')
}

test('what an author gave another colour or material is read from the files of both versions', async () => {
  const oak = {
    pbrMetallicRoughness: { baseColorFactor: [0.5, 0.25, 0.1, 1], metallicFactor: 0, roughnessFactor: 0.6 },
  }
  const moss = { pbrMetallicRoughness: { ...oak.pbrMetallicRoughness, baseColorFactor: [0.03, 0.1, 0.02, 1] } }
  expect(await lookOf(loadSeat(oak), loadSeat(oak))).toBeUndefined()
  expect(await lookOf(loadSeat(oak), loadSeat(moss))).toEqual({
    color: { before: '#bc8959', after: '#305927' },
    hasOtherMaterial: false,
  })
  const others: object[] = [
    { pbrMetallicRoughness: { ...oak.pbrMetallicRoughness, metallicFactor: 1 } },
    { pbrMetallicRoughness: { ...oak.pbrMetallicRoughness, roughnessFactor: 0.1 } },
    {
      pbrMetallicRoughness: { baseColorFactor: [0.5, 0.25, 0.1, 0.4], metallicFactor: 0, roughnessFactor: 0.6 },
      alphaMode: 'BLEND',
    },
    { ...oak, emissiveFactor: [1, 0.5, 0] },
    { ...oak, extensions: { KHR_materials_unlit: {} } },
  ]
  for (const other of others)
    expect(await lookOf(loadSeat(oak), loadSeat(other))).toEqual({ color: null, hasOtherMaterial: true })
})

test('a texture is the same when its image is, whatever is loaded around it', async () => {
  const [wood, stone] = [
    [1, 2, 3, 4, 5, 6, 7, 8],
    [1, 2, 3, 4, 5, 6, 7, 9],
  ]
  const withTexture = (index: number) => ({ pbrMetallicRoughness: { baseColorTexture: { index } } })
  expect(await lookOf(loadSeat(withTexture(0), wood), loadSeat(withTexture(1), stone, wood))).toBeUndefined()
  expect(await lookOf(loadSeat(withTexture(0), wood), loadSeat(withTexture(0), stone))).toEqual({
    color: { before: null, after: null },
    hasOtherMaterial: false,
  })
  expect((await lookOf(loadSeat({}), loadSeat(withTexture(0), wood)))?.color).toEqual({
    before: '#ffffff',
    after: null,
  })
  const rough = { pbrMetallicRoughness: { metallicRoughnessTexture: { index: 0 } } }
  expect(await lookOf(loadSeat(rough, wood), loadSeat(rough, stone))).toEqual({ color: null, hasOtherMaterial: true })
})

test('a comparison is of what was delivered, whatever is shown: neither a highlight nor a map of differences', async () => {
  const model = await loadSeat({})
  const before = extractPartMaterials(model)
  model.highlightPart('Seat')
  expect(extractPartMaterials(model)).toEqual(before)
  model.setAppearance('heat')
  expect(extractPartMaterials(model)).toEqual(before)
})

/** Compares shapes at once, in the same thread. */
class SameThread extends EventTarget {
  postMessage({ before, after, tolerance }: CompareRequest): void {
    this.dispatchEvent(new MessageEvent('message', { data: compareParts(before, after, tolerance) }))
  }
  terminate(): void {}
}

test('a comparison has the look of each part beside its shape', async () => {
  vi.stubGlobal('Worker', SameThread)
  const [former, later] = [await loadSeat({}), await loadSeat({ pbrMetallicRoughness: { roughnessFactor: 0.1 } })]
  const compare = (after: Model) => compareModels(former, after, 0.0001, new AbortController().signal)
  const [same, polished] = [await compare(former), await compare(later)]
  expect(same.map(({ name, change, look }) => [name, change, look])).toEqual([['Seat', 'same', null]])
  expect(polished[0]).toMatchObject({ change: 'same', look: { color: null, hasOtherMaterial: true } })
})
