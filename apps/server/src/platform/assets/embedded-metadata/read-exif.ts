import { type EmbeddedMetadata, roundCoordinates } from '@veranda/core/assets/embedded-metadata.ts'
import { cameraName, toMetadataText } from './metadata-text.ts'

// TIFF tags (CIPA DC-008, Exif 3.0).
const tags = {
  make: 0x010f,
  model: 0x0110,
  software: 0x0131,
  artist: 0x013b,
  copyright: 0x8298,
  exifDirectory: 0x8769,
  gpsDirectory: 0x8825,
  windowsAuthor: 0x9c9d,
  cameraOwner: 0xa430,
} as const
const gpsTags = { version: 0, latitudeRef: 1, latitude: 2, longitudeRef: 3, longitude: 4, time: 7, date: 29 } as const

const maxEntries = 500
const maxTextBytes = 1_024
const entryBytes = 12
const bytesPerType: Readonly<Record<number, number>> = { 1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 7: 1, 10: 8 }

type Tiff = { readonly bytes: Buffer; readonly littleEndian: boolean }
type Entry = { readonly type: number; readonly count: number; readonly value: Buffer }

/**
 * Reads what an EXIF block says about place, author, camera and program. The block is untrusted: only the named tags are
 * read, four directories at most, and of each only what fits into the block.
 */
export function readExif(block: Buffer): Partial<EmbeddedMetadata> {
  const bytes = block.subarray(0, 6).toString('latin1') === 'Exif\0\0' ? block.subarray(6) : block
  const order = bytes.subarray(0, 2).toString('latin1')
  if (bytes.length < 8 || (order !== 'II' && order !== 'MM')) return {}
  const tiff = { bytes, littleEndian: order === 'II' }
  const image = readDirectory(tiff, uint32(tiff, bytes, 4))
  const exif = readDirectory(tiff, pointerOf(tiff, image.get(tags.exifDirectory)))
  const gps = readDirectory(tiff, pointerOf(tiff, image.get(tags.gpsDirectory)))
  const named = [...gps.keys()].filter((tag) => tag !== gpsTags.version && tag !== gpsTags.time && tag !== gpsTags.date)
  return {
    hasLocation: named.length > 0,
    coordinates: coordinatesOf(tiff, gps),
    author:
      textOf(image.get(tags.artist)) ?? wideTextOf(image.get(tags.windowsAuthor)) ?? textOf(exif.get(tags.cameraOwner)),
    copyright: textOf(image.get(tags.copyright)),
    camera: cameraName(textOf(image.get(tags.make)), textOf(image.get(tags.model))),
    software: textOf(image.get(tags.software)),
  }
}

/** Returns the entries of the directory at this offset; empty when there is none. */
function readDirectory(tiff: Tiff, offset: number): ReadonlyMap<number, Entry> {
  const { bytes } = tiff
  const entries = new Map<number, Entry>()
  if (offset < 8 || offset + 2 > bytes.length) return entries
  const count = Math.min(uint16(tiff, bytes, offset), maxEntries)
  for (let index = 0; index < count; index += 1) {
    const at = offset + 2 + index * entryBytes
    if (at + entryBytes > bytes.length) break
    const type = uint16(tiff, bytes, at + 2)
    const valueCount = uint32(tiff, bytes, at + 4)
    const size = (bytesPerType[type] ?? 0) * valueCount
    const from = size <= 4 ? at + 8 : uint32(tiff, bytes, at + 8)
    const value = bytes.subarray(from, from + Math.min(size, maxTextBytes))
    entries.set(uint16(tiff, bytes, at), { type, count: valueCount, value })
  }
  return entries
}

function pointerOf(tiff: Tiff, entry: Entry | undefined): number {
  return entry?.type === 4 && entry.value.length >= 4 ? uint32(tiff, entry.value, 0) : 0
}

function textOf(entry: Entry | undefined): string | null {
  // The two parts of a copyright are separated by a zero byte.
  return entry?.type === 2 ? toMetadataText(entry.value.toString('utf8').replaceAll('\0', ' ')) : null
}

/** Reads the UTF-16 text that Windows writes as bytes. */
function wideTextOf(entry: Entry | undefined): string | null {
  return entry?.type === 1 ? toMetadataText(entry.value.toString('utf16le').replaceAll('\0', ' ')) : null
}

function coordinatesOf(tiff: Tiff, gps: ReadonlyMap<number, Entry>): EmbeddedMetadata['coordinates'] {
  const latitude = degreesOf(tiff, gps.get(gpsTags.latitude))
  const longitude = degreesOf(tiff, gps.get(gpsTags.longitude))
  if (latitude === null || longitude === null) return null
  const isSouth = textOf(gps.get(gpsTags.latitudeRef)) === 'S'
  const isWest = textOf(gps.get(gpsTags.longitudeRef)) === 'W'
  return roundCoordinates(isSouth ? -latitude : latitude, isWest ? -longitude : longitude)
}

/** Returns degrees from three rationals: degrees, minutes and seconds. */
function degreesOf(tiff: Tiff, entry: Entry | undefined): number | null {
  if (entry?.type !== 5 || entry.count !== 3 || entry.value.length < 24) return null
  const rational = (at: number) => {
    const [numerator, denominator] = [uint32(tiff, entry.value, at), uint32(tiff, entry.value, at + 4)]
    return denominator === 0 ? 0 : numerator / denominator
  }
  return rational(0) + rational(8) / 60 + rational(16) / 3_600
}

function uint16({ littleEndian }: Tiff, bytes: Buffer, at: number): number {
  return littleEndian ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at)
}

function uint32({ littleEndian }: Tiff, bytes: Buffer, at: number): number {
  return littleEndian ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at)
}
