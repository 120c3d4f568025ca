import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeMp4Box, makeVideo, makeTrack } from '../testing/make-video.ts'
import { checkVideo } from './check-video.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'veranda-video-'))
})
afterAll(() => rm(folder, { recursive: true }))

const data = randomBytes(3_000)
async function outcome(bytes: Uint8Array): Promise<string> {
  const file = join(folder, 'video')
  await writeFile(file, bytes)
  const checked = await checkVideo(file)
  return checked.ok ? 'ok' : checked.refusal.code
}
const completeVideo = makeVideo(data, makeTrack('soun'), makeTrack('vide'))
const fileTypeBox = completeVideo.subarray(0, completeVideo.readUInt32BE(0))

/** Builds the same video with an eight-byte length for its data, placed before the moov box as cameras write it. */
function videoWithLongHeader(): Buffer {
  const head = Buffer.alloc(16)
  head.writeUInt32BE(1, 0)
  head.write('mdat', 4)
  head.writeBigUInt64BE(BigInt(16 + data.length), 8)
  return Buffer.concat([fileTypeBox, head, data, makeMp4Box('moov', makeTrack('vide'))])
}

test.for([
  ['a video with sound', completeVideo, 'ok'],
  ['its table at the end, its data behind a long head', videoWithLongHeader(), 'ok'],
  ['its last box goes to the end of the file', Buffer.concat([completeVideo, Buffer.from('\0\0\0\0free more')]), 'ok'],
  ['nothing but the first box', fileTypeBox, 'asset.not-playable'],
  ['no table of contents', Buffer.concat([fileTypeBox, makeMp4Box('mdat', data)]), 'asset.not-playable'],
  ['a table without tracks', makeVideo(data), 'asset.not-playable'],
  ['sound alone', makeVideo(data, makeTrack('soun')), 'asset.not-playable'],
  ['a table without data', Buffer.concat([fileTypeBox, makeMp4Box('moov', makeTrack('vide'))]), 'asset.not-playable'],
  ['the end is missing', completeVideo.subarray(0, -10), 'asset.truncated'],
  ['bytes behind the first box that are none', Buffer.concat([fileTypeBox, Buffer.alloc(40, 2)]), 'asset.truncated'],
  ['a box shorter than its own head', Buffer.concat([fileTypeBox, Buffer.from('\0\0\0\x04moov')]), 'asset.truncated'],
] as const)('%s', async ([, bytes, expected]) => {
  expect(await outcome(bytes)).toBe(expected)
})

test('no bytes make the check crash or hang', async () => {
  for (let index = 0; index < 2_000; index += 1) {
    const bytes = Buffer.from(completeVideo)
    for (let change = 0; change <= index % 4; change += 1) {
      bytes[(index * 7_919 + change * 104_729) % 300] = (index * 31 + change * 17) % 256
    }
    expect(['ok', 'asset.not-playable', 'asset.truncated']).toContain(await outcome(bytes))
  }
})
