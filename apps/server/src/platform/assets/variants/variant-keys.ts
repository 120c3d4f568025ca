import { assetStorageKey } from '../asset-keys.ts'
import { imageStorageKey } from '../stored-files/image-bytes.ts'

/** An image that has variants: the thumbnail of an asset, or the preview of a stored image. */
export type VariantSource = { readonly source: 'asset' | 'image'; readonly sha256: string }

export const variantFormats = ['avif', 'webp'] as const
export type VariantFormat = (typeof variantFormats)[number]

/** Returns the storage key of the image that the variants are made from. */
export function wholeImageKey({ source, sha256 }: VariantSource): string {
  return source === 'asset' ? assetStorageKey(sha256, 'thumbnail') : imageStorageKey(sha256, 'preview')
}

/** Returns the storage key of an image in one width and format. */
export function variantKey(image: VariantSource, width: number, format: VariantFormat): string {
  return `${wholeImageKey(image)}-${width}-${format}`
}

/** Returns the storage keys of an image in all of these widths. */
export function variantKeys(image: VariantSource, widths: readonly number[]): string[] {
  return widths.flatMap((width) => variantFormats.map((format) => variantKey(image, width, format)))
}
