import { NodeIO } from '@gltf-transform/core'
import { KHRDracoMeshCompression } from '@gltf-transform/extensions'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { readAsset, removeAsset } from '@veranda/contract/assets/routes.ts'
import { day, hour, minute } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { ModelBuilder, paintTexture } from '../../../../seed/assets/model-builder.ts'
import { box } from '../../../../seed/assets/solids.ts'
import { type TestUser, testApp, type TestApp } from '../../../testing/test-app.ts'
import { isMatrixRun } from '../../../testing/test-scope.ts'
import { writeGlb } from '../inspection/glb.ts'
import { makeGltfIo } from '../model/gltf-io.ts'
import { readPartMeshes } from '../asset.repository.ts'
import {
  modifyGlb,
  makePngHeader,
  accessorOffset,
  modifyGlbText,
  replaceFirstImage,
  makeZip,
} from '../testing/malformed-glb.ts'
import { listAssetNames, uploadAsset } from '../testing/upload-client.ts'

let t: TestApp
let kenji: TestUser
let chair: Uint8Array

beforeAll(async () => {
  t = await testApp()
  kenji = await t.createUser('Kenji', { role: 'creator' })
  chair = await makePlainChair()
})
afterAll(() => t.close())

/** Builds a chair of two boxes with a texture, as small as what is modified below allows. */
async function makePlainChair(): Promise<Uint8Array> {
  const model = new ModelBuilder('Chair')
  const texture = await paintTexture(16, (u) => [u, 0.4, 0.2])
  const oak = model.addMaterial({ name: 'Oak', color: [1, 1, 1], texture })
  model.addPart('Seat', box(0.4, 0.04, 0.4), oak, { position: [0, 0.44, 0] })
  model.addPart('Foot', box(0.2, 0.42, 0.2), oak, { position: [0, 0.21, 0] })
  return model.toGlb()
}

const listFiles = async (folder: string) =>
  (await readdir(join(t.deps.env.dataDir, folder), { recursive: true, withFileTypes: true }).catch(() => []))
    .filter((entry) => entry.isFile() || folder === 'converting')
    .map(({ name }) => name)

const toBuffer = (text: string) => Buffer.from(text)
/** Makes bytes that pack a thousandfold, of more than the size from which that is suspicious. */
const makeBlankBytes = () => Buffer.alloc(8 * 1_048_576, 0x20)

/** Builds a GLB without binary data that claims three attributes of 15 million zeros each. */
function glbWithBytelessAccessors(): Uint8Array {
  const zeros = (type: string) => ({ componentType: 5126, type, count: 14_900_000, min: [0, 0, 0], max: [0, 0, 0] })
  const json = {
    asset: { version: '2.0' },
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0, NORMAL: 1, TEXCOORD_0: 2 } }] }],
    accessors: [zeros('VEC3'), zeros('VEC3'), zeros('VEC2')],
  }
  return writeGlb(json, new Uint8Array(0))
}
const jsonChunkOf = (glb: Uint8Array) => Buffer.from(glb).subarray(20)

/** Files that must be refused, each with the expected error code. */
const malformedFiles: Record<string, readonly [code: string, name: string, make: () => Uint8Array]> = {
  'a truncated GLB': ['asset.truncated', 'chair.glb', () => chair.subarray(0, Math.floor(chair.length * 0.6))],
  'a GLB whose chunk is longer than the file': [
    'asset.truncated',
    'chair.glb',
    () => {
      const bytes = Buffer.from(chair)
      bytes.writeUInt32LE(0xfffffff0, 12)
      return bytes
    },
  ],
  'an image elsewhere on the web': [
    'asset.external-files',
    'chair.glb',
    () => modifyGlb(chair, (json) => (json.images[0] = { uri: 'https://evil.example/oak.png' })),
  ],
  'a buffer elsewhere on the disk': [
    'asset.external-files',
    'chair.glb',
    () => modifyGlb(chair, (json) => json.buffers.push({ uri: '../../etc/passwd', byteLength: 4 })),
  ],
  'text named .glb': [
    'asset.unsupported-type',
    'chair.glb',
    () => Buffer.from('This is not a chair, it is a letter.\n'.repeat(40)),
  ],
  'a script named .glb': ['asset.unsupported-type', 'x.glb', () => Buffer.from('<script>alert(1)</script>'.repeat(20))],
  'an image of 50 000 × 50 000 pixels inside': [
    'asset.image-too-large',
    'chair.glb',
    () => replaceFirstImage(chair, makePngHeader(50_000, 50_000)),
  ],
  'an image of 50 000 × 50 000 pixels by itself': [
    'asset.image-too-large',
    'oak.png',
    () => makePngHeader(50_000, 50_000),
  ],
  'an image of 9 000 × 9 000 pixels inside': [
    'asset.image-too-large',
    'chair.glb',
    () => replaceFirstImage(chair, makePngHeader(9_000, 9_000)),
  ],
  'an image longer than any card takes': [
    'asset.image-too-large',
    'chair.glb',
    () => replaceFirstImage(chair, makePngHeader(20_000, 16)),
  ],
  'seven images that are too many together': [
    'asset.image-too-large',
    'chair.glb',
    () =>
      modifyGlb(replaceFirstImage(chair, makePngHeader(8_000, 8_000)), (json) => {
        json.images = Array.from({ length: 7 }, () => json.images[0])
      }),
  ],
  'an image inside that is none': [
    'asset.image-corrupt',
    'chair.glb',
    () => replaceFirstImage(chair, Buffer.alloc(64, 7)),
  ],
  'a zip bomb': [
    'asset.archive-bomb',
    'chair.zip',
    () =>
      makeZip([
        { name: 'scene.gltf', bytes: toBuffer('{"asset":{"version":"2.0"}}') },
        { name: 'scene.bin', bytes: makeBlankBytes() },
      ]),
  ],
  'a zip of many small bombs': [
    'asset.archive-bomb',
    'chair.zip',
    () => {
      const bytes = Buffer.alloc(1_048_576)
      const many = Array.from({ length: 410 }, (_, index) => ({ name: `${index}.bin`, bytes }))
      return makeZip([{ name: 'scene.gltf', bytes: toBuffer('{"asset":{"version":"2.0"}}') }, ...many])
    },
  ],
  'a zip bomb that lies about its size': [
    'asset.archive-corrupt',
    'chair.zip',
    () => makeZip([{ name: 'scene.gltf', bytes: makeBlankBytes(), claimedBytes: 200_000 }]),
  ],
  'a zip with a path out of itself': [
    'asset.archive-corrupt',
    'chair.zip',
    () => makeZip([{ name: '../../scene.gltf', bytes: toBuffer('{"asset":{"version":"2.0"}}') }]),
  ],
  'a zip whose model refers to a file that did not come along': [
    'asset.external-files',
    'chair.zip',
    () =>
      makeZip([
        {
          name: 'scene.gltf',
          bytes: toBuffer('{"asset":{"version":"2.0"},"buffers":[{"uri":"lost.bin","byteLength":4}]}'),
        },
      ]),
  ],
  '100 000 nodes': [
    'asset.too-many-nodes',
    'chair.glb',
    () => modifyGlb(chair, (json) => json.nodes.push(...Array.from({ length: 100_000 }, () => ({})))),
  ],
  'a mesh with NaN': [
    'asset.non-finite-numbers',
    'chair.glb',
    () =>
      modifyGlb(chair, (json, binary) => {
        const { attributes } = json.meshes[0].primitives[0]
        binary.writeFloatLE(NaN, accessorOffset(json, attributes.POSITION))
      }),
  ],
  'scales that end in no number': [
    'asset.non-finite-numbers',
    'chair.glb',
    () =>
      modifyGlb(chair, (json) => {
        const scale = [1e30, 1e30, 1e30]
        const inner = json.nodes.push({ children: json.scenes[0].nodes, scale }) - 1
        json.scenes[0].nodes = [json.nodes.push({ children: [inner], scale }) - 1]
      }),
  ],
  'a part inside itself': [
    'asset.cyclic-or-too-deep',
    'chair.glb',
    () => modifyGlb(chair, (json) => json.nodes.push({ children: [json.nodes.length] })),
  ],
  'a billion triangles by repetition': [
    'asset.too-many-triangles',
    'chair.glb',
    () =>
      modifyGlb(chair, (json) => {
        json.accessors.push({ componentType: 5126, type: 'VEC3', count: 1_000_000 })
        const attributes = { TRANSLATION: json.accessors.length - 1 }
        json.nodes[0].extensions = { EXT_mesh_gpu_instancing: { attributes } }
      }),
  ],
  'three thousand parts': [
    'asset.too-many-parts',
    'chair.glb',
    () => modifyGlb(chair, (json) => json.nodes.push(...Array.from({ length: 3_000 }, () => ({ mesh: 0 })))),
  ],
  'an accessor of four billion zeros': [
    'asset.too-much-memory',
    'chair.glb',
    () => modifyGlb(chair, (json) => json.accessors.push({ componentType: 5126, type: 'VEC3', count: 4_000_000_000 })),
  ],
  'corners that are not there': [
    'asset.invalid-gltf',
    'chair.glb',
    () =>
      modifyGlb(chair, (json, binary) => {
        const { indices } = json.meshes[0].primitives[0]
        binary.fill(0xff, accessorOffset(json, indices), accessorOffset(json, indices) + 12)
      }),
  ],
  'an extension that nobody knows': [
    'asset.unsupported-extension',
    'chair.glb',
    () => modifyGlb(chair, (json) => (json.extensionsRequired = ['EVIL_everything'])),
  ],
  'an image elsewhere whose address has a NUL in it': [
    'asset.external-files',
    'chair.glb',
    () => modifyGlb(chair, (json) => (json.images[0] = { uri: 'oak\u0000\ud800.png' })),
  ],
  'an extension with a NUL in its name': [
    'asset.unsupported-extension',
    'chair.glb',
    () => modifyGlb(chair, (json) => (json.extensionsRequired = ['EV\u0000IL'])),
  ],
  '600 MB of zeros in 400 bytes': ['asset.invalid-gltf', 'chair.glb', glbWithBytelessAccessors],
  'the same as a .gltf': ['asset.invalid-gltf', 'chair.gltf', () => jsonChunkOf(glbWithBytelessAccessors())],
  'brackets in each other five million deep': [
    'asset.cyclic-or-too-deep',
    'chair.glb',
    () => modifyGlbText(chair, (text) => text.replace('{', `{"extras":${'['.repeat(5e6)}${']'.repeat(5e6)},`)),
  ],
  'a model without surfaces': ['asset.empty', 'chair.glb', () => modifyGlb(chair, (json) => (json.nodes = [{}]))],
}

/** Every run uploads one file for each reason, the matrix all of them. */
const uploadedFiles = Object.entries(malformedFiles).filter(
  ([, [code]], index, all) => isMatrixRun || all.findIndex(([, [other]]) => other === code) === index,
)

test.each(uploadedFiles)('%s is refused with its reason, and nothing of it stays', async (_, [code, name, make]) => {
  const asset = await uploadAsset(t, kenji, name, make())
  expect(asset).toMatchObject({ state: 'refused', refusal: { code }, facts: null, model: null, hash: null })
  expect(asset.refusal?.message).not.toBe(code)
  expect(asset.refusal?.message).not.toContain('{{')
  expect(await listFiles('uploads')).toEqual([])
  expect(await listFiles('converting')).toEqual([])
  expect(await listFiles('files')).toEqual([])
  expect(await t.deps.db.selectFrom('asset_sources').selectAll().execute()).toEqual([])
})

/** Builds a Draco chair whose decoded positions contain NaN while its JSON is valid. */
async function makeDracoWithNaN(): Promise<Uint8Array> {
  const { default: draco } = await import('draco3dgltf')
  const encoder = (await makeGltfIo()).registerDependencies({ 'draco3d.encoder': await draco.createEncoderModule() })
  const document = await new NodeIO().readBinary(chair)
  // Without quantization, which would turn NaN into numbers, and in file order.
  const options = { method: KHRDracoMeshCompression.EncoderMethod.SEQUENTIAL, quantizationBits: { POSITION: 0 } }
  document.createExtension(KHRDracoMeshCompression).setRequired(true).setEncoderOptions(options)
  const position = document.getRoot().listMeshes()[0]?.listPrimitives()[0]?.getAttribute('POSITION')
  position?.setElement(0, [Number.NaN, 0, 0])
  return modifyGlb(await encoder.writeBinary(document), (json) => {
    for (const accessor of json.accessors) {
      for (const bound of ['min', 'max'] as const) {
        if (accessor[bound]) accessor[bound] = accessor[bound].map((one: number | null) => one ?? 0)
      }
    }
  })
}

test('NaN is found in Draco data too, and nothing of the file stays', async () => {
  const bytes = await makeDracoWithNaN()
  const io = await makeGltfIo(['KHR_draco_mesh_compression'])
  const unpacked = (await io.readBinary(bytes)).getRoot().listMeshes()[0]?.listPrimitives()[0]
  expect([...(unpacked?.getAttribute('POSITION')?.getArray() ?? [])].some(Number.isNaN)).toBe(true)
  const asset = await uploadAsset(t, kenji, 'draco.glb', bytes)
  expect(asset).toMatchObject({ state: 'refused', refusal: { code: 'asset.non-finite-numbers' }, model: null })
  expect(await listFiles('uploads')).toEqual([])
  expect(await listFiles('files')).toEqual([])
})

test('names with NUL, lone surrogates or direction marks are sanitized, and the file is accepted', async () => {
  const odd = modifyGlb(chair, (json) => {
    json.nodes[0].name = 'Se\u0000a\ud800t\u202e'
    json.nodes[1].name = `${'a'.repeat(119)}\u{1f600}`
  })
  const asset = await uploadAsset(t, kenji, 'chair\u202egnp.glb', odd)
  expect(asset).toMatchObject({ state: 'ready', name: 'chair gnp.glb' })
  const names = asset.facts?.parts.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['Sea\ufffdt', 'a'.repeat(119)]))
  expect((await readPartMeshes(t.deps, asset.id))?.map(({ name }) => name)).toEqual(names)
  await t.injectAs(kenji, removeAsset, { params: { id: asset.id } })
  await t.advance(day + minute)
  expect(await listFiles('files')).toEqual([])
})

test('bytes of a file that could not be stored are deleted', async () => {
  const { storage } = t.deps.gateways
  const put = storage.putFile.bind(storage)
  vi.spyOn(storage, 'putFile').mockImplementation((key, file) =>
    key.endsWith('/thumbnail') ? Promise.reject(new Error('the disk is full')) : put(key, file),
  )
  const plain = sharp({ create: { width: 8, height: 8, channels: 3, background: '#884422' } })
  const { id } = await uploadAsset(t, kenji, 'oak.png', await plain.png().toBuffer())
  expect(await listFiles('files')).not.toEqual([])
  for (let attempt = 0; attempt < 8; attempt += 1) {
    await sql`update pgboss.job set start_after = now() - interval '1 second' where state = 'retry'`.execute(t.deps.db)
    await t.runUntilIdle()
  }
  vi.restoreAllMocks()
  const { reply } = await t.injectAs(kenji, readAsset, { params: { id } })
  expect(reply).toMatchObject({ state: 'refused', refusal: { code: 'asset.check-unavailable' } })
  await t.advance(hour + minute)
  expect(await listFiles('files')).toEqual([])
}, 60_000)

test('refused uploads expire after a day, and a valid file then passes', async () => {
  await t.advance(day + minute)
  expect(await listAssetNames(t, kenji)).toEqual([])
  const asset = await uploadAsset(t, kenji, 'chair.glb', chair)
  expect(asset).toMatchObject({ state: 'ready', kind: 'model', refusal: null })
  expect(await listFiles('converting')).toEqual([])
})
