import { type FileHandle, open } from 'node:fs/promises'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { fileLimits } from './file-limits.ts'
import { childBoxes, maxBoxHeaderBytes, type Mp4Box, parseBox } from './mp4-boxes.ts'

/**
 * Checks that an MP4 or QuickTime file has what a player needs: a video track in its moov box, and data. Reads the
 * boxes of ISO/IEC 14496-12; does not decode frames. Error codes: asset.truncated when a box extends past the end of
 * the file, and asset.not-playable (both invalid).
 */
export async function checkVideo(file: string): Promise<Result<null>> {
  const handle = await open(file)
  try {
    const { size } = await handle.stat()
    const topLevel = await readTopLevelBoxes(handle, size)
    if (!topLevel) return refuse('asset.truncated', 'invalid')
    const moov = topLevel.find(({ type }) => type === 'moov')
    const isWhole = moov && moov.to - moov.from <= fileLimits.moovBytes && topLevel.some(({ type }) => type === 'mdat')
    if (!isWhole) return refuse('asset.not-playable', 'invalid')
    const moovBytes = await readBytes(handle, moov.from, moov.to - moov.from)
    return hasVideoTrack(moovBytes) ? ok(null) : refuse('asset.not-playable', 'invalid')
  } finally {
    await handle.close()
  }
}

/** Reads the top-level boxes; returns undefined when the last one is incomplete. */
async function readTopLevelBoxes(handle: FileHandle, size: number): Promise<Mp4Box[] | undefined> {
  const boxes: Mp4Box[] = []
  for (let offset = 0; offset < size && boxes.length < fileLimits.videoBoxes;) {
    const box = parseBox(await readBytes(handle, offset, Math.min(maxBoxHeaderBytes, size - offset)), offset, size)
    if (!box || box.to > size) return undefined
    boxes.push(box)
    offset = box.to
  }
  return boxes
}

/** Returns whether any track is a video track: mdia/hdlr names the track type after eight bytes. */
function hasVideoTrack(moovBytes: Buffer): boolean {
  const within = (outer: Pick<Mp4Box, 'from' | 'to'>, type: string) =>
    childBoxes(moovBytes, outer).filter((box) => box.type === type)
  return within({ from: 0, to: moovBytes.length }, 'trak')
    .flatMap((track) => within(track, 'mdia'))
    .flatMap((media) => within(media, 'hdlr'))
    .some(({ from }) => moovBytes.toString('latin1', from + 8, from + 12) === 'vide')
}

async function readBytes(handle: FileHandle, offset: number, length: number): Promise<Buffer> {
  const { bytesRead, buffer } = await handle.read(Buffer.alloc(length), 0, length, offset)
  return buffer.subarray(0, bytesRead)
}
