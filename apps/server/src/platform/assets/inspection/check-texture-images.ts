import { type ImageSize } from '@veranda/core/assets/image-size.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { fileLimits } from './file-limits.ts'
import { readImageSize } from './image-size.ts'

/**
 * Checks the texture images of a model by their headers, before decoding. Returns their sizes. Error codes:
 * asset.image-corrupt and asset.image-too-large (invalid).
 */
export function checkTextureImages(images: readonly Uint8Array[]): Result<ImageSize[]> {
  const sizes: ImageSize[] = []
  let totalPixels = 0
  for (const bytes of images) {
    const size = readImageSize(bytes)
    if (!size || size.width === 0 || size.height === 0) return refuse('asset.image-corrupt', 'invalid')
    const { width, height } = size
    totalPixels += width * height
    const edge = Math.max(width, height)
    if (edge > fileLimits.textureEdgePixels || width * height > fileLimits.texturePixels) {
      return refuse('asset.image-too-large', 'invalid', { detail: { width, height } })
    }
    if (totalPixels > fileLimits.allTexturePixels)
      return refuse('asset.image-too-large', 'invalid', { detail: { width, height } })
    sizes.push(size)
  }
  return ok(sizes)
}
