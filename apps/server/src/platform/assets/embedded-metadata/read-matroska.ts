import { type EmbeddedMetadata, mergeEmbeddedMetadata } from '@veranda/core/assets/embedded-metadata.ts'
import { type FileRanges, UnreadableMetadata } from './file-ranges.ts'
import { MediaTags } from './media-tags.ts'

// Elements of Matroska (RFC 9559).
const ids = {
  segment: 0x18538067,
  cluster: 0x1f43b675,
  info: 0x1549a966,
  muxingApp: 0x4d80,
  writingApp: 0x5741,
  tags: 0x1254c367,
  tag: 0x7373,
  simpleTag: 0x67c8,
  tagName: 0x45a3,
  tagString: 0x4487,
} as const

/** Of a recording that names no sizes each block counts; at 60 pictures and 50 pieces of sound a second 45 minutes. */
const maxElements = 300_000
const maxInfoBytes = 65_536
const maxTagsBytes = 4 * 1_048_576
const maxTextBytes = 1_024
const maxHeaderBytes = 12

type Element = { readonly id: number; readonly from: number; readonly to: number; readonly hasSize: boolean }

/**
 * Reads what a WebM or Matroska file says about place, author, camera and program: its Info and its Tags. The file is
 * untrusted: elements are passed over by their sizes, one after another, and only those two are read.
 */
export async function readMatroska(file: FileRanges): Promise<EmbeddedMetadata> {
  const tags = new MediaTags()
  let program: Partial<EmbeddedMetadata> = {}
  let count = 0
  for (let offset = 0; offset < file.size; count += 1) {
    const element = parseElement(await file.read(offset, maxHeaderBytes), offset, file.size)
    if (!element || count >= maxElements) throw new UnreadableMetadata('broken or too many elements')
    const { id, from, to } = element
    if (id === ids.info) program = readInfo(await readContent(file, element, maxInfoBytes))
    if (id === ids.tags) readTags(await readContent(file, element, maxTagsBytes), tags)
    // What has no size ends where its last child does.
    offset = id === ids.segment || !element.hasSize ? from : to
    if (!element.hasSize && id !== ids.segment && id !== ids.cluster) throw new UnreadableMetadata('no size')
  }
  return mergeEmbeddedMetadata([program, tags.toMetadata()])
}

/** Parses the header of the element that starts `head` at this offset; returns undefined when it is none. */
function parseElement(head: Buffer, offset: number, end: number): Element | undefined {
  const first = head[0] ?? 0
  const idBytes = Math.clz32(first) - 23
  if (first === 0 || idBytes > 4 || head.length < idBytes + 1) return undefined
  const sizeByte = head[idBytes] ?? 0
  const sizeBytes = Math.clz32(sizeByte) - 23
  if (sizeByte === 0 || head.length < idBytes + sizeBytes) return undefined
  let size = sizeByte & (0xff >> sizeBytes)
  let isAllOnes = size === 0xff >> sizeBytes
  for (const byte of head.subarray(idBytes + 1, idBytes + sizeBytes)) {
    size = size * 256 + byte
    isAllOnes &&= byte === 0xff
  }
  const from = offset + idBytes + sizeBytes
  return { id: head.readUIntBE(0, idBytes), from, to: isAllOnes ? end : from + size, hasSize: !isAllOnes }
}

async function readContent(file: FileRanges, { from, to }: Element, maxBytes: number): Promise<Buffer> {
  if (to > file.size || to - from > maxBytes) throw new UnreadableMetadata('too large')
  return file.read(from, to - from)
}

/** Iterates over the complete child elements of a range. */
function* childElements(bytes: Buffer, from: number, to: number): Generator<Element> {
  for (let offset = from; offset < to;) {
    const element = parseElement(bytes.subarray(offset, Math.min(offset + maxHeaderBytes, to)), offset, to)
    if (!element?.hasSize || element.to > to) return
    yield element
    offset = element.to
  }
}

function readInfo(bytes: Buffer): Partial<EmbeddedMetadata> {
  const apps = new Map<number, string>()
  for (const element of childElements(bytes, 0, bytes.length))
    if (element.id === ids.muxingApp || element.id === ids.writingApp) apps.set(element.id, textOf(bytes, element))
  const tags = new MediaTags()
  // The muxing app is the library that the writing app used.
  for (const id of [ids.writingApp, ids.muxingApp]) tags.add('software', apps.get(id) ?? '')
  return tags.toMetadata()
}

function readTags(bytes: Buffer, tags: MediaTags): void {
  for (const tag of childElements(bytes, 0, bytes.length)) {
    if (tag.id !== ids.tag) continue
    for (const simpleTag of childElements(bytes, tag.from, tag.to)) {
      if (simpleTag.id !== ids.simpleTag) continue
      let [name, value] = ['', '']
      for (const element of childElements(bytes, simpleTag.from, simpleTag.to)) {
        if (element.id === ids.tagName) name = textOf(bytes, element)
        if (element.id === ids.tagString) value = textOf(bytes, element)
      }
      tags.add(name, value)
    }
  }
}

function textOf(bytes: Buffer, { from, to }: Element): string {
  return bytes.toString('utf8', from, Math.min(to, from + maxTextBytes))
}
