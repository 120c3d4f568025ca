import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { type Entry, fromBuffer, type ZipFile } from 'yauzl'
import { fileLimits } from './limits.ts'

const counted = 1_048_576

/** The files of an archive by their paths, if `wanted`; all of them are counted. */
export type Unpacked = ReadonlyMap<string, Uint8Array>

/**
 * Unpacks an archive within bounds on the number of its entries, their real size and how well they packed. What the
 * directory claims is checked first, then every byte as it comes. Refuses work.archive-broken, work.archive-locked and
 * work.archive-bomb (invalid).
 */
export async function openZip(
  bytes: Uint8Array,
  wanted: (names: readonly string[]) => boolean,
): Promise<Result<Unpacked>> {
  let zip: ZipFile
  try {
    zip = await opened(bytes)
  } catch {
    return refuse('work.archive-broken', 'invalid')
  }
  try {
    if (zip.entryCount > fileLimits.zipEntries) return refuse('work.archive-bomb', 'invalid')
    const entries = (await listed(zip)).filter(({ fileName }) => !fileName.endsWith('/'))
    let total = 0
    for (const entry of entries) {
      total += entry.uncompressedSize
      if ((entry.generalPurposeBitFlag & 1) === 1) return refuse('work.archive-locked', 'invalid')
      const ratio = entry.uncompressedSize / Math.max(1, entry.compressedSize)
      if (entry.uncompressedSize > counted && ratio > fileLimits.zipRatio) return refuse('work.archive-bomb', 'invalid')
    }
    if (total > fileLimits.zipBytes) return refuse('work.archive-bomb', 'invalid')
    const files = new Map<string, Uint8Array>()
    if (!wanted(entries.map(({ fileName }) => fileName))) return ok(files)
    for (const entry of entries) files.set(entry.fileName, await unpacked(zip, entry))
    return ok(files)
  } catch {
    return refuse('work.archive-broken', 'invalid')
  } finally {
    zip.close()
  }
}

function opened(bytes: Uint8Array): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    const options = { lazyEntries: true, validateEntrySizes: true, strictFileNames: true, autoClose: false }
    fromBuffer(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), options, (error, zip) =>
      error ? reject(error) : resolve(zip),
    )
  })
}

function listed(zip: ZipFile): Promise<Entry[]> {
  return new Promise((resolve, reject) => {
    const entries: Entry[] = []
    zip.on('entry', (entry: Entry) => {
      entries.push(entry)
      if (entries.length > fileLimits.zipEntries) reject(new Error('more entries than it says'))
      else zip.readEntry()
    })
    zip.on('end', () => resolve(entries))
    zip.on('error', reject)
    zip.readEntry()
  })
}

/** Ends with an error when an entry is not exactly as large as the directory said. */
function unpacked(zip: ZipFile, entry: Entry): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => {
      if (error) return reject(error)
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => resolve(Buffer.concat(chunks)))
      stream.on('error', reject)
    })
  })
}
