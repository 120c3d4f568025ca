import { NodeIO } from '@gltf-transform/core'
import { KHRDracoMeshCompression } from '@gltf-transform/extensions'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { listWorks, readWork, removeWork } from '@veranda/contract/works/routes.ts'
import { day, hour, minute } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeChair } from '../../../seed/works/chair.ts'
import { type Person, testApp, type TestApp } from '../../testing/test-app.ts'
import { writeGlb } from '../check/read-glb.ts'
import { makeIo } from '../model/read-model.ts'
import { readParts } from '../read-parts.ts'
import { changed, pngHeader, startOf, withJson, withPicture, zipOf } from '../testing/hostile.ts'
import { uploadWork } from '../testing/upload.ts'

let t: TestApp
let kenji: Person
let chair: Uint8Array

beforeAll(async () => {
  t = await testApp()
  kenji = await t.person('Kenji', { role: 'creator' })
  chair = await makeChair(1)
})
afterAll(() => t.close())

const filesBelow = async (folder: string) =>
  (await readdir(join(t.deps.env.dataDir, folder), { recursive: true, withFileTypes: true }).catch(() => []))
    .filter((entry) => entry.isFile() || folder === 'converting')
    .map(({ name }) => name)

const gltfOf = (text: string) => Buffer.from(text)
const zeros = () => Buffer.alloc(220 * 1_048_576, 0x20)

/** A GLB without any bytes of its own that claims three attributes of 15 million zeros each. */
function zerosOfNothing(): Uint8Array {
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
const readJson = (glb: Uint8Array) => Buffer.from(glb).subarray(20)

/** Every file that must not get in, with the reason it is told. */
const hostile: Record<string, readonly [code: string, name: string, make: () => Uint8Array]> = {
  'a truncated GLB': ['work.truncated', 'chair.glb', () => chair.subarray(0, Math.floor(chair.length * 0.6))],
  'a GLB whose chunk is longer than the file': [
    'work.truncated',
    'chair.glb',
    () => {
      const bytes = Buffer.from(chair)
      bytes.writeUInt32LE(0xfffffff0, 12)
      return bytes
    },
  ],
  'a picture elsewhere on the web': [
    'work.external-files',
    'chair.glb',
    () => changed(chair, (json) => (json.images[0] = { uri: 'https://evil.example/oak.png' })),
  ],
  'a buffer elsewhere on the disk': [
    'work.external-files',
    'chair.glb',
    () => changed(chair, (json) => json.buffers.push({ uri: '../../etc/passwd', byteLength: 4 })),
  ],
  'text named .glb': [
    'work.unknown-kind',
    'chair.glb',
    () => Buffer.from('This is not a chair, it is a letter.\n'.repeat(40)),
  ],
  'a script named .glb': ['work.unknown-kind', 'x.glb', () => Buffer.from('<script>alert(1)</script>'.repeat(20))],
  'a picture of 50 000 × 50 000 pixels inside': [
    'work.picture-too-large',
    'chair.glb',
    () => withPicture(chair, pngHeader(50_000, 50_000)),
  ],
  'a picture of 50 000 × 50 000 pixels by itself': [
    'work.picture-too-large',
    'oak.png',
    () => pngHeader(50_000, 50_000),
  ],
  'a picture of 9 000 × 9 000 pixels inside': [
    'work.picture-too-large',
    'chair.glb',
    () => withPicture(chair, pngHeader(9_000, 9_000)),
  ],
  'a picture longer than any card takes': [
    'work.picture-too-large',
    'chair.glb',
    () => withPicture(chair, pngHeader(20_000, 16)),
  ],
  'seven pictures that are too many together': [
    'work.picture-too-large',
    'chair.glb',
    () =>
      changed(withPicture(chair, pngHeader(8_000, 8_000)), (json) => {
        json.images = Array.from({ length: 7 }, () => json.images[0])
      }),
  ],
  'a picture inside that is none': ['work.picture-broken', 'chair.glb', () => withPicture(chair, Buffer.alloc(64, 7))],
  'a zip bomb': [
    'work.archive-bomb',
    'chair.zip',
    () =>
      zipOf([
        { name: 'scene.gltf', bytes: gltfOf('{"asset":{"version":"2.0"}}') },
        { name: 'scene.bin', bytes: zeros() },
      ]),
  ],
  'a zip of many small bombs': [
    'work.archive-bomb',
    'chair.zip',
    () => {
      const bytes = Buffer.alloc(1_048_576)
      const many = Array.from({ length: 410 }, (_, index) => ({ name: `${index}.bin`, bytes }))
      return zipOf([{ name: 'scene.gltf', bytes: gltfOf('{"asset":{"version":"2.0"}}') }, ...many])
    },
  ],
  'a zip bomb that lies about its size': [
    'work.archive-broken',
    'chair.zip',
    () => zipOf([{ name: 'scene.gltf', bytes: zeros(), says: 200_000 }]),
  ],
  'a zip with a path out of itself': [
    'work.archive-broken',
    'chair.zip',
    () => zipOf([{ name: '../../scene.gltf', bytes: gltfOf('{"asset":{"version":"2.0"}}') }]),
  ],
  'a zip whose model refers to a file that did not come along': [
    'work.external-files',
    'chair.zip',
    () =>
      zipOf([
        {
          name: 'scene.gltf',
          bytes: gltfOf('{"asset":{"version":"2.0"},"buffers":[{"uri":"lost.bin","byteLength":4}]}'),
        },
      ]),
  ],
  '100 000 nodes': [
    'work.too-many-nodes',
    'chair.glb',
    () => changed(chair, (json) => json.nodes.push(...Array.from({ length: 100_000 }, () => ({})))),
  ],
  'a mesh with NaN': [
    'work.broken-numbers',
    'chair.glb',
    () =>
      changed(chair, (json, binary) => {
        const { attributes } = json.meshes[0].primitives[0]
        binary.writeFloatLE(NaN, startOf(json, attributes.POSITION))
      }),
  ],
  'scales that end in no number': [
    'work.broken-numbers',
    'chair.glb',
    () =>
      changed(chair, (json) => {
        const scale = [1e30, 1e30, 1e30]
        const inner = json.nodes.push({ children: json.scenes[0].nodes, scale }) - 1
        json.scenes[0].nodes = [json.nodes.push({ children: [inner], scale }) - 1]
      }),
  ],
  'a part inside itself': [
    'work.tangled',
    'chair.glb',
    () => changed(chair, (json) => json.nodes.push({ children: [json.nodes.length] })),
  ],
  'a billion triangles by repetition': [
    'work.too-many-triangles',
    'chair.glb',
    () =>
      changed(chair, (json) => {
        json.accessors.push({ componentType: 5126, type: 'VEC3', count: 1_000_000 })
        const attributes = { TRANSLATION: json.accessors.length - 1 }
        json.nodes[0].extensions = { EXT_mesh_gpu_instancing: { attributes } }
      }),
  ],
  'three thousand parts': [
    'work.too-many-parts',
    'chair.glb',
    () => changed(chair, (json) => json.nodes.push(...Array.from({ length: 3_000 }, () => ({ mesh: 0 })))),
  ],
  'an accessor of four billion zeros': [
    'work.too-much-memory',
    'chair.glb',
    () => changed(chair, (json) => json.accessors.push({ componentType: 5126, type: 'VEC3', count: 4_000_000_000 })),
  ],
  'corners that are not there': [
    'work.not-valid',
    'chair.glb',
    () =>
      changed(chair, (json, binary) => {
        const { indices } = json.meshes[0].primitives[0]
        binary.fill(0xff, startOf(json, indices), startOf(json, indices) + 12)
      }),
  ],
  'an extension that nobody knows': [
    'work.unknown-extension',
    'chair.glb',
    () => changed(chair, (json) => (json.extensionsRequired = ['EVIL_everything'])),
  ],
  'a picture elsewhere whose address has a NUL in it': [
    'work.external-files',
    'chair.glb',
    () => changed(chair, (json) => (json.images[0] = { uri: 'oak\u0000\ud800.png' })),
  ],
  'an extension with a NUL in its name': [
    'work.unknown-extension',
    'chair.glb',
    () => changed(chair, (json) => (json.extensionsRequired = ['EV\u0000IL'])),
  ],
  '600 MB of zeros in 400 bytes': ['work.not-valid', 'chair.glb', zerosOfNothing],
  'the same as a .gltf': ['work.not-valid', 'chair.gltf', () => readJson(zerosOfNothing())],
  'brackets in each other five million deep': [
    'work.tangled',
    'chair.glb',
    () => withJson(chair, (text) => text.replace('{', `{"extras":${'['.repeat(5e6)}${']'.repeat(5e6)},`)),
  ],
  'a model without surfaces': ['work.empty', 'chair.glb', () => changed(chair, (json) => (json.nodes = [{}]))],
}

test.each(Object.entries(hostile))(
  '%s is refused with its reason, and nothing of it stays',
  async (_, [code, name, make]) => {
    const work = await uploadWork(t, kenji, name, make())
    expect(work).toMatchObject({ state: 'refused', refusal: { code }, facts: null, model: null, hash: null })
    expect(work.refusal?.message).not.toBe(code)
    expect(work.refusal?.message).not.toContain('{{')
    expect(await filesBelow('uploads')).toEqual([])
    expect(await filesBelow('converting')).toEqual([])
    expect(await filesBelow('files')).toEqual([])
    expect(await t.deps.db.selectFrom('originals').selectAll().execute()).toEqual([])
  },
)

/** A chair under Draco whose unpacked positions are not all numbers, while everything that the file says of them is sound. */
async function dracoWithNaN(): Promise<Uint8Array> {
  const { default: draco } = await import('draco3dgltf')
  const encoder = (await makeIo()).registerDependencies({ 'draco3d.encoder': await draco.createEncoderModule() })
  const document = await new NodeIO().readBinary(chair)
  // Without quantisation, which would make numbers of them, in the order of the file.
  const options = { method: KHRDracoMeshCompression.EncoderMethod.SEQUENTIAL, quantizationBits: { POSITION: 0 } }
  document.createExtension(KHRDracoMeshCompression).setRequired(true).setEncoderOptions(options)
  const position = document.getRoot().listMeshes()[0]?.listPrimitives()[0]?.getAttribute('POSITION')
  position?.setElement(0, [Number.NaN, 0, 0])
  return changed(await encoder.writeBinary(document), (json) => {
    for (const accessor of json.accessors) {
      for (const bound of ['min', 'max'] as const) {
        if (accessor[bound]) accessor[bound] = accessor[bound].map((one: number | null) => one ?? 0)
      }
    }
  })
}

test('numbers that are none are found under Draco too, and nothing of the file stays', async () => {
  const bytes = await dracoWithNaN()
  const io = await makeIo(['KHR_draco_mesh_compression'])
  const unpacked = (await io.readBinary(bytes)).getRoot().listMeshes()[0]?.listPrimitives()[0]
  expect([...(unpacked?.getAttribute('POSITION')?.getArray() ?? [])].some(Number.isNaN)).toBe(true)
  const work = await uploadWork(t, kenji, 'draco.glb', bytes)
  expect(work).toMatchObject({ state: 'refused', refusal: { code: 'work.broken-numbers' }, model: null })
  expect(await filesBelow('uploads')).toEqual([])
  expect(await filesBelow('files')).toEqual([])
})

test('names that no database takes, or that turn the writing round, are cleaned; the file itself is good', async () => {
  const odd = changed(chair, (json) => {
    json.nodes[0].name = 'Se\u0000a\ud800t\u202e'
    json.nodes[1].name = `${'a'.repeat(119)}\u{1f600}`
  })
  const work = await uploadWork(t, kenji, 'chair\u202egnp.glb', odd)
  expect(work).toMatchObject({ state: 'ready', name: 'chair gnp.glb' })
  const names = work.facts?.parts.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['Sea\ufffdt', 'a'.repeat(119)]))
  expect((await readParts(t.deps, work.id))?.map(({ name }) => name)).toEqual(names)
  await t.injectAs(kenji, removeWork, { params: { id: work.id } })
  await t.advance(day + minute)
  expect(await filesBelow('files')).toEqual([])
})

test('the bytes of a file that could not be kept go as well', async () => {
  const { storage } = t.deps.gateways
  const put = storage.putFile.bind(storage)
  vi.spyOn(storage, 'putFile').mockImplementation((key, file) =>
    key.endsWith('/thumbnail') ? Promise.reject(new Error('the disk is full')) : put(key, file),
  )
  const plain = sharp({ create: { width: 8, height: 8, channels: 3, background: '#884422' } })
  const { id } = await uploadWork(t, kenji, 'oak.png', await plain.png().toBuffer())
  expect(await filesBelow('files')).not.toEqual([])
  for (let again = 0; again < 8; again += 1) {
    await sql`update pgboss.job set start_after = now() - interval '1 second' where state = 'retry'`.execute(t.deps.db)
    await t.settle()
  }
  vi.restoreAllMocks()
  const { reply } = await t.injectAs(kenji, readWork, { params: { id } })
  expect(reply).toMatchObject({ state: 'refused', refusal: { code: 'work.not-checked' } })
  await t.advance(hour + minute)
  expect(await filesBelow('files')).toEqual([])
}, 60_000)

test('the reasons go after a day, and a good file passes as if nothing had been', async () => {
  await t.advance(day + minute)
  expect((await t.injectAs(kenji, listWorks, { query: {} })).reply.items).toEqual([])
  const work = await uploadWork(t, kenji, 'chair.glb', chair)
  expect(work).toMatchObject({ state: 'ready', kind: 'model', refusal: null })
  expect(await filesBelow('converting')).toEqual([])
})
