import { createHash } from 'node:crypto'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { uploadLimits } from '@veranda/core/works/upload-rules.ts'
import sharp from 'sharp'

const pixels = 40_000_000
const longestEdge = 4_096

/** The longest edge of a picture as it is shown to those who may not have the whole of it. */
const shownEdge = 2_048

/**
 * What is left of a picture after it was decoded and encoded anew: no metadata, no tricks. `shown` is its lesser form,
 * null when it is not larger than that itself.
 */
export type Prepared = { bytes: Buffer; shown: Buffer | null; width: number; height: number; sha256: string }

/** Whether a picture of this size, in pixels, has a lesser form. */
export function hasLesser({ width, height }: { readonly width: number; readonly height: number }): boolean {
  return Math.max(width, height) > shownEdge
}

/** A picture in the lesser form. */
export function lesserOf(bytes: Uint8Array): Promise<Buffer> {
  const size = { width: shownEdge, height: shownEdge, fit: 'inside', withoutEnlargement: true } as const
  return sharp(bytes, { limitInputPixels: pixels }).resize(size).webp({ quality: 84 }).toBuffer()
}

/** Reads a picture by its content, whatever it is called, within bounds on its pixels, and makes a WebP of it. */
export async function preparePicture(bytes: Uint8Array): Promise<Result<Prepared>> {
  if (bytes.length > uploadLimits.pictureBytes) return refuse('file.too-large', 'invalid')
  try {
    const source = sharp(bytes, { limitInputPixels: pixels, failOn: 'error', animated: false })
    const { format, width, height } = await source.metadata()
    if (!['png', 'jpeg', 'webp'].includes(format)) return refuse('file.not-a-picture', 'invalid')
    if (width * height > pixels) return refuse('file.too-many-pixels', 'invalid')
    const { data, info } = await source
      .rotate()
      .resize({ width: longestEdge, height: longestEdge, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 86 })
      .toBuffer({ resolveWithObject: true })
    const sha256 = createHash('sha256').update(data).digest('hex')
    const shown = hasLesser(info) ? await lesserOf(data) : null
    return ok({ bytes: data, shown, width: info.width, height: info.height, sha256 })
  } catch (error) {
    if (error instanceof Error && /pixel limit/i.test(error.message)) return refuse('file.too-many-pixels', 'invalid')
    return refuse('file.not-a-picture', 'invalid')
  }
}
