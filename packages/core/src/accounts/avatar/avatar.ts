import { type ImageSize } from '../../assets/image-size.ts'
import { ok, refuse, type Result } from '../../result.ts'

/** Edge in pixels of the square that a user is shown with; a smaller crop stays as small as it is. */
export const avatarEdgePixels = 512
/** Smallest edge of a crop in pixels, so that the largest avatar on screen is sharp. */
export const minAvatarCropPixels = 128

/** A square part of a picture, in whole pixels from the left and top edge of the picture as displayed. */
export type AvatarCrop = { readonly left: number; readonly top: number; readonly size: number }

/** Returns the largest square in the middle of a picture. */
export function centredCrop({ width, height }: ImageSize): AvatarCrop {
  const size = Math.min(width, height)
  return { left: Math.floor((width - size) / 2), top: Math.floor((height - size) / 2), size }
}

/** Checks that a crop is inside its picture and large enough. Error codes (invalid): avatar.crop-outside, avatar.too-small. */
export function checkAvatarCrop(crop: AvatarCrop, { width, height }: ImageSize): Result<AvatarCrop> {
  const { left, top, size } = crop
  const isWhole = [left, top, size].every((pixels) => Number.isSafeInteger(pixels))
  if (!isWhole || left < 0 || top < 0 || left + size > width || top + size > height) {
    return refuse('avatar.crop-outside', 'invalid', { field: 'crop' })
  }
  if (size < minAvatarCropPixels) {
    return refuse('avatar.too-small', 'invalid', { field: 'crop', detail: { min: minAvatarCropPixels } })
  }
  return ok(crop)
}

/** Returns the crop moved by whole pixels, as far as the edges of the picture allow. */
export function moveCrop({ left, top, size }: AvatarCrop, x: number, y: number, picture: ImageSize): AvatarCrop {
  return {
    left: clamp(Math.round(left + x), 0, picture.width - size),
    top: clamp(Math.round(top + y), 0, picture.height - size),
    size,
  }
}

/** Returns the crop with another size around the same centre, between the smallest and the largest that the picture allows. */
export function resizeCrop(crop: AvatarCrop, size: number, picture: ImageSize): AvatarCrop {
  const largest = centredCrop(picture).size
  const next = clamp(Math.round(size), Math.min(minAvatarCropPixels, largest), largest)
  const half = (crop.size - next) / 2
  return moveCrop({ ...crop, size: next }, half, half, picture)
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value))
}
