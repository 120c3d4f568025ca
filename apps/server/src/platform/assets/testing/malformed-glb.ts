import { crc32, deflateRawSync } from 'node:zlib'
import { readGlb, writeGlb } from '../inspection/glb.ts'

// Tests edit the JSON freely.
// oxlint-disable-next-line typescript/no-explicit-any
type Json = any

/** Modifies the JSON or the binary chunk of a valid GLB. */
export function modifyGlb(validGlb: Uint8Array, change: (json: Json, binary: Buffer) => void): Uint8Array {
  const read = readGlb(validGlb)
  if (!read.ok) throw new Error('the GLB is not valid')
  const json: Json = structuredClone(read.value.json)
  const binary = Buffer.from(read.value.binary)
  change(json, binary)
  return writeGlb(json, binary)
}

/** Modifies the JSON of a valid GLB as text, to produce what no JSON writer would. */
export function modifyGlbText(validGlb: Uint8Array, change: (text: string) => string): Uint8Array {
  const view = Buffer.from(validGlb)
  const length = view.readUInt32LE(12)
  const text = Buffer.from(change(view.toString('utf8', 20, 20 + length)))
  const padded = Buffer.concat([text, Buffer.alloc((4 - (text.length % 4)) % 4, 0x20)])
  const bytes = Buffer.concat([view.subarray(0, 20), padded, view.subarray(20 + length)])
  bytes.writeUInt32LE(bytes.length, 8)
  bytes.writeUInt32LE(padded.length, 12)
  return bytes
}

/** Returns the offset of an accessor's data in the binary chunk. */
export function accessorOffset(json: Json, accessor: number): number {
  const { bufferView, byteOffset = 0 } = json.accessors[accessor]
  return (json.bufferViews[bufferView].byteOffset ?? 0) + byteOffset
}

/** Builds a PNG that claims this size and holds almost nothing. */
export function makePngHeader(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const frame = Buffer.alloc(8)
    frame.writeUInt32BE(data.length, 0)
    frame.writeUInt32BE(crc32(body), 4)
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
  }
  const size = Buffer.alloc(13)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  size.set([8, 6, 0, 0, 0], 8)
  const magic = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([magic, chunk('IHDR', size), chunk('IDAT', Buffer.alloc(16)), chunk('IEND', Buffer.alloc(0))])
}

/** Replaces the first image of a GLB. */
export function replaceFirstImage(validGlb: Uint8Array, texture: Buffer): Uint8Array {
  const read = readGlb(validGlb)
  if (!read.ok) throw new Error('the GLB is not valid')
  const json: Json = structuredClone(read.value.json)
  const binary = Buffer.from(read.value.binary)
  const padding = Buffer.alloc((4 - (binary.length % 4)) % 4)
  const byteOffset = binary.length + padding.length
  json.bufferViews.push({ buffer: 0, byteOffset, byteLength: texture.length })
  json.images[0] = { bufferView: json.bufferViews.length - 1, mimeType: 'image/png' }
  json.buffers[0].byteLength = byteOffset + texture.length
  return writeGlb(json, Buffer.concat([binary, padding, texture]))
}

type ZipEntry = { name: string; bytes: Uint8Array; claimedBytes?: number }

/** Builds a zip archive; `claimedBytes` is the unpacked size in its directory. */
export function makeZip(entries: readonly ZipEntry[]): Buffer {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  // Entries of the same bytes are packed once.
  const packedBytes = new Map<Uint8Array, { packed: Buffer; checksum: number }>()
  let offset = 0
  for (const { name, bytes, claimedBytes = bytes.length } of entries) {
    const { packed, checksum } = packedBytes.get(bytes) ?? { packed: deflateRawSync(bytes), checksum: crc32(bytes) }
    packedBytes.set(bytes, { packed, checksum })
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(8, 4)
    common.writeUInt32LE(checksum, 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(claimedBytes, 18)
    common.writeUInt16LE(Buffer.byteLength(name), 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), packed])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.from([20, 0]), common, tail, Buffer.from(name)]))
    bodies.push(local)
    offset += local.length
  }
  const index = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length, 4)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(index.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...bodies, index, Buffer.from('PK\x05\x06'), end])
}
