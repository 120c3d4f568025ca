/** Width and height of an image in pixels. */
export type ImageSize = { readonly width: number; readonly height: number }
