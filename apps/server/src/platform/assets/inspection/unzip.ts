import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { type Entry, fromBuffer, type ZipFile } from 'yauzl'
import { fileLimits } from './file-limits.ts'

const ratioCheckMinBytes = 1_048_576

/** Files of an archive by path. */
export type UnzippedFiles = ReadonlyMap<string, Uint8Array>

/**
 * Unpacks an archive if `wanted` accepts its paths, within limits on entries, unpacked size and compression ratio.
 * Checks the directory first, then every byte while reading. Error codes: asset.archive-corrupt,
 * asset.archive-encrypted and asset.archive-bomb (invalid).
 */
export async function unzip(
  bytes: Uint8Array,
  wanted: (names: readonly string[]) => boolean,
): Promise<Result<UnzippedFiles>> {
  let zip: ZipFile
  try {
    zip = await openArchive(bytes)
  } catch {
    return refuse('asset.archive-corrupt', 'invalid')
  }
  try {
    if (zip.entryCount > fileLimits.zipEntries) return refuse('asset.archive-bomb', 'invalid')
    const entries = (await listEntries(zip)).filter(({ fileName }) => !fileName.endsWith('/'))
    let total = 0
    for (const entry of entries) {
      total += entry.uncompressedSize
      if ((entry.generalPurposeBitFlag & 1) === 1) return refuse('asset.archive-encrypted', 'invalid')
      const ratio = entry.uncompressedSize / Math.max(1, entry.compressedSize)
      if (entry.uncompressedSize > ratioCheckMinBytes && ratio > fileLimits.zipCompressionRatio)
        return refuse('asset.archive-bomb', 'invalid')
    }
    if (total > fileLimits.zipBytes) return refuse('asset.archive-bomb', 'invalid')
    const files = new Map<string, Uint8Array>()
    if (!wanted(entries.map(({ fileName }) => fileName))) return ok(files)
    for (const entry of entries) files.set(entry.fileName, await readEntry(zip, entry))
    return ok(files)
  } catch {
    return refuse('asset.archive-corrupt', 'invalid')
  } finally {
    zip.close()
  }
}

function openArchive(bytes: Uint8Array): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    const options = { lazyEntries: true, validateEntrySizes: true, strictFileNames: true, autoClose: false }
    fromBuffer(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), options, (error, zip) =>
      error ? reject(error) : resolve(zip),
    )
  })
}

function listEntries(zip: ZipFile): Promise<Entry[]> {
  return new Promise((resolve, reject) => {
    const entries: Entry[] = []
    zip.on('entry', (entry: Entry) => {
      entries.push(entry)
      if (entries.length > fileLimits.zipEntries) reject(new Error('more entries than the directory declares'))
      else zip.readEntry()
    })
    zip.on('end', () => resolve(entries))
    zip.on('error', reject)
    zip.readEntry()
  })
}

/** Reads an entry; rejects when its size differs from the directory. */
function readEntry(zip: ZipFile, entry: Entry): Promise<Uint8Array> {
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
