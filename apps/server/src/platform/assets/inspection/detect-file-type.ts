import { fileTypeFromBuffer } from 'file-type'

/** File type by the first bytes, whatever the file name says. */
export type DetectedType =
  | { readonly kind: 'model'; readonly form: 'glb' | 'gltf'; readonly mediaType: string }
  | { readonly kind: 'archive'; readonly form: 'zip'; readonly mediaType: string }
  | { readonly kind: 'image' | 'video' | 'document'; readonly form: 'media'; readonly mediaType: string }

/**
 * The first bytes by which a type is detected. More would let a hostile file lead the library through more of its
 * formats.
 */
export const detectionBytes = 256

const mp4 = { kind: 'video', form: 'media', mediaType: 'video/mp4' } as const

/** The types that we take, by the media types of the library. */
const supportedTypes = new Map<string | undefined, DetectedType>([
  ['model/gltf-binary', { kind: 'model', form: 'glb', mediaType: 'model/gltf-binary' }],
  ['image/png', { kind: 'image', form: 'media', mediaType: 'image/png' }],
  ['image/apng', { kind: 'image', form: 'media', mediaType: 'image/png' }],
  ['image/jpeg', { kind: 'image', form: 'media', mediaType: 'image/jpeg' }],
  ['image/webp', { kind: 'image', form: 'media', mediaType: 'image/webp' }],
  ['video/mp4', mp4],
  // Brands of MP4 that phones write.
  ['video/x-m4v', mp4],
  ['video/3gpp', mp4],
  ['video/3gpp2', mp4],
  ['video/quicktime', { kind: 'video', form: 'media', mediaType: 'video/quicktime' }],
  ['video/webm', { kind: 'video', form: 'media', mediaType: 'video/webm' }],
  ['application/pdf', { kind: 'document', form: 'media', mediaType: 'application/pdf' }],
])

/** Detects the type from the first bytes; returns undefined for unsupported types. */
export async function detectFileType(head: Uint8Array): Promise<DetectedType | undefined> {
  const start = String.fromCharCode(...head.subarray(0, 64))
  // Whatever is packed as ZIP is an archive here; the library would name the format of some.
  if (start.startsWith('PK\u0003') || start.startsWith('PK\u0005'))
    return { kind: 'archive', form: 'zip', mediaType: 'application/zip' }
  // The library knows no formats that are text.
  if (/^\s*\{\s*"/.test(start)) return { kind: 'model', form: 'gltf', mediaType: 'model/gltf+json' }
  return supportedTypes.get((await fileTypeFromBuffer(head.subarray(0, detectionBytes)))?.mime)
}
