import { type EmbeddedMetadata, mergeEmbeddedMetadata } from '@veranda/core/assets/embedded-metadata.ts'
import { type Metadata } from 'sharp'
import { toMetadataText } from './metadata-text.ts'
import { readExif } from './read-exif.ts'
import { readIptc } from './read-iptc.ts'
import { readXmp } from './read-xmp.ts'

/** Returns what an image carries beside its pixels, from the blocks that the decoder found in it. */
export function embeddedMetadataOf({ exif, xmpAsString, iptc, comments = [] }: Metadata): EmbeddedMetadata {
  const comment = (keyword: string) => toMetadataText(comments.find((one) => one.keyword === keyword)?.text)
  return mergeEmbeddedMetadata([
    exif ? readExif(exif) : {},
    xmpAsString === undefined ? {} : readXmp(xmpAsString),
    iptc ? readIptc(iptc) : {},
    // The text chunks of a PNG.
    { author: comment('Author'), copyright: comment('Copyright'), software: comment('Software') },
  ])
}
