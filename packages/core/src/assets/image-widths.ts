/**
 * The widths in pixels in which images are stored besides their own: an avatar on a dense screen, a card on a phone, a
 * card on a dense screen, and a picture over the whole page. None is wider than the image.
 */
export const imageWidths = [240, 480, 960, 1_600] as const

/** Returns the widths of an image that our server stores, as a `srcset`; undefined for any other address. */
export function srcSetOf(src: string): string | undefined {
  if (!/^\/api\/(files\/[\w-]+|assets\/[\w-]+\/thumbnail)$/.test(src)) return undefined
  // No whole image is wider than the last.
  return `${imageWidths.map((width) => `${src}?width=${width} ${width}w,`).join('')}${src} 2048w`
}
