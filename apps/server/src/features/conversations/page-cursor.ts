import { type Instant } from '@veranda/core/time/instant.ts'

/** Position at which a page ended: the time and id of its last row. */
export type PageCursor = { at: Instant; id: string }

/** Encodes a cursor for the wire. */
export function encodeCursor(cursor: PageCursor): string {
  return `${cursor.at}_${cursor.id}`
}

const cursorPattern = /^(\d{1,15})_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** Decodes a cursor; returns undefined if it is malformed. */
export function decodeCursor(text: string): PageCursor | undefined {
  const [, at, id] = cursorPattern.exec(text) ?? []
  // Fifteen digits always fit in a safe integer.
  return at && id ? { at: Number(at) as Instant, id } : undefined
}
