import { noEmbeddedMetadata } from '@veranda/core/assets/testing/no-embedded-metadata.ts'
import { KHRLightsPunctual, KHRMaterialsVariants } from '@gltf-transform/extensions'
import * as fc from 'fast-check'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { ModelBuilder } from '../../../../seed/assets/model-builder.ts'
import { box } from '../../../../seed/assets/solids.ts'
import { compressTextures } from '../conversion/compress-textures.ts'
import { convertModelFile } from '../conversion/convert-model-file.ts'
import { renditionFileNames } from '../conversion/worker-messages.ts'
import { readGlb } from '../inspection/glb.ts'
import { makeGltfIo } from '../model/gltf-io.ts'
import { listVariantNames } from '../model/variants.ts'
import { modifyGlb } from '../testing/malformed-glb.ts'
import { makePhotograph, photographMetadata, photographSecrets } from '../testing/make-photograph.ts'
import { embeddedMetadataOf } from './image-metadata.ts'
import { readExif } from './read-exif.ts'
import { readIptc } from './read-iptc.ts'
import { readXmp } from './read-xmp.ts'

test.each(['jpeg', 'png', 'webp'] as const)('a photograph as %s is read', async (format) => {
  expect(embeddedMetadataOf(await sharp(await makePhotograph(format)).metadata())).toEqual(photographMetadata)
})

test('each block alone is read, and an image without any carries nothing', async () => {
  const { exif, xmpAsString, iptc } = await sharp(await makePhotograph()).metadata()
  expect(readExif(exif ?? Buffer.alloc(0))).toEqual(photographMetadata)
  const { latitude, longitude } = photographMetadata.coordinates
  expect(readXmp(xmpAsString ?? '')).toMatchObject({
    hasLocation: true,
    coordinates: { latitude, longitude },
    author: 'Sefton Photographer',
    copyright: '2026 Sefton',
    software: 'Darkroom 3',
  })
  expect(readIptc(iptc ?? Buffer.alloc(0))).toMatchObject({ hasLocation: true, author: 'Sefton Photographer' })
  const plain = sharp({ create: { width: 4, height: 4, channels: 3, background: '#fff' } }).jpeg()
  expect(embeddedMetadataOf(await sharp(await plain.toBuffer()).metadata())).toEqual(noEmbeddedMetadata)
})

test('a name that hides its direction or its length is shown as plain short text', () => {
  const packet = `<dc:creator><rdf:Seq><rdf:li>Maya\u202E\u0007${'x'.repeat(390)}</rdf:li></rdf:Seq></dc:creator>`
  expect(readXmp(packet).author).toMatch(/^Maya x{115}$/)
})

test('damaged and hostile blocks are read without an error, and what is metadata of them stays short', async () => {
  const { exif, xmpAsString, iptc } = await sharp(await makePhotograph()).metadata()
  const blocks = [exif ?? Buffer.alloc(0), Buffer.from(xmpAsString ?? ''), iptc ?? Buffer.alloc(0)]
  const change = fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.integer({ min: 0, max: 255 }))
  fc.assert(
    fc.property(
      fc.constantFrom(...blocks),
      fc.array(change, { minLength: 1, maxLength: 12 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (block, changes, kept) => {
        const damaged = Buffer.from(block)
        for (const [share, value] of changes) damaged[Math.floor(share * (damaged.length - 1))] = value
        const cut = damaged.subarray(0, Math.ceil(kept * damaged.length))
        for (const metadata of [readExif(cut), readIptc(cut), readXmp(cut.toString('utf8'))]) {
          for (const text of [metadata.author, metadata.copyright, metadata.camera, metadata.software])
            expect((text ?? '').length).toBeLessThanOrEqual(241)
          const { latitude = 0, longitude = 0 } = metadata.coordinates ?? {}
          expect(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180).toBe(true)
        }
      },
    ),
    { numRuns: 5_000, seed: 7 },
  )
})

test('an EXIF block that claims far more values than it holds is read by what it holds', () => {
  // 5,000 entries of four billion bytes each, whose values overlap.
  const block = Buffer.alloc(65_000)
  block.write('MM\0*\0\0\0\u0008', 0, 'latin1')
  block.writeUInt16BE(5_000, 8)
  for (let index = 0; index < 5_000; index += 1) {
    const at = 10 + index * 12
    block.writeUInt16BE(index % 2 === 0 ? 0x013b : 0x8298, at)
    block.writeUInt16BE(2, at + 2)
    block.writeUInt32BE(0xffffffff, at + 4)
    block.writeUInt32BE(10, at + 8)
  }
  const metadata = readExif(block)
  expect((metadata.author ?? '').length).toBeLessThanOrEqual(120)
  expect(metadata.hasLocation).toBe(false)
})

/** Calls back with every object in a JSON value. */
function forEachObject(value: unknown, call: (one: Record<string, unknown>) => void): void {
  if (typeof value !== 'object' || value === null) return
  for (const member of Object.values(value)) forEachObject(member, call)
  // Members of an object of JSON have names.
  if (!Array.isArray(value)) call(value as Record<string, unknown>)
}

/** Builds a model with one of everything that has a name or extras, and enough parts for a headset rendition. */
async function makeModelWithSecrets(): Promise<Uint8Array> {
  const builder = new ModelBuilder('Sefton scene')
  const { document } = builder
  const texture = await makePhotograph('png')
  const print = builder.addMaterial({ name: 'Print', color: [1, 1, 1], texture })
  const frame = builder.addPart('Frame', box(1, 1, 0.1), print)
  const mesh = frame.getMesh()?.setName('Board')
  for (const primitive of mesh?.listPrimitives() ?? []) {
    const offsets = primitive.getAttribute('POSITION')?.clone() ?? null
    primitive.addTarget(document.createPrimitiveTarget('Sefton smile').setAttribute('POSITION', offsets))
  }
  for (let index = 0; index < 41; index += 1)
    builder.addPart(`Nail ${index}`, box(0.1, 0.1, 0.1), print, { position: [index, 0, 0] })
  builder.addSpin('Turning', builder.addPart('Wheel', box(0.2, 0.2, 0.2), print), 2)
  builder.addVariant('Night', new Map([[print, builder.addMaterial({ name: 'Dark', color: [0, 0, 0] })]]))
  document.createExtension(KHRMaterialsVariants).createVariant('Unused')
  const lamp = document.createExtension(KHRLightsPunctual).createLight('Sefton lamp').setType('point')
  builder.addGroup('Lamp').setExtension('KHR_lights_punctual', lamp)
  const camera = document.createCamera('Sefton camera').setType('perspective')
  builder.addGroup('Viewpoint').setCamera(camera)
  const io = await makeGltfIo()
  return modifyGlb(await io.writeBinary(document), (json) => {
    // What is listed by name has no extras of its own.
    for (const [name, list] of Object.entries(json))
      if (Array.isArray(list) && !name.startsWith('extensions'))
        for (const one of list) one.extras = { ...one.extras, author: 'Sefton Photographer' }
    for (const primitive of json.meshes.flatMap((one: { primitives: object[] }) => one.primitives))
      primitive.extras = { author: 'Sefton Photographer' }
    for (const variant of json.extensions.KHR_materials_variants.variants) variant.extras = { author: 'Sefton' }
    json.extras = { author: 'Sefton Photographer' }
    Object.assign(json.asset, { copyright: '2026 Sefton', generator: 'Darkroom 3', minVersion: '2.0' })
    json.asset.extras = { author: 'Sefton Photographer', license: 'Sefton only', source: 'https://sefton.example' }
    for (const one of [...json.accessors, ...json.bufferViews, ...json.images, ...json.textures]) one.name = 'Sefton'
  })
}

test('no rendition of a model has what its file carries beside the model, and the names on screen are kept', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'veranda-metadata-'))
  try {
    const source = Buffer.from(await makeModelWithSecrets())
    const type = { kind: 'model', mediaType: 'model/gltf-binary', form: 'glb' } as const
    const converted = await convertModelFile(source, type, folder, () => undefined)
    if (!converted.ok) throw new Error(JSON.stringify(converted.refusal))
    const { author, copyright, software } = photographMetadata
    expect(converted.value.embeddedMetadata).toMatchObject({ author, copyright, software })
    expect((await compressTextures(join(folder, renditionFileNames.headset), folder)).ok).toBe(true)
    for (const name of ['model', 'headset', 'compressed'] as const) {
      const bytes = await readFile(join(folder, renditionFileNames[name]))
      const found = photographSecrets.concat('sefton').filter((secret) => bytes.includes(secret))
      expect({ name, found }).toEqual({ name, found: [] })
      const glb = readGlb(bytes)
      if (!glb.ok) throw new Error(`${name} cannot be read`)
      expect(Object.keys(glb.value.json['asset'] ?? {}).toSorted()).toEqual(['generator', 'version'])
      const extras = new Set<string>()
      forEachObject(glb.value.json, (one) => Object.keys(one['extras'] ?? {}).forEach((key) => extras.add(key)))
      expect([...extras].filter((key) => key !== 'part' && key !== 'targetNames')).toEqual([])
    }
    const document = await (
      await makeGltfIo(['EXT_meshopt_compression'])
    ).readBinary(new Uint8Array(await readFile(join(folder, renditionFileNames.model))))
    const root = document.getRoot()
    const namesOf = (list: { getName(): string }[]) => list.map((one) => one.getName())
    expect(namesOf(root.listNodes())).toEqual(expect.arrayContaining(['Frame', 'Nail 40', 'Wheel']))
    expect(namesOf(root.listMeshes())).toContain('Board')
    expect(namesOf(root.listMaterials()).toSorted()).toEqual(['Dark', 'Print'])
    expect(namesOf(root.listAnimations())).toEqual(['Turning'])
    expect(listVariantNames(document)).toEqual(['Night', 'Unused'])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}, 60_000)
