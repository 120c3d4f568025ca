import { type Milliseconds } from '../../time/instant.ts'

/** WebM container elements to descend into (RFC 8794, RFC 9559); all others are skipped by their size. */
const containerIds = new Set([0x18538067, 0x1549a966, 0x1654ae6b, 0xae, 0x1f43b675, 0xa0, 0x1a45dfa3])
const elementIds = {
  docType: 0x4282,
  codec: 0x86,
  scale: 0x2ad7b1,
  clusterTime: 0xe7,
  simpleBlock: 0xa3,
  block: 0xa1,
  head: 0x1a45dfa3,
} as const

type VarInt = { readonly value: number; readonly next: number; readonly isUnknown: boolean }

/**
 * Reads a variable-length integer (RFC 8794, section 4): an id keeps its marker, a size drops it and may be unknown.
 */
function readVarInt(bytes: Uint8Array, offset: number, keepMarker: boolean): VarInt | undefined {
  const first = bytes[offset]
  if (first === undefined || first === 0) return undefined
  const length = Math.clz32(first) - 23
  if (length > (keepMarker ? 4 : 8) || offset + length > bytes.length) return undefined
  let value = keepMarker ? first : first & (0xff >> length)
  let unknown = !keepMarker && value === 0xff >> length
  for (let index = 1; index < length; index += 1) {
    const byte = bytes[offset + index] ?? 0
    value = value * 256 + byte
    unknown &&= byte === 0xff
  }
  return { value, next: offset + length, isUnknown: unknown }
}

function readUint(bytes: Uint8Array): number {
  return bytes.reduce((value, byte) => value * 256 + byte, 0)
}

function readAscii(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes.subarray(0, 32)).replace(/\0+$/, '')
}

/**
 * Returns the duration of a WebM with one Opus track, from the time of its last block, since browsers record without
 * writing the duration. Returns undefined for anything else, or if the file ends inside an element other than a block.
 */
export function webmDurationMs(bytes: Uint8Array): Milliseconds | undefined {
  let [docType, scale, cluster, lastTime, offset] = ['', 1_000_000, 0, -1, 0]
  const codecs: string[] = []
  while (offset < bytes.length) {
    const id = readVarInt(bytes, offset, true)
    const size = id && readVarInt(bytes, id.next, false)
    if (!id || !size || (offset === 0 && id.value !== elementIds.head)) return undefined
    if (containerIds.has(id.value)) {
      offset = size.next
      continue
    }
    const end = size.next + size.value
    if (size.isUnknown || end > bytes.length) return undefined
    const content = bytes.subarray(size.next, end)
    if (id.value === elementIds.docType) docType = readAscii(content)
    if (id.value === elementIds.codec) codecs.push(readAscii(content))
    if (id.value === elementIds.scale) scale = readUint(content)
    if (id.value === elementIds.clusterTime) cluster = readUint(content)
    if (id.value === elementIds.simpleBlock || id.value === elementIds.block) {
      const track = readVarInt(content, 0, false)
      if (!track || track.next + 3 > content.length) return undefined
      const relative = new DataView(content.buffer, content.byteOffset + track.next, 2).getInt16(0)
      lastTime = Math.max(lastTime, cluster + relative)
    }
    offset = end
  }
  if (docType !== 'webm' || codecs.length !== 1 || codecs[0] !== 'A_OPUS') return undefined
  return lastTime < 0 ? 0 : (lastTime * scale) / 1_000_000 + lastBlockMs
}

/** Added to the time of the last block; recorders write blocks of 20 to 60 ms. */
const lastBlockMs = 20

/**
 * Returns the duration of an Ogg with one Opus stream (RFC 7845), from the position of its last page; undefined for
 * anything else.
 */
export function oggDurationMs(bytes: Uint8Array): Milliseconds | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let [offset, preSkip, lastTime] = [0, -1, 0]
  let stream: number | undefined
  while (offset < bytes.length) {
    if (offset + 27 > bytes.length || readAscii(bytes.subarray(offset, offset + 4)) !== 'OggS') return undefined
    const serial = view.getUint32(offset + 14, true)
    const segments = bytes[offset + 26] ?? 0
    const pageStart = offset + 27 + segments
    const length = bytes.subarray(offset + 27, pageStart).reduce((sum, lace) => sum + lace, 0)
    if (pageStart + length > bytes.length || (stream !== undefined && stream !== serial)) return undefined
    if (stream === undefined) {
      if (length < 19 || readAscii(bytes.subarray(pageStart, pageStart + 8)) !== 'OpusHead') return undefined
      preSkip = view.getUint16(pageStart + 10, true)
      stream = serial
    }
    // A page on which no packet ends has position -1.
    const position = view.getBigInt64(offset + 6, true)
    if (position >= 0n && position < BigInt(Number.MAX_SAFE_INTEGER)) lastTime = Number(position)
    offset = pageStart + length
  }
  return stream === undefined ? undefined : Math.max(0, (lastTime - preSkip) / 48)
}
