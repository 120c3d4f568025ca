import { type EmbeddedMetadata, roundCoordinates } from '@veranda/core/assets/embedded-metadata.ts'
import { toMetadataText } from './metadata-text.ts'

/** Of a longer packet only the beginning is read. */
export const maxXmpBytes = 262_144

/** Properties that name a place (XMP for EXIF, Photoshop and IPTC). */
const placePattern =
  /\b(?:exif:GPSL(?:atitude|ongitude)|photoshop:(?:City|State|Country)|Iptc4xmpCore:Location|Iptc4xmpExt:Location(?:Created|Shown))\b/

/**
 * Reads what an XMP packet says about place, author and program, without parsing it as XML: the packet is untrusted, and
 * each pattern is bounded.
 */
export function readXmp(wholePacket: string): Partial<EmbeddedMetadata> {
  const packet = wholePacket.slice(0, maxXmpBytes)
  const latitude = degreesOf(propertyOf(packet, 'exif:GPSLatitude'))
  const longitude = degreesOf(propertyOf(packet, 'exif:GPSLongitude'))
  return {
    hasLocation: placePattern.test(packet),
    coordinates: latitude === null || longitude === null ? null : roundCoordinates(latitude, longitude),
    author: firstItemOf(packet, 'dc:creator') ?? propertyOf(packet, 'tiff:Artist'),
    copyright: firstItemOf(packet, 'dc:rights') ?? propertyOf(packet, 'tiff:Copyright'),
    camera: propertyOf(packet, 'tiff:Model'),
    software: propertyOf(packet, 'xmp:CreatorTool'),
  }
}

/** Returns a simple property, which XMP writes as an attribute or as an element. */
function propertyOf(packet: string, name: string): string | null {
  const [, attribute, element] =
    new RegExp(`\\b${name}(?:\\s{0,9}=\\s{0,9}["']([^"'<]{1,400})|>([^<]{1,400}))`).exec(packet) ?? []
  return toMetadataText(attribute ?? element)
}

/** Returns the first item of a list such as `<dc:creator><rdf:Seq><rdf:li>Maya</rdf:li>`. */
function firstItemOf(packet: string, name: string): string | null {
  const start = packet.indexOf(`<${name}`)
  if (start < 0) return null
  const [, item] = /<rdf:li\b[^>]{0,80}>([^<]{1,400})/.exec(packet.slice(start, start + 1_000)) ?? []
  return toMetadataText(item)
}

/** Returns degrees from `51,30.54N` or `51,30,32N`; null for anything else. */
function degreesOf(value: string | null): number | null {
  const [, degrees, minutes, seconds, side] =
    /^(\d{1,3}),(\d{1,2}(?:\.\d{1,9})?)(?:,(\d{1,2}))?([NSEW])$/.exec(value ?? '') ?? []
  if (degrees === undefined) return null
  const absolute = Number(degrees) + Number(minutes) / 60 + Number(seconds ?? 0) / 3_600
  return side === 'S' || side === 'W' ? -absolute : absolute
}
