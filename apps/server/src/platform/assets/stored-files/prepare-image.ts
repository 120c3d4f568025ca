import { hash } from 'node:crypto'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { uploadLimits } from '@veranda/core/assets/upload-rules.ts'
import sharp from 'sharp'

const maxPixels = 40_000_000
const maxEdgePixels = 4_096

/** Longest edge, in pixels, of the preview for users who may not download the full image. */
const previewEdgePixels = 2_048

/**
 * An image after decoding and re-encoding, free of metadata and hidden payloads. `preview` is the smaller version; null
 * when the image is no larger than a preview.
 */
export type PreparedImage = { bytes: Buffer; preview: Buffer | null; width: number; height: number; sha256: string }

/** Returns whether an image of this size, in pixels, has a separate preview. */
export function hasPreview({ width, height }: { readonly width: number; readonly height: number }): boolean {
  return Math.max(width, height) > previewEdgePixels
}

/** Encodes an image as its preview. */
export function makePreview(bytes: Uint8Array): Promise<Buffer> {
  const size = { width: previewEdgePixels, height: previewEdgePixels, fit: 'inside', withoutEnlargement: true } as const
  return sharp(bytes, { limitInputPixels: maxPixels }).resize(size).webp({ quality: 84 }).toBuffer()
}

/**
 * Decodes an image by its content, whatever its name, within pixel limits, and encodes it as WebP. Error codes:
 * file.too-large, file.not-an-image and file.too-many-pixels (all invalid).
 */
export async function prepareImage(bytes: Uint8Array): Promise<Result<PreparedImage>> {
  if (bytes.length > uploadLimits.imageBytes) return refuse('file.too-large', 'invalid')
  try {
    const source = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', animated: false })
    const { format, width, height } = await source.metadata()
    if (!['png', 'jpeg', 'webp'].includes(format)) return refuse('file.not-an-image', 'invalid')
    if (width * height > maxPixels) return refuse('file.too-many-pixels', 'invalid')
    const { data, info } = await source
      .rotate()
      .resize({ width: maxEdgePixels, height: maxEdgePixels, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 86 })
      .toBuffer({ resolveWithObject: true })
    const sha256 = hash('sha256', data)
    const preview = hasPreview(info) ? await makePreview(data) : null
    return ok({ bytes: data, preview, width: info.width, height: info.height, sha256 })
  } catch (error) {
    if (error instanceof Error && /pixel limit/i.test(error.message)) return refuse('file.too-many-pixels', 'invalid')
    return refuse('file.not-an-image', 'invalid')
  }
}
