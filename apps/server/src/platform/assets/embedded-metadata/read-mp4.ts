import { type EmbeddedMetadata, mergeEmbeddedMetadata } from '@veranda/core/assets/embedded-metadata.ts'
import { fileLimits } from '../inspection/file-limits.ts'
import { childBoxes, maxBoxHeaderBytes, type Mp4Box, parseBox } from '../inspection/mp4-boxes.ts'
import { type FileRanges, UnreadableMetadata } from './file-ranges.ts'
import { MediaTags } from './media-tags.ts'
import { maxXmpBytes, readXmp } from './read-xmp.ts'

/** Tracks whose own tags are read. */
const maxTracks = 100
const maxTags = 2_000
const maxTextBytes = 1_024
/** The extended type of a box with XMP (ISO 16684-3). */
const xmpUuid = Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex')
/** Types of the text of an iTunes item (QuickTime File Format, "Well-known types"). */
const textTypes = { utf8: 1, utf16: 2 } as const

/**
 * Reads what an MP4 or QuickTime file says about place, author, camera and program: the tags of QuickTime, 3GPP and
 * iTunes in `moov` and its tracks, and XMP. The file is untrusted: each container is read once, at one depth.
 */
export async function readMp4(file: FileRanges): Promise<EmbeddedMetadata> {
  const tags = new MediaTags()
  const packets: string[] = []
  let boxCount = 0
  for (let offset = 0; offset < file.size; boxCount += 1) {
    const box = parseBox(await file.read(offset, maxBoxHeaderBytes), offset, file.size)
    if (!box || box.to > file.size || boxCount >= fileLimits.videoBoxes) throw new UnreadableMetadata('broken boxes')
    if (box.type === 'moov') {
      if (box.to - box.from > fileLimits.moovBytes) throw new UnreadableMetadata('moov is too large')
      readMoov(await file.read(box.from, box.to - box.from), tags, packets)
    } else if (box.type === 'uuid')
      addUuid(await file.read(box.from, Math.min(box.to - box.from, maxXmpBytes)), packets)
    offset = box.to
  }
  return mergeEmbeddedMetadata([tags.toMetadata(), ...packets.map(readXmp)])
}

function readMoov(bytes: Buffer, tags: MediaTags, packets: string[]): void {
  const children = childBoxes(bytes, { from: 0, to: bytes.length })
  readTagsOf(bytes, children, tags, packets)
  for (const track of children.filter(({ type }) => type === 'trak').slice(0, maxTracks))
    readTagsOf(bytes, childBoxes(bytes, track), tags, packets)
}

function readTagsOf(bytes: Buffer, children: readonly Mp4Box[], tags: MediaTags, packets: string[]): void {
  for (const box of children) {
    if (box.type === 'meta') readMeta(bytes, box, tags)
    if (box.type === 'udta') readUserData(bytes, box, tags, packets)
    if (box.type === 'uuid') addUuid(contentOf(bytes, box, maxXmpBytes), packets)
  }
}

function readUserData(bytes: Buffer, userData: Mp4Box, tags: MediaTags, packets: string[]): void {
  for (const box of childBoxes(bytes, userData).slice(0, maxTags)) {
    const content = contentOf(bytes, box, maxTextBytes)
    if (box.type === 'meta') readMeta(bytes, box, tags)
    else if (box.type === 'XMP_') packets.push(contentOf(bytes, box, maxXmpBytes).toString('utf8'))
    // 3GPP writes version, flags and language before the text (3GPP TS 26.244).
    else if (box.type === 'auth' || box.type === 'cprt') tags.add(box.type, decodeText(content.subarray(6)))
    else if (box.type === 'loci') tags.add(box.type, readLoci(content))
    else if (box.type.startsWith('©') && content.length > 4)
      // The size of the text and its language come before each text.
      tags.add(box.type, decodeText(content.subarray(4, 4 + content.readUInt16BE(0))))
  }
}

/** Reads the items of a list, which are named by their type, or by the names in `keys` that they have the numbers of. */
function readMeta(bytes: Buffer, meta: Mp4Box, tags: MediaTags): void {
  // In QuickTime `meta` has no version and flags.
  const hasVersion = bytes.toString('latin1', meta.from + 4, meta.from + 8) !== 'hdlr'
  const children = childBoxes(bytes, { from: meta.from + (hasVersion ? 4 : 0), to: meta.to })
  const keys = children.find(({ type }) => type === 'keys')
  const names = keys && childBoxes(bytes, { from: keys.from + 8, to: keys.to }).slice(0, maxTags)
  const list = children.find(({ type }) => type === 'ilst')
  if (!list) return
  for (const item of childBoxes(bytes, list).slice(0, maxTags)) {
    const data = childBoxes(bytes, item).find(({ type }) => type === 'data')
    const content = data && contentOf(bytes, data, maxTextBytes)
    if (!content || content.length < 8) continue
    const type = content.readUInt32BE(0)
    if (type !== textTypes.utf8 && type !== textTypes.utf16) continue
    const value = content.subarray(8)
    const name = names?.[Buffer.from(item.type, 'latin1').readUInt32BE(0) - 1]
    tags.add(
      name ? contentOf(bytes, name, maxTextBytes).toString('utf8') : item.type,
      type === textTypes.utf8 ? value.toString('utf8') : decodeUtf16(value),
    )
  }
}

/** Returns the place of a 3GPP file as ISO 6709: after a name, longitude and latitude in units of 1/65,536 degrees. */
function readLoci(content: Buffer): string {
  const nameEnd = content.indexOf(0, 6)
  if (nameEnd < 0 || content.length < nameEnd + 10) return 'unreadable'
  const [longitude, latitude] = [content.readInt32BE(nameEnd + 2) / 65_536, content.readInt32BE(nameEnd + 6) / 65_536]
  const written = (degrees: number, digits: number) =>
    `${degrees < 0 ? '-' : '+'}${Math.abs(degrees)
      .toFixed(4)
      .padStart(digits + 5, '0')}`
  return `${written(latitude, 2)}${written(longitude, 3)}/`
}

function addUuid(content: Buffer, packets: string[]): void {
  if (content.subarray(0, 16).equals(xmpUuid)) packets.push(content.toString('utf8', 16))
}

/** Decodes UTF-8, or UTF-16 with its mark. */
function decodeText(bytes: Buffer): string {
  return bytes[0] === 0xfe && bytes[1] === 0xff ? decodeUtf16(bytes.subarray(2)) : bytes.toString('utf8')
}

function decodeUtf16(bytes: Buffer): string {
  return Buffer.from(bytes.subarray(0, bytes.length & ~1))
    .swap16()
    .toString('utf16le')
}

function contentOf(bytes: Buffer, { from, to }: Mp4Box, maxBytes: number): Buffer {
  return bytes.subarray(from, Math.min(to, from + maxBytes))
}
