import { type ImageSize } from '@veranda/core/assets/image-size.ts'

/**
 * Reads width and height from an image header (PNG, JPEG, WebP, KTX2) without decoding; returns undefined for other
 * formats.
 */
export function readImageSize(bytes: Uint8Array): ImageSize | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 30) return undefined
  if (view.getUint32(0) === 0x89504e47) return { width: view.getUint32(16), height: view.getUint32(20) }
  if (view.getUint16(0) === 0xffd8) return jpegSize(view)
  if (view.getUint32(0) === 0x52494646 && view.getUint32(8) === 0x57454250) return webpSize(view)
  if (view.getUint32(0) === 0xab4b5458)
    return { width: view.getUint32(20, true), height: view.getUint32(24, true) || 1 }
  return undefined
}

function jpegSize(view: DataView): ImageSize | undefined {
  let offset = 2
  while (offset + 9 < view.byteLength) {
    if (view.getUint8(offset) !== 0xff) return undefined
    const marker = view.getUint8(offset + 1)
    if (marker === 0xff) {
      offset += 1
      continue
    }
    // Start-of-frame markers of any coding process; 0xc4, 0xc8 and 0xcc mark other tables.
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      return { height: view.getUint16(offset + 5), width: view.getUint16(offset + 7) }
    }
    offset += 2 + Math.max(2, view.getUint16(offset + 2))
  }
  return undefined
}

function webpSize(view: DataView): ImageSize | undefined {
  const form = view.getUint32(12)
  if (form === 0x56503820)
    return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
  if (form === 0x5650384c) {
    const bits = view.getUint32(21, true)
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
  }
  if (form !== 0x56503858) return undefined
  const uint24At = (offset: number) => view.getUint16(offset, true) + view.getUint8(offset + 2) * 65_536 + 1
  return { width: uint24At(24), height: uint24At(27) }
}
