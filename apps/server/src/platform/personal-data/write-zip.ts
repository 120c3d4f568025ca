import { createWriteStream } from 'node:fs'
import { PassThrough, type Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'

/** Adds an entry and waits until its bytes are in the zip; `compress` is false for what is compressed already. */
export type AddEntry = (name: string, content: Readable, options: { compress: boolean }) => Promise<void>

/**
 * Writes a zip to a path that does not exist yet, one entry after the other, in constant memory. Throws what `addEntries`
 * throws, and errors of the entries and of the disk.
 */
export async function writeZip(path: string, addEntries: (add: AddEntry) => Promise<void>): Promise<void> {
  const zip = new ZipFile()
  const output = new PassThrough()
  zip.outputStream.pipe(output)
  const written = pipeline(output, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
  // An entry that fails ends the zip.
  zip.on('error', (error: Error) => output.destroy(error))
  // Awaited below; a failure while entries are added must not end the process.
  written.catch(() => undefined)
  const add: AddEntry = async (name, content, options) => {
    // It may fail once more after the zip has, when nobody listens.
    content.on('error', () => undefined)
    zip.addReadStream(content, name, options)
    try {
      // `written` settles before the end only when it fails.
      await Promise.race([finished(content), written])
    } finally {
      content.destroy()
    }
  }
  try {
    await addEntries(add)
    zip.end()
    await written
  } catch (error) {
    output.destroy()
    await written.catch(() => undefined)
    throw error
  }
}
