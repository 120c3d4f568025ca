/** File type by the first bytes, whatever the file name says. */
export type DetectedType =
  | { readonly kind: 'model'; readonly form: 'glb' | 'gltf'; readonly mime: string }
  | { readonly kind: 'archive'; readonly form: 'zip'; readonly mime: string }
  | { readonly kind: 'image' | 'video' | 'document'; readonly form: 'media'; readonly mime: string }

const ascii = (bytes: Uint8Array, from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to))

/** Detects the type from the first bytes (64 are enough); returns undefined for unsupported types. */
export function detectFileType(head: Uint8Array): DetectedType | undefined {
  if (ascii(head, 0, 4) === 'glTF') return { kind: 'model', form: 'glb', mime: 'model/gltf-binary' }
  if (head[0] === 0x50 && head[1] === 0x4b && (head[2] === 3 || head[2] === 5)) {
    return { kind: 'archive', form: 'zip', mime: 'application/zip' }
  }
  if (head[0] === 0x89 && ascii(head, 1, 4) === 'PNG') return { kind: 'image', form: 'media', mime: 'image/png' }
  if (head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff)
    return { kind: 'image', form: 'media', mime: 'image/jpeg' }
  if (ascii(head, 0, 4) === 'RIFF' && ascii(head, 8, 12) === 'WEBP')
    return { kind: 'image', form: 'media', mime: 'image/webp' }
  if (ascii(head, 4, 8) === 'ftyp') {
    const brand = ascii(head, 8, 12)
    if (brand === 'avif' || brand === 'heic' || brand === 'mif1') return undefined
    return { kind: 'video', form: 'media', mime: brand === 'qt  ' ? 'video/quicktime' : 'video/mp4' }
  }
  if (head[0] === 0x1a && head[1] === 0x45 && head[2] === 0xdf && head[3] === 0xa3) {
    return { kind: 'video', form: 'media', mime: 'video/webm' }
  }
  if (ascii(head, 0, 5) === '%PDF-') return { kind: 'document', form: 'media', mime: 'application/pdf' }
  return /^\s*\{\s*"/.test(ascii(head, 0, 64)) ? { kind: 'model', form: 'gltf', mime: 'model/gltf+json' } : undefined
}
