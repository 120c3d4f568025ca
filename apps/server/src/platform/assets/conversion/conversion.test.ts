import { NodeIO } from '@gltf-transform/core'
import { KHRDracoMeshCompression, KHRTextureBasisu } from '@gltf-transform/extensions'
import { unpartition } from '@gltf-transform/functions'
import { hash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PartMesh } from '@veranda/core/geometry/part-meshes.ts'
import { assetChanged } from '@veranda/contract/assets/events.ts'
import { readAsset, removeAsset } from '@veranda/contract/assets/routes.ts'
import type { Asset } from '@veranda/contract/assets/schemas.ts'
import { day, hour, minute } from '@veranda/core/time/instant.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeChair, raisedPartName, railRaiseMetres } from '../../../../seed/assets/chair.ts'
import { makeMobile } from '../../../../seed/assets/mobile.ts'
import { ModelBuilder } from '../../../../seed/assets/model-builder.ts'
import { makeLibrary } from '../../../../seed/assets/library.ts'
import { roundedBox } from '../../../../seed/assets/shapes.ts'
import { type TestUser, testApp, type TestApp } from '../../../testing/test-app.ts'
import { readStream } from '../../events/streams.ts'
import { makeGltfIo } from '../model/gltf-io.ts'
import { readPartMeshes } from '../asset.repository.ts'
import { makeZip } from '../testing/malformed-glb.ts'
import { beginUpload, uploadIdOf, sendUploadBytes, uploadAsset } from '../testing/upload-client.ts'
import { convertAsset } from './convert-asset.ts'
import { renderAssetTurntable } from './later-renditions.ts'
import { ConverterCrashed, runConversionWorker } from './run-conversion-worker.ts'
import { isMatrixRun } from '../../../testing/test-scope.ts'

let t: TestApp
let kenji: TestUser
let folder: string
let chair: Uint8Array

beforeAll(async () => {
  t = await testApp()
  kenji = await t.createUser('Kenji', { role: 'creator' })
  folder = await mkdtemp(join(tmpdir(), 'veranda-convert-'))
  chair = await makeChair(1)
})
afterAll(async () => {
  await t.close()
  await rm(folder, { recursive: true, force: true })
})

/** Builds a box, for tests in which any model will do. Boxes of different names are different files. */
function makeBox(name: string): Promise<Uint8Array> {
  const model = new ModelBuilder(name)
  model.addPart('Box', roundedBox(1, 1, 1, 0.01, 1), model.addMaterial({ name: 'Oak', color: [0.6, 0.4, 0.2] }))
  return model.toGlb()
}

const fetchBytes = async (url: string | undefined | null) => {
  const answer = await t.app.http.inject({ method: 'GET', url: url ?? '', headers: { cookie: kenji.cookie } })
  expect(answer.statusCode).toBe(200)
  return answer.rawPayload
}
const openModel = async (url: string | undefined | null) =>
  (await makeGltfIo(['EXT_meshopt_compression']))
    .registerExtensions([KHRTextureBasisu])
    .readBinary(new Uint8Array(await fetchBytes(url)))

test('a chair is measured, simplified within a tenth of a millimetre, drawn as a thumbnail, and keeps its part names', async () => {
  const asset = await uploadAsset(t, kenji, 'chair.glb', chair)
  expect(asset.facts).toMatchObject({ triangles: 14_040, draws: 14, materials: 2, animations: [] })
  expect(asset.facts?.size.x).toBeCloseTo(0.54, 5)
  expect(asset.facts?.size.z).toBeCloseTo(0.568, 3)
  expect(asset.facts?.textures).toEqual([
    { width: 512, height: 512 },
    { width: 256, height: 256 },
  ])
  expect(asset.facts?.deviation).toBeGreaterThan(0)
  expect(asset.facts?.deviation).toBeLessThanOrEqual(0.0001)
  expect(asset.headsetRating).toMatchObject({ level: 'green', reasons: [] })
  expect(asset.headset).toBeNull()
  expect(asset.model?.bytes).toBeLessThan(chair.length / 4)
  const model = await openModel(asset.model?.url)
  const named = model
    .getRoot()
    .listNodes()
    .filter((node) => node.getMesh())
  const names = named.map((node) => node.getName())
  expect(names.toSorted()).toEqual(asset.facts?.parts.map(({ name }) => name).toSorted())
  for (const node of named) expect(asset.facts?.parts[Number(node.getExtras()['part'])]?.name).toBe(node.getName())
  const { width, height, format, hasAlpha } = await sharp(await fetchBytes(asset.thumbnail)).metadata()
  expect([width, height, format, hasAlpha]).toEqual([960, 720, 'webp', true])
})

test('the parts of version 2 equal those of version 1, except the top rail, which is exactly 12 mm higher', async () => {
  const [one, two] = [
    await uploadAsset(t, kenji, 'v1.glb', chair),
    await uploadAsset(t, kenji, 'v2.glb', await makeChair(2)),
  ]
  const partsOf = async (asset: Asset) =>
    new Map((await readPartMeshes(t.deps, asset.id))?.map((part) => [part.name, part]))
  const [before, after] = [await partsOf(one), await partsOf(two)]
  const lift = (a: PartMesh, b: PartMesh | undefined) => a.positions.map((value, at) => (b?.positions[at] ?? 0) - value)
  for (const [name, part] of before) {
    const moved = lift(part, after.get(name))
    const up = moved.filter((_, at) => at % 3 === 1)
    const raised = name === raisedPartName ? railRaiseMetres : 0
    expect(Math.max(...up.map((value) => Math.abs(value - raised))), name).toBeLessThan(1e-6)
    expect(Math.max(...moved.filter((_, at) => at % 3 !== 1).map(Math.abs)), name).toBe(0)
  }
})

test.runIf(isMatrixRun)(
  'an asset with many draw calls gets a headset rendition whose vertices carry their part',
  async () => {
    const asset = await uploadAsset(t, kenji, 'room.glb', await makeLibrary())
    expect(asset.headsetRating).toMatchObject({
      level: 'amber',
      reasons: [{ what: 'draws', value: 67, green: 40, amber: 80 }],
    })
    const headset = await openModel(asset.headset?.url)
    const primitives = headset
      .getRoot()
      .listMeshes()
      .flatMap((mesh) => mesh.listPrimitives())
    expect(primitives.length).toBeLessThanOrEqual(8)
    expect(asset.facts?.headsetHasVariants).toBe(true)
    const parts = new Set(primitives.flatMap((primitive) => [...(primitive.getAttribute('_PART')?.getArray() ?? [])]))
    expect([...parts].toSorted((a, b) => a - b)).toEqual(asset.facts?.parts.map((_, index) => index))
  },
)

test('an animated asset keeps its animation and its moving parts', async () => {
  const asset = await uploadAsset(t, kenji, 'mobile.glb', await makeMobile())
  expect(asset.facts?.animations).toEqual(['Turning'])
  const model = await openModel(asset.model?.url)
  expect(model.getRoot().listAnimations()[0]?.listChannels()).toHaveLength(4)
  expect(asset.facts?.deviation).toBeLessThanOrEqual(0.0001)
})

test('equal bytes are converted and stored once for all uploaders, and deleted with the last asset', async () => {
  const maya = await t.createUser('Maya')
  const box = await makeBox('Shared')
  const mine = await uploadAsset(t, kenji, 'box.glb', box)
  const uploadId = uploadIdOf(await beginUpload(t, maya, 'her-box.glb', box.length))
  await sendUploadBytes(t, maya, uploadId, 0, box)
  const originals = () =>
    t.deps.db
      .selectFrom('asset_sources')
      .selectAll()
      .where('sha256', '=', mine.hash ?? '')
      .execute()
  const [before] = await originals()
  await t.runUntilIdle()
  expect(await originals()).toEqual([before])
  const hers = (await t.injectAs(maya, readAsset, { params: { id: uploadId } })).reply
  expect(hers).toMatchObject({ state: 'ready', hash: mine.hash, name: 'her-box.glb' })
  expect(await originals()).toHaveLength(1)
  expect((await t.injectAs(kenji, removeAsset, { params: { id: hers.id } })).status).toBe(404)
  await t.injectAs(kenji, removeAsset, { params: { id: mine.id } })
  await t.advance(hour + minute)
  expect(await originals()).toHaveLength(1)
  await t.injectAs(maya, removeAsset, { params: { id: hers.id } })
  await t.advance(hour + minute)
  expect(await originals()).toHaveLength(0)
  const left = await readdir(join(t.deps.env.dataDir, 'files'), { recursive: true })
  expect(left.filter((name) => name.includes(mine.hash ?? '-') && name.endsWith('original'))).toEqual([])
})

test('an asset removed during conversion never becomes ready, and nothing of it stays', async () => {
  const maya = await t.createUser('Hanna')
  const box = await makeBox('Removed')
  const id = uploadIdOf(await beginUpload(t, maya, 'removed.glb', box.length))
  await sendUploadBytes(t, maya, id, 0, box)
  expect((await t.injectAs(maya, removeAsset, { params: { id } })).status).toBe(200)
  await t.runUntilIdle()
  const { reply } = await t.injectAs(maya, readAsset, { params: { id } })
  expect(reply).toMatchObject({
    state: 'refused',
    refusal: { code: 'asset.removed-while-checking' },
    model: null,
    hash: null,
  })
  await t.advance(day + minute)
  expect((await t.injectAs(maya, readAsset, { params: { id } })).status).toBe(404)
  const sha256 = hash('sha256', box)
  expect(await t.deps.db.selectFrom('asset_sources').selectAll().where('sha256', '=', sha256).execute()).toEqual([])
  const left = await readdir(t.deps.env.dataDir, { recursive: true })
  expect(left.filter((name) => name.includes(id) || name.includes(sha256))).toEqual([])
})

test.runIf(isMatrixRun)('Draco files and zipped glTF files are converted', async () => {
  const { default: draco } = await import('draco3dgltf')
  const box = await makeBox('Packed')
  const document = await new NodeIO().readBinary(box)
  document.createExtension(KHRDracoMeshCompression).setRequired(true)
  const io = (await makeGltfIo()).registerDependencies({ 'draco3d.encoder': await draco.createEncoderModule() })
  const packed = await uploadAsset(t, kenji, 'draco.glb', await io.writeBinary(document))
  expect(packed).toMatchObject({ state: 'ready', facts: { triangles: 108, draws: 1 } })
  const plain = await new NodeIO().readBinary(box)
  await plain.transform(unpartition())
  const { json, resources } = await new NodeIO().writeJSON(plain, { basename: 'box' })
  const entries = Object.entries(resources).map(([name, bytes]) => ({ name: `box/${name}`, bytes }))
  const zip = makeZip([{ name: 'box/scene.gltf', bytes: Buffer.from(JSON.stringify(json)) }, ...entries])
  expect(await uploadAsset(t, kenji, 'box.zip', zip)).toMatchObject({ kind: 'model', facts: { triangles: 108 } })
  const sources = makeZip([{ name: 'chair.blend', bytes: Buffer.from('BLENDER') }])
  expect(await uploadAsset(t, kenji, 'sources.zip', sources)).toMatchObject({
    kind: 'archive',
    state: 'ready',
    model: null,
  })
})

test.runIf(isMatrixRun)(
  'a model is shown from all sides in one image of at most 200 kB, rendered afterwards in a separate job',
  async () => {
    const asset = await uploadAsset(t, kenji, 'box.glb', await makeBox('Turned'))
    expect(asset.turntable).toBeNull()
    const changesOf = async () => {
      const rows = await readStream(t.deps.db, { kind: 'user', id: kenji.id })
      return rows.filter(({ name, payload }) => name === assetChanged.name && payload['id'] === asset.id).length
    }
    const changes = await changesOf()
    await renderAssetTurntable.run({ sha256: asset.hash ?? '' }, t.deps)
    // An open page of the owner reads the asset again.
    expect(await changesOf()).toBe(changes + 1)
    const { turntable: url } = (await t.injectAs(kenji, readAsset, { params: { id: asset.id } })).reply
    const bytes = await fetchBytes(url)
    expect(bytes.length).toBeLessThanOrEqual(200_000)
    const { width, height, format, hasAlpha } = await sharp(bytes).metadata()
    expect([width, height, format, hasAlpha]).toEqual([1_920, 960, 'webp', true])
    const stranger = await t.createUser('Stranger')
    const refused = await t.app.http.inject({ method: 'GET', url: url ?? '', headers: { cookie: stranger.cookie } })
    expect(refused.statusCode).toBe(404)
  },
)

// Encoding takes ten seconds of processor time; every run has a compressed texture in the viewer's journey.
test.runIf(isMatrixRun)(
  'large textures are compressed for the GPU afterwards, in a separate job',
  { timeout: 60_000 },
  async () => {
    const model = new ModelBuilder('Wall')
    // Just above the memory from which textures are compressed, and a fifth of the pixels of a square when its long
    // edge is limited for encoding.
    const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
    const colors = sharp({ create: { width: 64, height: 16, channels: 3, background: '#a53', noise } }).png()
    const image = await sharp(await colors.toBuffer())
      .resize(4_096, 784, { fit: 'fill' })
      .png()
      .toBuffer()
    model.addPart(
      'Wall',
      roundedBox(2, 1, 0.1, 0.02, 2),
      model.addMaterial({ name: 'Fresco', color: [1, 1, 1], texture: image }),
    )
    const asset = await uploadAsset(t, kenji, 'wall.glb', await model.toGlb())
    expect(asset).toMatchObject({
      state: 'ready',
      headset: null,
      compressed: { url: `/api/assets/${asset.id}/headset?textures=ktx2` },
    })
    const packed = await openModel(asset.compressed?.url)
    expect(
      packed
        .getRoot()
        .listTextures()
        .map((one) => one.getMimeType()),
    ).toEqual(['image/ktx2'])
    expect(
      packed
        .getRoot()
        .listNodes()
        .some((node) => node.getExtras()['part'] === 0),
    ).toBe(true)
  },
)

test('images and documents become assets too', async () => {
  const png = await sharp({ create: { width: 3_000, height: 2_000, channels: 3, background: '#4a3fcb' } })
    .png()
    .toBuffer()
  const image = await uploadAsset(t, kenji, 'oak.png', png)
  expect(image).toMatchObject({ kind: 'image', state: 'ready', facts: null, headsetRating: null })
  expect((await sharp(await fetchBytes(image.thumbnail)).metadata()).width).toBe(1_600)
})

test('a worker that exceeds memory or time is killed, and both are distinguished from an external kill', async () => {
  const file = join(folder, 'box.glb')
  await writeFile(file, await makeBox('Limited'))
  const limits = { memoryBytes: 1_500 * 1_048_576, timeoutMs: 60_000, sampleIntervalMs: 20 }
  const order = { file, folder, task: 'convert' } as const
  const onProgress = () => undefined
  const heavy = await runConversionWorker(order, { onProgress, limits: { ...limits, memoryBytes: 20 * 1_048_576 } })
  expect(heavy).toMatchObject({ refusal: { code: 'asset.too-much-memory' } })
  const slow = await runConversionWorker(order, { onProgress, limits: { ...limits, timeoutMs: 60 } })
  expect(slow).toMatchObject({ refusal: { code: 'asset.check-timeout' } })
  let pid = 0
  const killed = runConversionWorker(order, {
    onStart: (number) => (pid = number),
    onProgress: () => process.kill(pid, 'SIGKILL'),
    limits,
  })
  await expect(killed).rejects.toThrow(ConverterCrashed)
  expect((await runConversionWorker(order, { onProgress, limits })).ok).toBe(true)
})

test.runIf(process.platform === 'linux')(
  'the worker inherits only the environment variables that it needs to start',
  async () => {
    const file = join(folder, 'box.glb')
    await writeFile(file, await makeBox('Isolated'))
    vi.stubEnv('VERANDA_SECRET', 'only ours')
    vi.stubEnv('DATABASE_URL', 'postgres://user:password@localhost/veranda')
    vi.stubEnv('S3_SECRET_KEY', 'of the bucket')
    const compileCache = join(folder, 'compile-cache')
    vi.stubEnv('NODE_COMPILE_CACHE', compileCache)
    let pid = 0
    let names: string[] = []
    const onProgress = () => {
      if (names.length === 0)
        names = readFileSync(`/proc/${pid}/environ`, 'utf8')
          .split('\0')
          .map((one) => one.split('=', 1)[0] ?? '')
    }
    const order = { file, folder, task: 'convert' } as const
    expect((await runConversionWorker(order, { onStart: (number) => (pid = number), onProgress })).ok).toBe(true)
    vi.unstubAllEnvs()
    const needed = ['NODE_ENV', 'PATH', 'TMPDIR', 'TEMP', 'LD_LIBRARY_PATH', 'NODE_COMPILE_CACHE']
    const channel = ['NODE_CHANNEL_FD', 'NODE_CHANNEL_SERIALIZATION_MODE']
    expect(names).toContain('NODE_CHANNEL_FD')
    expect(names.filter((name) => name !== '' && ![...needed, ...channel].includes(name))).toEqual([])
    // It saves what it compiled before it is killed, and apart from the server's code.
    expect(await readdir(compileCache)).toEqual(['conversion-worker'])
    expect((await readdir(join(compileCache, 'conversion-worker'), { recursive: true })).length).toBeGreaterThan(100)
  },
)

/** Returns the process ids of the conversion workers of this process. */
async function findWorkerPids(): Promise<number[]> {
  const found: number[] = []
  for (const name of await readdir('/proc')) {
    const line = /^\d+$/.test(name) ? await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '') : ''
    const parent = Number(line.slice(line.lastIndexOf(')')).split(' ')[2])
    const command = parent === process.pid ? await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '') : ''
    if (command.includes('conversion/worker.ts')) found.push(Number(name))
  }
  return found
}

test.runIf(process.platform === 'linux')(
  'a killed worker leaves nothing half-made and the conversion starts over; a worker that always crashes refuses the file',
  async () => {
    const bytes = await makeBox('Killed')
    const id = uploadIdOf(await beginUpload(t, kenji, 'killed.glb', bytes.length))
    await sendUploadBytes(t, kenji, id, 0, bytes)
    const read = async () => (await t.injectAs(kenji, readAsset, { params: { id } })).reply
    const runAndKill = async () => {
      const running = convertAsset.run({ assetId: id }, t.deps).then(
        () => undefined,
        (error: unknown) => error,
      )
      let [pid] = await findWorkerPids()
      while (pid === undefined) [pid] = await findWorkerPids()
      process.kill(pid, 'SIGKILL')
      return running
    }
    expect(await runAndKill()).toBeInstanceOf(ConverterCrashed)
    expect(await read()).toMatchObject({ state: 'checking', facts: null, hash: null })
    expect(await readdir(join(t.deps.env.dataDir, 'converting'))).toEqual([])
    await t.runUntilIdle()
    expect(await read()).toMatchObject({ state: 'ready', kind: 'model' })

    const repeatedBytes = Buffer.concat([bytes, Buffer.alloc(4)])
    const other = uploadIdOf(await beginUpload(t, kenji, 'falls.glb', repeatedBytes.length))
    await sendUploadBytes(t, kenji, other, 0, repeatedBytes)
    await t.deps.db.updateTable('assets').set({ converter_crashes: 2 }).where('id', '=', other).execute()
    const running = convertAsset.run({ assetId: other }, t.deps)
    let [pid] = await findWorkerPids()
    while (pid === undefined) [pid] = await findWorkerPids()
    process.kill(pid, 'SIGKILL')
    await running
    const refused = (await t.injectAs(kenji, readAsset, { params: { id: other } })).reply
    expect(refused).toMatchObject({ state: 'refused', refusal: { code: 'asset.converter-crashed' } })
  },
)

test('an infected file is refused; a file waits while the scanner is unavailable', async () => {
  const script = join(folder, 'scan.mjs')
  await writeFile(
    script,
    `import { readFileSync } from 'node:fs'
    const text = readFileSync(process.argv[2], 'utf8')
    process.exit(text.includes('EVIL') ? 1 : text.includes('HICCUP') ? 2 : 0)`,
  )
  const scanning = await testApp({ env: { VIRUS_SCANNER: `${process.execPath} ${script} {file}` } })
  const someone = await scanning.createUser()
  const pdf = (text: string) => Buffer.from(`%PDF-1.7 ${text}`)
  expect(await uploadAsset(scanning, someone, 'a.pdf', pdf('EVIL'))).toMatchObject({
    refusal: { code: 'asset.infected' },
  })
  expect(await uploadAsset(scanning, someone, 'a.pdf', pdf('good'))).toMatchObject({ state: 'ready' })
  // The scanner gives no clear result.
  expect(await uploadAsset(scanning, someone, 'a.pdf', pdf('HICCUP'))).toMatchObject({ state: 'checking', hash: null })
  await scanning.close()
  const clamd = createServer((socket) => {
    const chunks: Buffer[] = []
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      const all = Buffer.concat(chunks)
      if (all.subarray(-4).equals(Buffer.alloc(4)))
        socket.end(all.includes('EVIL') ? 'stream: Eicar FOUND\0' : 'stream: OK\0')
    })
  })
  await new Promise<void>((resolve) => clamd.listen(0, '127.0.0.1', resolve))
  const at = clamd.address()
  const port = at !== null && typeof at === 'object' ? at.port : 0
  const asking = await testApp({ env: { VIRUS_SCANNER: `clamd://127.0.0.1:${port}` } })
  const other = await asking.createUser()
  expect(await uploadAsset(asking, other, 'a.pdf', pdf('EVIL'))).toMatchObject({ refusal: { code: 'asset.infected' } })
  expect(await uploadAsset(asking, other, 'a.pdf', pdf('good'))).toMatchObject({ state: 'ready' })
  await new Promise((resolve) => clamd.close(resolve))
  expect(await uploadAsset(asking, other, 'b.pdf', pdf('later'))).toMatchObject({ state: 'checking' })
  await asking.close()
})
