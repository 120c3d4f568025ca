import { type Readable } from 'node:stream'

/** An answer that is not JSON: bytes with their type and headers. Skips the reply's schema. */
export type Raw = {
  readonly raw: true
  readonly status?: number
  readonly type: string
  readonly body: Uint8Array | string | Readable
  readonly headers?: Readonly<Record<string, string>>
}

/** Answers bytes or text instead of JSON, for pictures, CSV and calendar files. */
export function raw(answer: Omit<Raw, 'raw'>): Raw {
  return { raw: true, ...answer }
}

export function isRaw(value: unknown): value is Raw {
  return typeof value === 'object' && value !== null && 'raw' in value && value.raw === true && 'type' in value
}
