import { type Instant, instant } from '@veranda/core/time/instant.ts'

/** Where a page ended: the moment and id of its last row, and the line where a row has several. */
export type Cursor = { readonly at: Instant; readonly id: string; readonly line: number }

export function writeCursor({ at, id, line }: { at: Instant; id: string; line?: number }): string {
  return `${at}_${id}_${line ?? 0}`
}

const shape = /^(\d{1,15})_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})_(\d{1,4})$/

/** Reads a cursor; undefined when it is none of ours. */
export function readCursor(text: string | undefined): Cursor | undefined {
  const [, at, id, line] = shape.exec(text ?? '') ?? []
  return at && id && line ? { at: instant(Number(at)), id, line: Number(line) } : undefined
}
