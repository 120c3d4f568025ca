import { writeFile } from 'node:fs/promises'

type Value = string | number | { readonly [key: string]: Value }

/** The types of the format's data section, by their numbers (MaxMind DB File Format 2.0). */
const dataTypes = { text: 2, unsigned32: 6, map: 7 } as const
/** A size from which on the rest of it is in the next byte. */
const sizeInNextByte = 29
/** Between the tree and the data. */
const separatorBytes = 16
const recordBits = 24

/**
 * Writes a database of locations whose one network of IPv4 addresses has this entry, for tests. `firstBytes` are the first
 * bytes of its addresses.
 */
export async function writeLocationDatabase(path: string, firstBytes: readonly number[], entry: Value): Promise<void> {
  const bits = firstBytes.flatMap((byte) => Array.from({ length: 8 }, (_, at) => (byte >> (7 - at)) & 1))
  const nodeCount = bits.length
  // A record is the number of the next node; the number of nodes for no entry; or beyond it, the place of an entry.
  const tree = bits.flatMap((bit, at) => {
    const next = at + 1 === nodeCount ? nodeCount + separatorBytes : at + 1
    return (bit === 0 ? [next, nodeCount] : [nodeCount, next]).map(record)
  })
  const metadata = {
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    database_type: 'Veranda-Test',
    ip_version: 4,
    node_count: nodeCount,
    record_size: recordBits,
  }
  const marker = Buffer.from('\u00ab\u00cd\u00efMaxMind.com', 'latin1')
  await writeFile(path, Buffer.concat([...tree, Buffer.alloc(separatorBytes), encode(entry), marker, encode(metadata)]))
}

function record(value: number): Buffer {
  const bytes = Buffer.alloc(recordBits / 8)
  bytes.writeUIntBE(value, 0, bytes.length)
  return bytes
}

function encode(value: Value): Buffer {
  if (typeof value === 'string') {
    const text = Buffer.from(value)
    return Buffer.concat([control(dataTypes.text, text.length), text])
  }
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32BE(value)
    return Buffer.concat([control(dataTypes.unsigned32, bytes.length), bytes])
  }
  const pairs = Object.entries(value)
  return Buffer.concat([
    control(dataTypes.map, pairs.length),
    ...pairs.flatMap(([key, one]) => [encode(key), encode(one)]),
  ])
}

function control(type: number, size: number): Buffer {
  return size < sizeInNextByte
    ? Buffer.from([(type << 5) | size])
    : Buffer.from([(type << 5) | sizeInNextByte, size - sizeInNextByte])
}
