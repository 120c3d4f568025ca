import { type Milliseconds } from '../../time/instant.ts'

/** Elements of WebM (RFC 8794, RFC 9559) that are gone into; of all others only the length matters. */
const masters = new Set([0x18538067, 0x1549a966, 0x1654ae6b, 0xae, 0x1f43b675, 0xa0, 0x1a45dfa3])
const ids = {
  docType: 0x4282,
  codec: 0x86,
  scale: 0x2ad7b1,
  clusterTime: 0xe7,
  simpleBlock: 0xa3,
  block: 0xa1,
  head: 0x1a45dfa3,
} as const

type Variable = { readonly value: number; readonly next: number; readonly unknown: boolean }

/** A number of variable length (RFC 8794, 4): an id keeps its marker, a size loses it and may be unknown. */
function variable(bytes: Uint8Array, at: number, keepMarker: boolean): Variable | undefined {
  const first = bytes[at]
  if (first === undefined || first === 0) return undefined
  const length = Math.clz32(first) - 23
  if (length > (keepMarker ? 4 : 8) || at + length > bytes.length) return undefined
  let value = keepMarker ? first : first & (0xff >> length)
  let unknown = !keepMarker && value === 0xff >> length
  for (let more = 1; more < length; more += 1) {
    const byte = bytes[at + more] ?? 0
    value = value * 256 + byte
    unknown &&= byte === 0xff
  }
  return { value, next: at + length, unknown }
}

function unsigned(bytes: Uint8Array): number {
  return bytes.reduce((value, byte) => value * 256 + byte, 0)
}

function text(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes.subarray(0, 32)).replace(/\0+$/, '')
}

/**
 * How long a WebM with one track of Opus is, by the time of its last block: browsers record without writing the length
 * down. Undefined when it is no such thing, or ends in the middle of an element that is no block.
 */
export function readWebm(bytes: Uint8Array): Milliseconds | undefined {
  let [docType, scale, cluster, last, at] = ['', 1_000_000, 0, -1, 0]
  const codecs: string[] = []
  while (at < bytes.length) {
    const id = variable(bytes, at, true)
    const size = id && variable(bytes, id.next, false)
    if (!id || !size || (at === 0 && id.value !== ids.head)) return undefined
    if (masters.has(id.value)) {
      at = size.next
      continue
    }
    const end = size.next + size.value
    if (size.unknown || end > bytes.length) return undefined
    const content = bytes.subarray(size.next, end)
    if (id.value === ids.docType) docType = text(content)
    if (id.value === ids.codec) codecs.push(text(content))
    if (id.value === ids.scale) scale = unsigned(content)
    if (id.value === ids.clusterTime) cluster = unsigned(content)
    if (id.value === ids.simpleBlock || id.value === ids.block) {
      const track = variable(content, 0, false)
      if (!track || track.next + 3 > content.length) return undefined
      const relative = new DataView(content.buffer, content.byteOffset + track.next, 2).getInt16(0)
      last = Math.max(last, cluster + relative)
    }
    at = end
  }
  if (docType !== 'webm' || codecs.length !== 1 || codecs[0] !== 'A_OPUS') return undefined
  return last < 0 ? 0 : (last * scale) / 1_000_000 + blockLength
}

/** The last block sounds a little longer than its time says; recorders write blocks of 20 to 60 ms. */
const blockLength = 20

/** How long an Ogg with one stream of Opus is (RFC 7845), by the position of its last page; undefined for all else. */
export function readOgg(bytes: Uint8Array): Milliseconds | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let [at, skipped, last] = [0, -1, 0]
  let stream: number | undefined
  while (at < bytes.length) {
    if (at + 27 > bytes.length || text(bytes.subarray(at, at + 4)) !== 'OggS') return undefined
    const serial = view.getUint32(at + 14, true)
    const segments = bytes[at + 26] ?? 0
    const start = at + 27 + segments
    const length = bytes.subarray(at + 27, start).reduce((sum, lace) => sum + lace, 0)
    if (start + length > bytes.length || (stream !== undefined && stream !== serial)) return undefined
    if (stream === undefined) {
      if (length < 19 || text(bytes.subarray(start, start + 8)) !== 'OpusHead') return undefined
      skipped = view.getUint16(start + 10, true)
      stream = serial
    }
    // A page on which no packet ends has no position.
    const position = view.getBigInt64(at + 6, true)
    if (position >= 0n && position < BigInt(Number.MAX_SAFE_INTEGER)) last = Number(position)
    at = start + length
  }
  return stream === undefined ? undefined : Math.max(0, (last - skipped) / 48)
}
