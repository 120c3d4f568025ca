import { randomBytes } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'

/** Returns a PNG of vertical stripes with a tint, so that no image file needs to be stored. */
export function stripedPng(width: number, height: number, tint: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // Eight bits per channel, RGB.
  header.set([8, 2, 0, 0, 0], 8)
  const row = Buffer.alloc(1 + width * 3)
  for (let x = 0; x < width; x += 1) {
    const shade = 60 + Math.floor((x / width) * 8) * 20
    row.set([shade, (shade + tint) % 256, 200], 1 + x * 3)
  }
  return encodePng(header, Buffer.concat(Array.from({ length: height }, () => row)))
}

/** Returns a square PNG of noise that does not compress: three bytes per pixel. */
export function noisyPng(edge: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(edge, 0)
  header.writeUInt32BE(edge, 4)
  header.set([8, 2, 0, 0, 0], 8)
  return encodePng(
    header,
    Buffer.concat(Array.from({ length: edge }, () => [Buffer.of(0), randomBytes(edge * 3)]).flat()),
  )
}

function encodePng(header: Buffer, rows: Buffer): Buffer {
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(rows)),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(data.length, 0)
  ends.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)])
}
