/**
 * What a certificate needs of DER (ITU-T X.690): values as tag, length and content. Node makes keys and signatures, but
 * no certificates.
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

/** One value of any tag. */
export function tagged(tag: number, ...content: readonly Uint8Array[]): Der {
  const bytes = Buffer.concat(content)
  return Buffer.concat([Buffer.from([tag]), lengthOf(bytes.length), bytes])
}

function lengthOf(length: number): Buffer {
  if (length < 128) return Buffer.from([length])
  const bytes = Buffer.from(length.toString(16).padStart(length > 0xff ? 4 : 2, '0'), 'hex')
  return Buffer.concat([Buffer.from([128 + bytes.length]), bytes])
}

export const sequence = (...items: readonly Der[]): Der => tagged(tags.sequence, ...items)
export const set = (...items: readonly Der[]): Der => tagged(tags.set, ...items)
export const octets = (content: Uint8Array): Der => tagged(tags.octets, content)
export const utf8 = (text: string): Der => tagged(tags.utf8, Buffer.from(text, 'utf8'))
export const yes: Der = tagged(tags.boolean, Buffer.from([0xff]))

/** A whole number that is not negative, most significant byte first. */
export function integer(bytes: Uint8Array): Der {
  return tagged(tags.integer, (bytes[0] ?? 0) > 127 ? Buffer.concat([Buffer.from([0]), bytes]) : bytes)
}

/** Bits, of which the last `unused` of the last byte count for nothing. */
export const bits = (content: Uint8Array, unused = 0): Der => tagged(tags.bits, Buffer.from([unused]), content)

/** An object identifier such as `2.5.29.17`. */
export function oid(dotted: string): Der {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  return tagged(tags.oid, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]))
}

function base128(value: number): number[] {
  const bytes = [value & 127]
  for (let left = value >> 7; left > 0; left >>= 7) bytes.unshift((left & 127) | 128)
  return bytes
}

/** A moment to the second: with two digits of the year until 2049, with four from then on (RFC 5280, 4.1.2.5). */
export function time(milliseconds: number): Der {
  const text = new Date(milliseconds).toISOString().replace(/\.\d+/, '').replace(/[-:T]/g, '')
  return Number(text.slice(0, 4)) < 2050
    ? tagged(tags.utc, Buffer.from(text.slice(2)))
    : tagged(tags.general, Buffer.from(text))
}
