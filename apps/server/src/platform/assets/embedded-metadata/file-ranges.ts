import { type FileHandle } from 'node:fs/promises'

/** Thrown for a file that is not read: it is damaged, too intricate, or claims more than it holds. */
export class UnreadableMetadata extends Error {
  override readonly name = 'UnreadableMetadata'
}

/** Read at once, because headers often follow one another. */
const windowBytes = 4_096
/** Bytes that the readers take from one file at most, and how often they ask the file for some. */
const maxReadBytes = 1_024 * 1_048_576
const maxReads = 300_000

/** Reads ranges of a file that may be too large for memory, within a budget. */
export class FileRanges {
  readonly #handle: FileHandle
  readonly size: number
  #readBytes = 0
  #reads = 0
  #window: Buffer = Buffer.alloc(0)
  #windowOffset = 0

  constructor(handle: FileHandle, size: number) {
    this.#handle = handle
    this.size = size
  }

  /** The bytes that were read so far. */
  get readBytes(): number {
    return this.#readBytes
  }

  /** Returns the bytes at this offset, fewer at the end of the file. Throws UnreadableMetadata above the budget. */
  async read(offset: number, length: number): Promise<Buffer> {
    if (!Number.isSafeInteger(offset) || offset < 0 || offset >= this.size) return Buffer.alloc(0)
    const end = Math.min(offset + length, this.size)
    if (offset < this.#windowOffset || end > this.#windowOffset + this.#window.length) {
      this.#window = await this.#readFile(offset, Math.max(end - offset, Math.min(windowBytes, this.size - offset)))
      this.#windowOffset = offset
    }
    return this.#window.subarray(offset - this.#windowOffset, end - this.#windowOffset)
  }

  async #readFile(offset: number, length: number): Promise<Buffer> {
    this.#reads += 1
    this.#readBytes += length
    if (this.#reads > maxReads || this.#readBytes > maxReadBytes) throw new UnreadableMetadata('too much to read')
    const { bytesRead, buffer } = await this.#handle.read(Buffer.alloc(length), 0, length, offset)
    return buffer.subarray(0, bytesRead)
  }
}
