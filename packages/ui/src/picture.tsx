import { type ImgHTMLAttributes } from 'react'

export type PictureProps = ImgHTMLAttributes<HTMLImageElement> & {
  src: string
  alt: string
  /** The width on screen, by which the browser chooses among the widths of the image. */
  sizes: string
}

/** Settings by the app, which alone knows the addresses of its images. */
export const pictureSettings: {
  /** Loads images when they come near; otherwise at once. */
  isLazy: boolean
  /** Returns the widths of an image as a `srcset`; undefined for one that has no others. */
  srcSetOf?: (src: string) => string | undefined
} = { isLazy: true }

/**
 * Shows an image in the width that fits the device, when it comes near. Its space is reserved by `width` and `height`, or
 * by the style sheet.
 */
export function Picture({ alt, loading = 'lazy', ...rest }: PictureProps) {
  // Every first load carries this; there is nothing worth remembering.
  'use no memo'
  return (
    <img
      decoding="async"
      {...rest}
      alt={alt}
      loading={pictureSettings.isLazy ? loading : 'eager'}
      srcSet={pictureSettings.srcSetOf?.(rest.src)}
    />
  )
}
