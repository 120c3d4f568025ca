export type PictureSize = { readonly width: number; readonly height: number }

/** Width and height out of a picture's header (PNG, JPEG, WebP, KTX2), nothing decoded; undefined when there is none. */
export function pictureSize(bytes: Uint8Array): PictureSize | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 30) return undefined
  if (view.getUint32(0) === 0x89504e47) return { width: view.getUint32(16), height: view.getUint32(20) }
  if (view.getUint16(0) === 0xffd8) return jpegSize(view)
  if (view.getUint32(0) === 0x52494646 && view.getUint32(8) === 0x57454250) return webpSize(view)
  if (view.getUint32(0) === 0xab4b5458)
    return { width: view.getUint32(20, true), height: view.getUint32(24, true) || 1 }
  return undefined
}

function jpegSize(view: DataView): PictureSize | undefined {
  let at = 2
  while (at + 9 < view.byteLength) {
    if (view.getUint8(at) !== 0xff) return undefined
    const marker = view.getUint8(at + 1)
    if (marker === 0xff) {
      at += 1
      continue
    }
    // Start of frame, of any process; 0xc4, 0xc8 and 0xcc are other tables.
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) }
    }
    at += 2 + Math.max(2, view.getUint16(at + 2))
  }
  return undefined
}

function webpSize(view: DataView): PictureSize | undefined {
  const form = view.getUint32(12)
  if (form === 0x56503820)
    return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
  if (form === 0x5650384c) {
    const bits = view.getUint32(21, true)
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
  }
  if (form !== 0x56503858) return undefined
  const three = (at: number) => view.getUint16(at, true) + view.getUint8(at + 2) * 65_536 + 1
  return { width: three(24), height: three(27) }
}
