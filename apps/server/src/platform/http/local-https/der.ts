/**
 * The part of DER (ITU-T X.690) that certificates need: values as tag, length and content. Node makes keys and
 * signatures, but no certificates.
 */
export type Der = Buffer

const tags = {
  boolean: 1,
  integer: 2,
  bits: 3,
  octets: 4,
  oid: 6,
  utf8: 12,
  sequence: 48,
  set: 49,
  utc: 23,
  general: 24,
}

/** Encodes one value with any tag. */
export function tagged(tag: number, ...content: readonly Uint8Array[]): Der {
  const bytes = Buffer.concat(content)
  return Buffer.concat([Buffer.from([tag]), encodeLength(bytes.length), bytes])
}

function encodeLength(length: number): Buffer {
  if (length < 128) return Buffer.from([length])
  const bytes = Buffer.from(length.toString(16).padStart(length > 0xff ? 4 : 2, '0'), 'hex')
  return Buffer.concat([Buffer.from([128 + bytes.length]), bytes])
}

export const sequence = (...items: readonly Der[]): Der => tagged(tags.sequence, ...items)
export const setOf = (...items: readonly Der[]): Der => tagged(tags.set, ...items)
export const octetString = (content: Uint8Array): Der => tagged(tags.octets, content)
export const utf8String = (text: string): Der => tagged(tags.utf8, Buffer.from(text, 'utf8'))
export const derTrue: Der = tagged(tags.boolean, Buffer.from([0xff]))

/** Encodes a non-negative integer, most significant byte first. */
export function integer(bytes: Uint8Array): Der {
  return tagged(tags.integer, (bytes[0] ?? 0) > 127 ? Buffer.concat([Buffer.from([0]), bytes]) : bytes)
}

/** Encodes a bit string; the last `unused` bits of the last byte are ignored. */
export const bitString = (content: Uint8Array, unused = 0): Der => tagged(tags.bits, Buffer.from([unused]), content)

/** Encodes an object identifier such as `2.5.29.17`. */
export function objectIdentifier(dotted: string): Der {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  return tagged(tags.oid, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]))
}

function base128(value: number): number[] {
  const bytes = [value & 127]
  for (let left = value >> 7; left > 0; left >>= 7) bytes.unshift((left & 127) | 128)
  return bytes
}

/**
 * Encodes a time to the second: UTCTime with a two-digit year until 2049, GeneralizedTime after that (RFC 5280,
 * 4.1.2.5).
 */
export function derTime(milliseconds: number): Der {
  const text = new Date(milliseconds).toISOString().replace(/\.\d+/, '').replace(/[-:T]/g, '')
  return Number(text.slice(0, 4)) < 2050
    ? tagged(tags.utc, Buffer.from(text.slice(2)))
    : tagged(tags.general, Buffer.from(text))
}
