import { noEmbeddedMetadata } from '@veranda/core/assets/testing/no-embedded-metadata.ts'
import * as fc from 'fast-check'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { makePhotograph, photographMetadata } from '../testing/make-photograph.ts'
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
