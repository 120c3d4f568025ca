import { type Instant } from '@veranda/core/time/instant.ts'

/** End of a page: time and id of its last row. */
export type PageCursor = { at: Instant; id: string }

/** Encodes a cursor for the wire. */
export function encodeCursor(cursor: PageCursor): string {
  return `${cursor.at}_${cursor.id}`
}

const cursorPattern = /^(\d{1,15})_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** Decodes a cursor; undefined if the text is not one of ours. */
export function decodeCursor(text: string | undefined): PageCursor | undefined {
  const [, at, id] = cursorPattern.exec(text ?? '') ?? []
  // Fifteen digits fit in a safe integer.
  return at && id ? { at: Number(at) as Instant, id } : undefined
}
