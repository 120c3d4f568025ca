import { hash } from 'node:crypto'
import { type EmbeddedMetadata, mergeEmbeddedMetadata } from '@veranda/core/assets/embedded-metadata.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { uploadLimits } from '@veranda/core/assets/upload-rules.ts'
import sharp from 'sharp'
import { embeddedMetadataOf } from '../embedded-metadata/image-metadata.ts'
import { stripMetadata } from '../strip-metadata.ts'

const maxPixels = 40_000_000

/** Longest edge of a preview in pixels. */
const previewEdgePixels = 2_048

/** Media type of every preview. */
export const previewMediaType = 'image/webp'

const decoderOptions = { limitInputPixels: maxPixels, failOn: 'error', animated: false } as const

const mediaTypes: Readonly<Record<string, string>> = { png: 'image/png', jpeg: 'image/jpeg', webp: 'image/webp' }

/**
 * An image that was decoded in full. `bytes`, `mediaType` and `sha256` are the original's; `preview` is a re-encoded WebP of
 * at most `previewEdgePixels`, without the metadata that `embeddedMetadata` names; width and height are the original's in
 * pixels, as displayed.
 */
export type PreparedImage = {
  bytes: Uint8Array
  mediaType: string
  sha256: string
  preview: Buffer
  width: number
  height: number
  embeddedMetadata: EmbeddedMetadata
}

/**
 * Decodes an image by its content, whatever its name, within pixel limits, and makes its preview. Error codes:
 * file.too-large, file.not-an-image and file.too-many-pixels (all invalid).
 */
export async function prepareImage(bytes: Uint8Array): Promise<Result<PreparedImage>> {
  if (bytes.length > uploadLimits.imageBytes) return refuse('file.too-large', 'invalid')
  try {
    const source = sharp(bytes, decoderOptions)
    const metadata = await source.metadata()
    const { format, autoOrient } = metadata
    const mediaType = mediaTypes[format]
    if (mediaType === undefined) return refuse('file.not-an-image', 'invalid')
    const { width, height } = autoOrient
    if (width * height > maxPixels) return refuse('file.too-many-pixels', 'invalid')
    const preview = await stripMetadata(source, metadata)
      .resize({ width: previewEdgePixels, height: previewEdgePixels, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 84 })
      .toBuffer()
    return ok({
      bytes,
      mediaType,
      sha256: hash('sha256', bytes),
      preview,
      width,
      height,
      embeddedMetadata: embeddedMetadataOf(metadata),
    })
  } catch (error) {
    if (error instanceof Error && /pixel limit/i.test(error.message)) return refuse('file.too-many-pixels', 'invalid')
    return refuse('file.not-an-image', 'invalid')
  }
}

/** A square part of an image, in pixels of the image as displayed. */
type SquarePart = { readonly left: number; readonly top: number; readonly size: number }

/**
 * Encodes a square part of a stored image as a WebP of at most `edgePixels` on each side, without metadata; of an
 * animation the first frame. The part must be inside the image. Error code: file.not-an-image (invalid).
 */
export async function cropImage(
  bytes: Uint8Array,
  { left, top, size }: SquarePart,
  edgePixels: number,
): Promise<Result<PreparedImage>> {
  try {
    const source = sharp(bytes, decoderOptions)
    // Only the first frame is decoded, so it can be turned.
    const upright = stripMetadata(source, { ...(await source.metadata()), pages: 1 })
    const edge = Math.min(size, edgePixels)
    const cropped = await upright
      .extract({ left, top, width: size, height: size })
      .resize(edge, edge)
      .webp({ quality: 88 })
      .toBuffer()
    return ok({
      bytes: cropped,
      mediaType: previewMediaType,
      sha256: hash('sha256', cropped),
      // It is as small as a preview and carries as little.
      preview: cropped,
      width: edge,
      height: edge,
      embeddedMetadata: mergeEmbeddedMetadata([]),
    })
  } catch {
    return refuse('file.not-an-image', 'invalid')
  }
}
