import { srcSetOf } from '@veranda/core/assets/image-widths.ts'
import { type ImgHTMLAttributes } from 'react'
import { imageOptimisation, lazyLoading } from '../lib/build-settings.ts'

type PictureProps = ImgHTMLAttributes<HTMLImageElement> & {
  src: string
  alt: string
  /** The width on screen, by which the browser chooses among the widths of the image. */
  sizes: string
}

/**
 * Shows an image in the width that fits the device, when it comes near. Its space is reserved by `width` and `height`, or
 * by the style sheet. No part of a first load: what is shown there asks for one small width.
 */
export function Picture({ alt, loading = 'lazy', ...rest }: PictureProps) {
  return (
    <img
      decoding="async"
      {...rest}
      alt={alt}
      loading={lazyLoading ? loading : 'eager'}
      srcSet={imageOptimisation ? srcSetOf(rest.src) : undefined}
    />
  )
}
