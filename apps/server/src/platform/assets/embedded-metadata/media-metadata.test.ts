import { noEmbeddedMetadata } from '@veranda/core/assets/testing/no-embedded-metadata.ts'
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  makeElement,
  makeKeyedMeta,
  makeMp4,
  makePackedPdf,
  makePdf,
  makePdfStream,
  makeUserDataText,
  makeWebm,
  mediaMetadata,
  mediaPlace,
  taggedPdfs,
  taggedVideos,
} from '../testing/make-tagged-media.ts'
import { makeMp4Box, makeTrack } from '../testing/make-video.ts'
import { FileRanges } from './file-ranges.ts'
import { parseIso6709 } from './media-tags.ts'
import { mediaReaders, readMediaMetadata } from './read-media-metadata.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'veranda-media-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Reads a file that begins with these bytes; a longer one is filled with zeros, which take no room. */
async function read(bytes: Uint8Array, mediaType: string, size = bytes.length) {
  const path = join(folder, 'file')
  await writeFile(path, bytes)
  if (size > bytes.length) {
    const handle = await open(path, 'r+')
    await handle.truncate(size)
    await handle.close()
  }
  return readMediaMetadata(path, mediaType)
}

test.each(Object.entries(taggedVideos))('a video is read: %s', async (_, bytes) => {
  expect(await read(bytes, 'video/mp4')).toEqual(mediaMetadata)
  expect(await read(bytes, 'video/quicktime')).toEqual(mediaMetadata)
})

test('a WebM is read, also a recording that names no sizes', async () => {
  for (const isLive of [false, true]) expect(await read(makeWebm(isLive), 'video/webm')).toEqual(mediaMetadata)
})

test.each(Object.entries(taggedPdfs))('a PDF is read: %s', async (name, bytes) => {
  const { author, software } = mediaMetadata
  expect(await read(bytes, 'application/pdf')).toEqual(
    name.endsWith('XMP') ? mediaMetadata : { ...noEmbeddedMetadata, author: 'Sefton (Photographer)', software },
  )
  expect(author).toBe('Sefton Photographer')
})

test('a PDF that was changed later is read by its newest Info, and by what that leaves to the older table', async () => {
  const [first] = Object.values(taggedPdfs)
  const before = first?.toString('latin1') ?? ''
  const [, start = ''] = /startxref\n(\d+)/.exec(before) ?? []
  const changed = `${before}9 0 obj\n<< /Author (Maya) /Creator 8 0 R >>\nendobj\n`
  const table = `xref\n9 1\n${String(before.length).padStart(10, '0')} 00000 n \n`
  const end = `trailer\n<< /Size 10 /Root 1 0 R /Info 9 0 R /Prev ${start} >>\nstartxref\n${changed.length}\n%%EOF`
  expect(await read(Buffer.from(changed + table + end, 'latin1'), 'application/pdf')).toEqual({
    ...noEmbeddedMetadata,
    author: 'Maya',
  })
})

test('a file without metadata carries nothing', async () => {
  expect(await read(makeMp4([]), 'video/mp4')).toEqual(noEmbeddedMetadata)
  expect(await read(makePdf(['<< /Type /Catalog >>'], '/Root 1 0 R'), 'application/pdf')).toEqual(noEmbeddedMetadata)
})

test('a place is read as a place: by degrees, minutes or seconds, and as a name without coordinates', async () => {
  expect(['+53.4084-002.9917/', '+5324.50-00259.50/', '+532430.2-0025930.1CRSWGS_84/'].map(parseIso6709)).toEqual(
    Array.from({ length: 3 }, () => mediaMetadata.coordinates),
  )
  expect(['', 'Liverpool', '+99.0000+002.0000/', '53.4,-2.9'].map(parseIso6709)).toEqual([null, null, null, null])
  const named = makeMp4([makeKeyedMeta({ 'com.apple.quicktime.location.name': 'Liverpool' })])
  expect(await read(named, 'video/mp4')).toEqual({ ...noEmbeddedMetadata, hasLocation: true })
})

test('texts of a video are shown on one line, short and without hidden characters', async () => {
  const name = `Maya\u202E\n\0${'x'.repeat(9_000)}`
  const metadata = await read(makeMp4([makeMp4Box('udta', makeUserDataText('©ART', name))]), 'video/mp4')
  expect(metadata?.author).toMatch(/^Maya x{115}$/)
})

test('what cannot be read is not taken for nothing: damaged, cut off, encrypted and other files', async () => {
  const [pdf = Buffer.alloc(0)] = Object.values(taggedPdfs)
  const encrypted = makePdf(['<< /Type /Catalog >>', '<< /Author (x) >>'], '/Root 1 0 R /Info 2 0 R /Encrypt 2 0 R')
  for (const bytes of [encrypted, pdf.subarray(0, pdf.length - 40), Buffer.from('%PDF-1.7\n')])
    expect(await read(bytes, 'application/pdf')).toBeNull()
  const misdirected = Buffer.from(pdf.toString('latin1').replace('2 0 obj', '7 0 obj'), 'latin1')
  expect(await read(misdirected, 'application/pdf')).toBeNull()
  expect(await read(makeMp4([]).subarray(0, -10), 'video/mp4')).toBeNull()
  expect(await read(Buffer.concat([makeElement('1a45dfa3', []), Buffer.alloc(20)]), 'video/webm')).toBeNull()
  expect(await read(pdf, 'application/zip')).toBeNull()
})

const mebibyte = 1_048_576
const maxMs = 5_000
const repeat = (count: number, one: Buffer) => Buffer.concat(Array.from({ length: count }, () => one))

/** Builds boxes or arrays that contain one another this often. */
function nestBoxes(type: string, depth: number): Buffer {
  const heads = Buffer.alloc(8 * depth)
  for (let level = 0; level < depth; level += 1) {
    heads.writeUInt32BE(8 * (depth - level), 8 * level)
    heads.write(type, 8 * level + 4, 'latin1')
  }
  return heads
}

/** Builds a PDF whose table names itself as the one before, and whose author is a reference to itself. */
function makeCyclicPdf(): Buffer {
  const build = (previous: number) =>
    makePdf(['<< >>', '<< /Author 2 0 R >>'], `/Root 1 0 R /Info 2 0 R /Prev ${String(previous).padStart(6, '0')}`)
  const [, offset] = /startxref\n(\d+)/.exec(build(0).toString('latin1')) ?? []
  return build(Number(offset))
}

const largeData = Buffer.alloc(16)
largeData.writeUInt32BE(1)
largeData.write('mdat', 4)
largeData.writeBigUInt64BE(BigInt(16 + 490 * mebibyte), 8)
const bomb = deflateSync(Buffer.alloc(64 * mebibyte, 32))
const catalogOf = (metadata: string) => makePdf([`<< /Metadata 2 0 R >>`, metadata], '/Root 1 0 R')

test.each<[string, 'read' | 'not read', Uint8Array, string, number?]>([
  [
    'a film of 490 MB',
    'read',
    Buffer.concat([makeMp4([]), largeData]),
    'video/mp4',
    makeMp4([]).length + 16 + 490 * mebibyte,
  ],
  ['tracks without end', 'read', makeMp4([repeat(60_000, makeTrack('vide'))]), 'video/mp4'],
  ['boxes in boxes', 'read', makeMp4([nestBoxes('udta', 200_000), nestBoxes('trak', 200_000)]), 'video/mp4'],
  [
    'tags without end',
    'read',
    makeMp4([makeMp4Box('udta', repeat(500_000, makeUserDataText('©xyz', mediaPlace)))]),
    'video/mp4',
  ],
  ['lists without end', 'read', makeMp4([repeat(300_000, makeKeyedMeta({ make: 'x' }))]), 'video/mp4'],
  [
    'empty boxes without end',
    'not read',
    Buffer.concat([makeMp4([]), repeat(60_000, makeMp4Box('free'))]),
    'video/mp4',
  ],
  ['a film of zeros', 'not read', makeWebm(true), 'video/webm', 500 * mebibyte],
  [
    'blocks without end',
    'not read',
    Buffer.concat([makeWebm(true), repeat(400_000, makeElement('a3', ['x']))]),
    'video/webm',
  ],
  ['tags of 8 MB', 'not read', makeWebm(false, { ARTIST: 'x'.repeat(8 * mebibyte) }), 'video/webm'],
  ['XMP that inflates to 64 MB', 'not read', catalogOf(makePdfStream('/Filter /FlateDecode', bomb)), 'application/pdf'],
  [
    'objects that inflate to 40 MB',
    'not read',
    makePackedPdf(['<< >>', `<< /Author (${' '.repeat(40 * mebibyte)}) >>`]),
    'application/pdf',
  ],
  ['a table that is its own predecessor', 'read', makeCyclicPdf(), 'application/pdf'],
  ['a length that is its own', 'not read', catalogOf('<< /Length 2 0 R >>\nstream\nx\nendstream'), 'application/pdf'],
  ['arrays in arrays', 'not read', makePdf(['<< >>', `<< /Author ${'['.repeat(60_000)} >>`]), 'application/pdf'],
  ['a string without end', 'not read', makePdf(['<< >>', `<< /Author (${'('.repeat(60_000)} >>`]), 'application/pdf'],
])('hostile files end within seconds and little memory: %s is %s', async (_, outcome, bytes, mediaType, size) => {
  const before = process.memoryUsage.rss()
  const startedAt = performance.now()
  const metadata = await read(bytes, mediaType, size)
  expect(performance.now() - startedAt).toBeLessThan(maxMs)
  expect(process.memoryUsage.rss() - before).toBeLessThan(300 * mebibyte)
  expect(metadata === null ? 'not read' : 'read').toBe(outcome)
  expect(JSON.stringify(metadata).length).toBeLessThan(1_000)
})

test('of a large film only a few bytes are read', async () => {
  const bytes = Buffer.concat([makeMp4([]), largeData])
  await read(bytes, 'video/mp4', bytes.length + 490 * mebibyte)
  const handle = await open(join(folder, 'file'))
  const ranges = new FileRanges(handle, (await handle.stat()).size)
  expect(await mediaReaders.get('video/mp4')?.(ranges)).toEqual(noEmbeddedMetadata)
  await handle.close()
  expect(ranges.readBytes).toBeLessThan(20_000)
})
