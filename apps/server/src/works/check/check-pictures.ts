import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { fileLimits } from './limits.ts'
import { type PictureSize, pictureSize } from './picture-size.ts'

/**
 * Bounds the pictures of a model by their headers, before one is decoded. Answers their sizes. Refuses
 * work.picture-broken and work.picture-too-large (invalid).
 */
export function checkPictures(pictures: readonly Uint8Array[]): Result<PictureSize[]> {
  const sizes: PictureSize[] = []
  let pixels = 0
  for (const bytes of pictures) {
    const size = pictureSize(bytes)
    if (!size || size.width === 0 || size.height === 0) return refuse('work.picture-broken', 'invalid')
    const { width, height } = size
    pixels += width * height
    const edge = Math.max(width, height)
    if (edge > fileLimits.textureEdge || width * height > fileLimits.texturePixels) {
      return refuse('work.picture-too-large', 'invalid', { detail: { width, height } })
    }
    if (pixels > fileLimits.allTexturePixels)
      return refuse('work.picture-too-large', 'invalid', { detail: { width, height } })
    sizes.push(size)
  }
  return ok(sizes)
}
