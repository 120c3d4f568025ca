import { type FileHandle, open } from 'node:fs/promises'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { fileLimits } from './limits.ts'

type Box = { readonly type: string; readonly from: number; readonly to: number }

/**
 * Whether an MP4 or QuickTime file has what a player needs: a track of pictures in its table of contents, and data.
 * ISO/IEC 14496-12: boxes of a length and a name, one after the other. Refuses work.truncated, where a box goes on
 * behind the end, and work.no-film (both invalid). The pictures themselves are not decoded.
 */
export async function checkFilm(file: string): Promise<Result<null>> {
  const handle = await open(file)
  try {
    const { size } = await handle.stat()
    const tops = await topBoxes(handle, size)
    if (!tops) return refuse('work.truncated', 'invalid')
    const moov = tops.find(({ type }) => type === 'moov')
    const isWhole = moov && moov.to - moov.from <= fileLimits.filmTable && tops.some(({ type }) => type === 'mdat')
    if (!isWhole) return refuse('work.no-film', 'invalid')
    const table = await read(handle, moov.from, moov.to - moov.from)
    return hasPictures(table) ? ok(null) : refuse('work.no-film', 'invalid')
  } finally {
    await handle.close()
  }
}

/** The outermost boxes; undefined when the last of them is not all there. */
async function topBoxes(handle: FileHandle, size: number): Promise<Box[] | undefined> {
  const boxes: Box[] = []
  for (let at = 0; at < size && boxes.length < fileLimits.filmBoxes;) {
    const box = boxAt(await read(handle, at, Math.min(16, size - at)), at, size)
    if (!box || box.to > size) return undefined
    boxes.push(box)
    at = box.to
  }
  return boxes
}

/** The box whose head begins `head`, which lies at `at` of something that ends at `end`; undefined when it is none. */
function boxAt(head: Buffer, at: number, end: number): Box | undefined {
  if (head.length < 8) return undefined
  const type = head.toString('latin1', 4, 8)
  const short = head.readUInt32BE(0)
  if (short === 1 && head.length < 16) return undefined
  const length = short === 0 ? end - at : short === 1 ? Number(head.readBigUInt64BE(8)) : short
  const skip = short === 1 ? 16 : 8
  return length < skip ? undefined : { type, from: at + skip, to: at + length }
}

/** The boxes within one, as far as they are whole. */
function inside(table: Buffer, { from, to }: Pick<Box, 'from' | 'to'>): Box[] {
  const boxes: Box[] = []
  for (let at = from; at < to;) {
    const box = boxAt(table.subarray(at, Math.min(at + 16, to)), at, to)
    if (!box || box.to > to) break
    boxes.push(box)
    at = box.to
  }
  return boxes
}

/** A track says in mdia/hdlr, behind eight bytes, what it holds. */
function hasPictures(table: Buffer): boolean {
  const within = (outer: Pick<Box, 'from' | 'to'>, type: string) =>
    inside(table, outer).filter((box) => box.type === type)
  return within({ from: 0, to: table.length }, 'trak')
    .flatMap((track) => within(track, 'mdia'))
    .flatMap((media) => within(media, 'hdlr'))
    .some(({ from }) => table.toString('latin1', from + 8, from + 12) === 'vide')
}

async function read(handle: FileHandle, at: number, length: number): Promise<Buffer> {
  const { bytesRead, buffer } = await handle.read(Buffer.alloc(length), 0, length, at)
  return buffer.subarray(0, bytesRead)
}
