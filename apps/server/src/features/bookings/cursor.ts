import { type Instant } from '@veranda/core/time/instant.ts'

/** Where a page ended: the moment and id of its last row. */
export type Cursor = { at: Instant; id: string }

/** A cursor as the wire carries it. */
export function writeCursor(cursor: Cursor): string {
  return `${cursor.at}_${cursor.id}`
}

const shape = /^(\d{1,15})_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** Reads a cursor; undefined when it is none of ours. */
export function readCursor(text: string | undefined): Cursor | undefined {
  const [, at, id] = shape.exec(text ?? '') ?? []
  // Fifteen digits are a safe integer.
  return at && id ? { at: Number(at) as Instant, id } : undefined
}
