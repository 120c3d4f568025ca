import { type Instant, instant } from '@veranda/core/time/instant.ts'

/** A page's last row: its time and id, and its line where a transaction has several entries. */
export type Cursor = { readonly at: Instant; readonly id: string; readonly line: number }

export function writeCursor({ at, id, line }: { at: Instant; id: string; line?: number }): string {
  return `${at}_${id}_${line ?? 0}`
}

const cursorPattern = /^(\d{1,15})_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})_(\d{1,4})$/

/** Parses a cursor; returns undefined for anything we did not write. */
export function readCursor(text: string | undefined): Cursor | undefined {
  const [, at, id, line] = cursorPattern.exec(text ?? '') ?? []
  return at && id && line ? { at: instant(Number(at)), id, line: Number(line) } : undefined
}
