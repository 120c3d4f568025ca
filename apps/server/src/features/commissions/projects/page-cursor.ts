import { type Instant } from '@veranda/core/time/instant.ts'

/** Position of a list page: time and id of its last row. */
export type PageCursor = { readonly at: Instant; readonly id: string }

/** Encodes a cursor for the wire. */
export function encodeCursor({ at, id }: PageCursor): string {
  return `${at}_${id}`
}

const cursorPattern = /^(\d{1,15})_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** Decodes a cursor; returns undefined for malformed text. */
export function decodeCursor(text: string): PageCursor | undefined {
  const [, at, id] = cursorPattern.exec(text) ?? []
  // Fifteen digits fit in a safe integer.
  return at && id ? { at: Number(at) as Instant, id } : undefined
}
