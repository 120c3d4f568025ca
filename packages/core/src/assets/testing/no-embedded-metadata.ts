import { type EmbeddedMetadata } from '../embedded-metadata.ts'

/** The metadata of a file that carries none. */
export const noEmbeddedMetadata: EmbeddedMetadata = {
  hasLocation: false,
  coordinates: null,
  author: null,
  copyright: null,
  camera: null,
  software: null,
}
