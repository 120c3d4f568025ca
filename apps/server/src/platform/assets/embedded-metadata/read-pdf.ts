import { type EmbeddedMetadata, mergeEmbeddedMetadata } from '@veranda/core/assets/embedded-metadata.ts'
import { promisify } from 'node:util'
import { inflate } from 'node:zlib'
import { type FileRanges, UnreadableMetadata } from './file-ranges.ts'
import { toMetadataText } from './metadata-text.ts'
import { PdfName, type PdfDictionary, PdfParser, PdfReference, type PdfValue } from './pdf-syntax.ts'
import { maxXmpBytes, readXmp } from './read-xmp.ts'

const tailBytes = 2_048
/** Of an object that is read whole; those of pages and fonts are not read. */
const maxObjectBytes = 65_536
const maxStreamBytes = 8 * 1_048_576
const maxInflatedBytes = 16 * 1_048_576
/** Each change that was appended to a file brings a table. */
const maxTables = 100
const maxSubsections = 10_000
const entryBytes = 20
const maxInflatedXmpBytes = 4 * maxXmpBytes
/** Writers put a few hundred objects into a stream. */
const maxObjectsInStream = 20_000

/** Where an object is: at an offset of the file, or at an index of a stream of objects. */
type Location = { readonly offset: number } | { readonly stream: number; readonly index: number }
/** One table of a cross-reference; returns undefined for an object that it does not list. */
type Table = { readonly trailer: PdfDictionary; find(object: number): Promise<Location | undefined> }

/**
 * Reads what a PDF says about author and program: its Info dictionary and its XMP. The file is untrusted and may be
 * large: only the cross-reference and those objects are read, and streams are inflated up to a limit. Throws
 * UnreadableMetadata for a damaged or encrypted one.
 */
export async function readPdf(file: FileRanges): Promise<EmbeddedMetadata> {
  const document = await PdfFile.open(file)
  const info = await document.readInfo()
  const packet = await document.readXmp()
  return mergeEmbeddedMetadata([info, packet === undefined ? {} : readXmp(packet)])
}

class PdfFile {
  readonly #file: FileRanges
  readonly #tables: readonly Table[]

  private constructor(file: FileRanges, tables: readonly Table[]) {
    this.#file = file
    this.#tables = tables
  }

  /** Reads the cross-reference tables, the newest first. */
  static async open(file: FileRanges): Promise<PdfFile> {
    const tailOffset = Math.max(0, file.size - tailBytes)
    const tail = (await file.read(tailOffset, tailBytes)).toString('latin1')
    const [, start] = /^startxref\s{1,9}(\d{1,12})/.exec(tail.slice(Math.max(0, tail.lastIndexOf('startxref')))) ?? []
    if (start === undefined) throw new UnreadableMetadata('no cross-reference')
    const tables: Table[] = []
    const pending = [Number(start)]
    const visited = new Set<number>()
    for (let offset = pending.shift(); offset !== undefined; offset = pending.shift()) {
      if (visited.has(offset)) continue
      visited.add(offset)
      if (visited.size > maxTables) throw new UnreadableMetadata('too many tables')
      const table = await readTable(file, offset)
      if (table.trailer.has('Encrypt')) throw new UnreadableMetadata('encrypted')
      tables.push(table)
      for (const key of ['XRefStm', 'Prev']) {
        const next = table.trailer.get(key)
        if (typeof next === 'number') pending.push(next)
      }
    }
    return new PdfFile(file, tables)
  }

  async readInfo(): Promise<Partial<EmbeddedMetadata>> {
    const info = await this.#resolve(this.#fromTrailer('Info'))
    if (!(info instanceof Map)) return {}
    const text = async (key: string) => decodeText(await this.#resolve(info.get(key)))
    return { author: await text('Author'), software: (await text('Creator')) ?? (await text('Producer')) }
  }

  async readXmp(): Promise<string | undefined> {
    const catalog = await this.#resolve(this.#fromTrailer('Root'))
    const metadata = catalog instanceof Map ? catalog.get('Metadata') : undefined
    if (!(metadata instanceof PdfReference)) return undefined
    const location = await this.#find(metadata.number)
    if (!location || !('offset' in location)) return undefined
    const stream = await readObject(this.#file, location.offset, metadata.number)
    const bytes = await this.#readStream(stream, maxInflatedXmpBytes)
    return bytes.toString('utf8', 0, maxXmpBytes)
  }

  #fromTrailer(key: string): PdfValue {
    return this.#tables.find(({ trailer }) => trailer.has(key))?.trailer.get(key)
  }

  async #find(object: number): Promise<Location | undefined> {
    for (const table of this.#tables) {
      const location = await table.find(object)
      if (location) return location
    }
    return undefined
  }

  /** Follows a reference; the object that it names is not one again. */
  async #resolve(value: PdfValue): Promise<PdfValue> {
    if (!(value instanceof PdfReference)) return value
    const location = await this.#find(value.number)
    if (!location) return undefined
    if ('offset' in location) return (await readObject(this.#file, location.offset, value.number)).value
    const container = await this.#find(location.stream)
    // A stream of objects is not in another one.
    if (!container || !('offset' in container) || location.index > maxObjectsInStream)
      throw new UnreadableMetadata('no stream of objects')
    const stream = await readObject(this.#file, container.offset, location.stream)
    const bytes = await this.#readStream(stream, maxInflatedBytes)
    const first = numberIn(stream.value, 'First')
    const header = new PdfParser(bytes)
    for (let index = 0; index < location.index; index += 1) for (let part = 0; part < 2; part += 1) header.readInteger()
    if (header.readInteger() !== value.number) throw new UnreadableMetadata('another object')
    return new PdfParser(bytes, first + header.readInteger()).readValue()
  }

  async #readStream({ value, dataOffset }: PdfObject, maxBytes: number): Promise<Buffer> {
    if (!(value instanceof Map) || dataOffset === undefined) throw new UnreadableMetadata('no stream')
    const length = value.get('Length')
    // The length of a length is not followed any further.
    const bytes = length instanceof PdfReference ? await this.#findLength(length) : length
    return readStreamData(this.#file, { dictionary: value, dataOffset, length: bytes, maxBytes })
  }

  async #findLength({ number }: PdfReference): Promise<PdfValue> {
    const location = await this.#find(number)
    return location && 'offset' in location ? (await readObject(this.#file, location.offset, number)).value : undefined
  }
}

type PdfObject = { readonly value: PdfValue; /** Where the data of a stream begins. */ readonly dataOffset?: number }

/** Reads the object at this offset, which has this number; any number with undefined. */
async function readObject(file: FileRanges, offset: number, expected: number | undefined): Promise<PdfObject> {
  const bytes = await file.read(offset, maxObjectBytes)
  const parser = new PdfParser(bytes)
  const number = parser.readInteger()
  parser.readInteger()
  if (!parser.skipKeyword('obj') || (expected !== undefined && number !== expected))
    throw new UnreadableMetadata('another object')
  const value = parser.readValue()
  if (!parser.skipKeyword('stream')) return { value }
  const lineEnd = bytes[parser.offset] === 13 ? 2 : 1
  return { value, dataOffset: offset + parser.offset + lineEnd }
}

type StreamData = {
  readonly dictionary: PdfDictionary
  readonly dataOffset: number
  readonly length: PdfValue
  readonly maxBytes: number
}

async function readStreamData(file: FileRanges, { dictionary, dataOffset, length, maxBytes }: StreamData) {
  if (typeof length !== 'number' || length > maxStreamBytes) throw new UnreadableMetadata('stream is too large')
  const bytes = await file.read(dataOffset, length)
  const filters = [dictionary.get('Filter') ?? []].flat()
  if (filters.length === 0) return bytes
  const [filter] = filters
  if (filters.length > 1 || !(filter instanceof PdfName) || filter.text !== 'FlateDecode')
    throw new UnreadableMetadata('another filter')
  const inflated = await promisify(inflate)(bytes, { maxOutputLength: maxBytes }).catch(() => {
    throw new UnreadableMetadata('stream cannot be inflated')
  })
  const parameters = [dictionary.get('DecodeParms')].flat()[0]
  return parameters instanceof Map ? undoPredictor(inflated, parameters) : inflated
}

/** Returns rows of bytes without the predictor of PNG, by which writers make tables small. */
function undoPredictor(bytes: Buffer, parameters: PdfDictionary): Buffer {
  const predictor = parameters.get('Predictor') ?? 1
  if (predictor === 1) return bytes
  const columns = numberIn(parameters, 'Columns')
  const plain = ['Colors', 'BitsPerComponent'].every((key) => [undefined, 1, 8].includes(asNumber(parameters.get(key))))
  if (typeof predictor !== 'number' || predictor < 10 || columns < 1 || columns > 64 || !plain)
    throw new UnreadableMetadata('another predictor')
  const rowCount = Math.floor(bytes.length / (columns + 1))
  const result = Buffer.alloc(rowCount * columns)
  for (let row = 0; row < rowCount; row += 1) {
    const kind = bytes[row * (columns + 1)] ?? 0
    // None and Up are what writers of tables use.
    if (kind !== 0 && kind !== 2) throw new UnreadableMetadata('another predictor')
    for (let column = 0; column < columns; column += 1) {
      const above = kind === 2 && row > 0 ? (result[(row - 1) * columns + column] ?? 0) : 0
      result[row * columns + column] = (bytes[row * (columns + 1) + 1 + column] ?? 0) + above
    }
  }
  return result
}

async function readTable(file: FileRanges, offset: number): Promise<Table> {
  const isText = (await file.read(offset, 16)).toString('latin1').trimStart().startsWith('xref')
  return isText ? readTextTable(file, offset) : readStreamTable(file, offset)
}

/** Reads a table of lines of 20 bytes, of which only the headers are read here. */
async function readTextTable(file: FileRanges, offset: number): Promise<Table> {
  const sections: { first: number; count: number; offset: number }[] = []
  let at = offset + (await file.read(offset, 32)).indexOf('xref') + 4
  for (;;) {
    const head = (await file.read(at, 64)).toString('latin1')
    const [whole, first, count] = /^\s{0,9}(\d{1,10}) (\d{1,10})[ \r\n]{1,3}/.exec(head) ?? []
    if (whole === undefined) break
    if (sections.length >= maxSubsections) throw new UnreadableMetadata('too many subsections')
    sections.push({ first: Number(first), count: Number(count), offset: at + whole.length })
    at += whole.length + Number(count) * entryBytes
  }
  const parser = new PdfParser(await file.read(at, maxObjectBytes))
  if (!parser.skipKeyword('trailer')) throw new UnreadableMetadata('no trailer')
  return {
    trailer: parser.readDictionary(),
    async find(object) {
      const section = sections.find(({ first, count }) => object >= first && object < first + count)
      if (!section) return undefined
      const line = (await file.read(section.offset + (object - section.first) * entryBytes, 18)).toString('latin1')
      const [, found] = /^(\d{10}) \d{5} n/.exec(line) ?? []
      return found === undefined ? undefined : { offset: Number(found) }
    },
  }
}

/** Reads a table that is a stream of numbers (ISO 32000-2, 7.5.8). */
async function readStreamTable(file: FileRanges, offset: number): Promise<Table> {
  const { value: trailer, dataOffset } = await readObject(file, offset, undefined)
  if (!(trailer instanceof Map) || dataOffset === undefined) throw new UnreadableMetadata('no table')
  const length = trailer.get('Length')
  const data = await readStreamData(file, { dictionary: trailer, dataOffset, length, maxBytes: maxInflatedBytes })
  const [typeBytes, secondBytes, thirdBytes] = widthsOf(trailer.get('W'))
  const rowBytes = typeBytes + secondBytes + thirdBytes
  const index = numbersOf(trailer.get('Index') ?? [0, numberIn(trailer, 'Size')])
  return {
    trailer,
    async find(object) {
      let rowsBefore = 0
      for (let pair = 0; pair + 1 < index.length; pair += 2) {
        const [first = 0, count = 0] = index.slice(pair, pair + 2)
        if (object < first || object >= first + count) {
          rowsBefore += count
          continue
        }
        const at = (rowsBefore + object - first) * rowBytes
        if (at + rowBytes > data.length) return undefined
        const field = (from: number, bytes: number) => (bytes === 0 ? 0 : data.readUIntBE(at + from, bytes))
        const type = typeBytes === 0 ? 1 : field(0, typeBytes)
        const second = field(typeBytes, secondBytes)
        if (type === 2) return { stream: second, index: field(typeBytes + secondBytes, thirdBytes) }
        return type === 1 ? { offset: second } : undefined
      }
      return undefined
    },
  }
}

function widthsOf(value: PdfValue): readonly [number, number, number] {
  const [first = -1, second = -1, third = -1, ...rest] = numbersOf(value)
  const isValid = [first, second, third].every((width) => Number.isInteger(width) && width >= 0 && width <= 6)
  if (!isValid || rest.length > 0 || first + second + third === 0) throw new UnreadableMetadata('no widths')
  return [first, second, third]
}

function numbersOf(value: PdfValue): readonly number[] {
  const numbers = Array.isArray(value) ? value.map(asNumber) : []
  return numbers.filter((number) => number !== undefined)
}

function asNumber(value: PdfValue): number | undefined {
  return typeof value === 'number' ? value : undefined
}

function numberIn(value: PdfValue, key: string): number {
  const found = value instanceof Map ? value.get(key) : undefined
  if (typeof found !== 'number' || !Number.isSafeInteger(found)) throw new UnreadableMetadata(`no ${key}`)
  return found
}

/** Decodes a text string: UTF-16 or UTF-8 with its mark, or PDFDocEncoding, which is nearly Latin-1. */
function decodeText(value: PdfValue): string | null {
  if (!Buffer.isBuffer(value)) return null
  if (value[0] === 0xfe && value[1] === 0xff)
    return toMetadataText(new TextDecoder('utf-16be').decode(value.subarray(2)))
  if (value[0] === 0xef && value[1] === 0xbb && value[2] === 0xbf) return toMetadataText(value.toString('utf8', 3))
  return toMetadataText(value.toString('latin1'))
}
