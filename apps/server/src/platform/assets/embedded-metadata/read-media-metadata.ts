import { type EmbeddedMetadata } from '@veranda/core/assets/embedded-metadata.ts'
import { open } from 'node:fs/promises'
import { FileRanges } from './file-ranges.ts'
import { readMatroska } from './read-matroska.ts'
import { readMp4 } from './read-mp4.ts'
import { readPdf } from './read-pdf.ts'

/** Readers by media type; they throw UnreadableMetadata. */
export const mediaReaders: ReadonlyMap<string, (file: FileRanges) => Promise<EmbeddedMetadata>> = new Map([
  ['video/mp4', readMp4],
  ['video/quicktime', readMp4],
  ['video/webm', readMatroska],
  ['application/pdf', readPdf],
])

/**
 * Returns the metadata of a video or document beside its content; null where it cannot be read, so that its creator
 * never reads that there is none.
 */
export async function readMediaMetadata(path: string, mediaType: string): Promise<EmbeddedMetadata | null> {
  const read = mediaReaders.get(mediaType)
  if (!read) return null
  const handle = await open(path)
  try {
    return await read(new FileRanges(handle, (await handle.stat()).size))
  } catch {
    // A file is taken whether or not its metadata can be read.
    return null
  } finally {
    await handle.close()
  }
}
