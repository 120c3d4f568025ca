/** Builds silent recordings byte by byte, as browsers write them, for tests. */

const bytes = (...parts: readonly (number | readonly number[] | Uint8Array)[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'number' ? [part] : [...part])))
const ascii = (text: string): number[] => Array.from(text, (letter) => letter.charCodeAt(0))
const bigEndian = (value: number, count: number): number[] =>
  Array.from({ length: count }, (_, at) => Math.floor(value / 256 ** (count - 1 - at)) % 256)
const littleEndian = (value: number, count: number): number[] => bigEndian(value, count).toReversed()

function element(id: readonly number[], ...content: readonly (number | readonly number[] | Uint8Array)[]): Uint8Array {
  const inner = bytes(...content)
  return bytes(id, 0x08, bigEndian(inner.length, 4), inner)
}

/** Builds an element of unknown size, as in a recording still in progress. */
function unsizedElement(id: readonly number[], ...content: readonly Uint8Array[]): Uint8Array {
  return bytes(id, 0x01, [255, 255, 255, 255, 255, 255, 255], ...content)
}

export type WebmOptions = { codecs?: readonly string[]; docType?: string; blocks?: boolean; padding?: number }

/** Creates a WebM of the given duration with a block every 20 ms and no duration element. */
export function createWebm(milliseconds: number, wish: WebmOptions = {}): Uint8Array {
  const { codecs = ['A_OPUS'], docType = 'webm', blocks = true, padding = 4 } = wish
  const head = element([0x1a, 0x45, 0xdf, 0xa3], element([0x42, 0x82], ascii(docType)))
  const info = element([0x15, 0x49, 0xa9, 0x66], element([0x2a, 0xd7, 0xb1], bigEndian(1_000_000, 3)))
  const entries = codecs.map((codec) => element([0xae], element([0x86], ascii(codec))))
  const tracks = element([0x16, 0x54, 0xae, 0x6b], ...entries)
  const clusters: Uint8Array[] = []
  for (let from = 0; blocks && from < milliseconds; from += 5_000) {
    const inside = []
    for (let at = from; at < Math.min(from + 5_000, milliseconds); at += 20) {
      inside.push(
        element(
          [0xa3],
          0x81,
          bigEndian(at - from, 2),
          0x80,
          Array.from({ length: padding }, () => 0),
        ),
      )
    }
    clusters.push(unsizedElement([0x1f, 0x43, 0xb6, 0x75], element([0xe7], bigEndian(from, 3)), ...inside))
  }
  return bytes(head, unsizedElement([0x18, 0x53, 0x80, 0x67], info, tracks, ...clusters))
}

/** Creates an Ogg of the given duration with one page per second. */
export function createOgg(milliseconds: number, magic = 'OpusHead'): Uint8Array {
  const skip = 312
  const page = (position: number, content: readonly number[], serial = 7) =>
    bytes(
      ascii('OggS'),
      0,
      0,
      littleEndian(position, 8),
      littleEndian(serial, 4),
      littleEndian(0, 4),
      littleEndian(0, 4),
      1,
      content.length,
      content,
    )
  const head = [...ascii(magic), 1, 1, ...littleEndian(skip, 2), ...littleEndian(48_000, 4), 0, 0, 0]
  const pages = [page(0, head), page(0, ascii('OpusTags'))]
  for (let at = 0; at < milliseconds; at += 1_000) {
    pages.push(page(skip + Math.min(at + 1_000, milliseconds) * 48, [0xf8, 0xff, 0xfe]))
  }
  return bytes(...pages)
}
