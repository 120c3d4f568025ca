import { type Metadata, type Sharp } from 'sharp'

/** A profile larger than this is no description of colours; such an image is converted to sRGB instead. */
const maxProfileBytes = 131_072

/** Colour spaces whose profile still fits the pixels after encoding, which writes RGB. */
const profiledSpaces: ReadonlySet<string> = new Set(['srgb', 'rgb', 'rgb16'])

/**
 * Returns the image turned upright and with its colour profile, and without everything else that it carries: encoders of
 * sharp write no EXIF, GPS, XMP, IPTC or comments unless asked to. Without a profile that fits, the colours are converted
 * to sRGB.
 */
export function stripMetadata(source: Sharp, { space, icc, pages = 1 }: Metadata): Sharp {
  // An animation cannot be turned.
  const upright = pages > 1 ? source : source.autoOrient()
  const keepsProfile = icc !== undefined && icc.length <= maxProfileBytes && profiledSpaces.has(space)
  return keepsProfile ? upright.keepIccProfile() : upright
}

/**
 * Encodes an image again in its own format and size, without its metadata: for those who may download what a user
 * shared, but not the original.
 */
export function encodeWithoutMetadata(source: Sharp, metadata: Metadata): Promise<Buffer> {
  const stripped = stripMetadata(source, metadata)
  if (metadata.format === 'jpeg') return stripped.jpeg({ quality: 92, chromaSubsampling: '4:4:4' }).toBuffer()
  if (metadata.format === 'webp') return stripped.webp({ quality: 92 }).toBuffer()
  const deep = metadata.depth === 'ushort' ? stripped.toColourspace('rgb16') : stripped
  return deep.png().toBuffer()
}
