import { type Instant } from '@veranda/core/time/instant.ts'

/** Where a page ended: the moment and id of its last row. */
export type Cursor = { readonly at: Instant; readonly id: string }

/** A cursor as the wire carries it. */
export function writeCursor({ at, id }: Cursor): string {
  return `${at}_${id}`
}

const shape = /^(\d{1,15})_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** Reads a cursor; undefined when it is none of ours. */
export function readCursor(text: string): Cursor | undefined {
  const [, at, id] = shape.exec(text) ?? []
  // Fifteen digits are a safe integer.
  return at && id ? { at: Number(at) as Instant, id } : undefined
}
