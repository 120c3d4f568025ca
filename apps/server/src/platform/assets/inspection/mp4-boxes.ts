import { fileLimits } from './file-limits.ts'

/** A box of ISO/IEC 14496-12: its type, and where its content begins and ends. */
export type Mp4Box = { readonly type: string; readonly from: number; readonly to: number }

/** Bytes of the longest header. */
export const maxBoxHeaderBytes = 16

/**
 * Parses the box whose header starts `head` at this offset of a container that ends at `end`; returns undefined when it
 * is not a box.
 */
export function parseBox(head: Buffer, offset: number, end: number): Mp4Box | undefined {
  if (head.length < 8) return undefined
  const type = head.toString('latin1', 4, 8)
  const shortLength = head.readUInt32BE(0)
  if (shortLength === 1 && head.length < 16) return undefined
  const length = shortLength === 0 ? end - offset : shortLength === 1 ? Number(head.readBigUInt64BE(8)) : shortLength
  const headerBytes = shortLength === 1 ? 16 : 8
  return length < headerBytes ? undefined : { type, from: offset + headerBytes, to: offset + length }
}

/** Returns the complete child boxes of a box, up to a number that no player's file has. */
export function childBoxes(bytes: Buffer, { from, to }: Pick<Mp4Box, 'from' | 'to'>): Mp4Box[] {
  const boxes: Mp4Box[] = []
  for (let offset = from; offset < to && boxes.length < fileLimits.videoBoxes;) {
    const box = parseBox(bytes.subarray(offset, Math.min(offset + maxBoxHeaderBytes, to)), offset, to)
    if (!box || box.to > to) break
    boxes.push(box)
    offset = box.to
  }
  return boxes
}
