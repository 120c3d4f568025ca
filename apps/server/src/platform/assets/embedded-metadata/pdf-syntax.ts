import { UnreadableMetadata } from './file-ranges.ts'

/** A reference to an object of a PDF by its number. */
export class PdfReference {
  readonly number: number

  constructor(number: number) {
    this.number = number
  }
}

/** A name such as /Author. */
export class PdfName {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** A value of a PDF; strings are their bytes, and keywords such as true and null are undefined. */
export type PdfValue = number | Buffer | PdfName | PdfReference | PdfDictionary | readonly PdfValue[] | undefined
export type PdfDictionary = ReadonlyMap<string, PdfValue>

const maxDepth = 12
/** Values in one object, all depths together. */
const maxValues = 20_000
const maxStringBytes = 65_536

const whitespace = new Set([0, 9, 10, 12, 13, 32])
const delimiters = new Set([...'()<>[]{}/%'].map((character) => character.charCodeAt(0)))
const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

/**
 * Reads values from the bytes of a PDF (ISO 32000-2, 7.2 and 7.3). The bytes are untrusted: depth and number of values
 * are bounded, and what is no value throws UnreadableMetadata.
 */
export class PdfParser {
  readonly #bytes: Buffer
  #valueCount = 0
  offset: number

  constructor(bytes: Buffer, offset = 0) {
    this.#bytes = bytes
    this.offset = offset
  }

  /** Reads the next value; a number that begins a reference is the reference. */
  readValue(depth = 0): PdfValue {
    this.#valueCount += 1
    if (depth > maxDepth || this.#valueCount > maxValues) throw new UnreadableMetadata('too many values')
    this.#skipWhitespace()
    switch (this.#characterAt(0)) {
      case '/':
        return new PdfName(this.#readName())
      case '(':
        return this.#readLiteral()
      case '[':
        return this.#readArray(depth)
      case '<':
        return this.#characterAt(1) === '<' ? this.#readDictionary(depth) : this.#readHexadecimal()
      default:
        return this.#readNumberOrKeyword()
    }
  }

  /** Reads a dictionary; throws for any other value. */
  readDictionary(): PdfDictionary {
    const value = this.readValue()
    if (!(value instanceof Map)) throw new UnreadableMetadata('no dictionary')
    return value
  }

  /** Passes over a keyword if it comes next; returns whether it did. */
  skipKeyword(keyword: string): boolean {
    this.#skipWhitespace()
    const found = this.#bytes.toString('latin1', this.offset, this.offset + keyword.length) === keyword
    if (found) this.offset += keyword.length
    return found
  }

  /** Reads a whole number; throws for anything else. */
  readInteger(): number {
    this.#skipWhitespace()
    const text = this.#readRegular()
    if (!/^\d{1,15}$/.test(text)) throw new UnreadableMetadata('no number')
    return Number(text)
  }

  #characterAt(distance: number): string {
    return String.fromCharCode(this.#bytes[this.offset + distance] ?? 0)
  }

  #skipWhitespace(): void {
    for (; this.offset < this.#bytes.length; this.offset += 1) {
      const byte = this.#bytes[this.offset] ?? 0
      if (byte === 37) this.#skipComment()
      else if (!whitespace.has(byte)) return
    }
  }

  #skipComment(): void {
    while (this.offset < this.#bytes.length && ![10, 13].includes(this.#bytes[this.offset] ?? 0)) this.offset += 1
  }

  #readRegular(): string {
    const start = this.offset
    for (; this.offset < this.#bytes.length; this.offset += 1) {
      const byte = this.#bytes[this.offset] ?? 0
      if (whitespace.has(byte) || delimiters.has(byte)) break
    }
    return this.#bytes.toString('latin1', start, this.offset)
  }

  #readName(): string {
    this.offset += 1
    return this.#readRegular().replace(/#([0-9a-f]{2})/gi, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    )
  }

  #readNumberOrKeyword(): number | PdfReference | undefined {
    const text = this.#readRegular()
    if (text === '') throw new UnreadableMetadata('no value')
    if (!/^[+-]?(?:\d{1,15}\.?\d{0,15}|\.\d{1,15})$/.test(text)) return undefined
    const afterNumber = this.offset
    this.#skipWhitespace()
    if (/^\d+$/.test(text) && /^\d{1,5}$/.test(this.#readRegular()) && this.skipKeyword('R'))
      return new PdfReference(Number(text))
    this.offset = afterNumber
    return Number(text)
  }

  #readArray(depth: number): readonly PdfValue[] {
    const values: PdfValue[] = []
    for (this.offset += 1; !this.skipKeyword(']');) values.push(this.readValue(depth + 1))
    return values
  }

  #readDictionary(depth: number): PdfDictionary {
    const entries = new Map<string, PdfValue>()
    for (this.offset += 2; !this.skipKeyword('>>');) {
      const key = this.readValue(depth + 1)
      if (!(key instanceof PdfName)) throw new UnreadableMetadata('no key')
      entries.set(key.text, this.readValue(depth + 1))
    }
    return entries
  }

  #readHexadecimal(): Buffer {
    const end = this.#bytes.indexOf('>', this.offset)
    if (end < 0) throw new UnreadableMetadata('no end of a string')
    const digits = this.#bytes.toString('latin1', this.offset + 1, end).replace(/[^0-9a-f]/gi, '')
    this.offset = end + 1
    return Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex')
  }

  #readLiteral(): Buffer {
    const text: string[] = []
    let open = 1
    for (this.offset += 1; ; this.offset += 1) {
      if (this.offset >= this.#bytes.length || text.length > maxStringBytes)
        throw new UnreadableMetadata('no end of a string')
      const character = this.#characterAt(0)
      if (character === '\\') {
        text.push(this.#readEscape())
        continue
      }
      if (character === '(') open += 1
      if (character === ')') open -= 1
      if (open === 0) break
      text.push(character)
    }
    this.offset += 1
    return Buffer.from(text.join(''), 'latin1')
  }

  /** Reads what follows a backslash and stays on its last character. */
  #readEscape(): string {
    this.offset += 1
    const [octal] = /^[0-7]{1,3}/.exec(this.#bytes.toString('latin1', this.offset, this.offset + 3)) ?? []
    if (octal !== undefined) {
      this.offset += octal.length - 1
      return String.fromCharCode(Number.parseInt(octal, 8) & 0xff)
    }
    const character = this.#characterAt(0)
    if (character === '\r' && this.#characterAt(1) === '\n') this.offset += 1
    // A line that ends with a backslash goes on in the next one.
    return character === '\r' || character === '\n' ? '' : (escapes[character] ?? character)
  }
}
