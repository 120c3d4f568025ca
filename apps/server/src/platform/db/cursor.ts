import { isUuid } from '@veranda/core/ids.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { instant, type Instant } from '@veranda/core/time/instant.ts'

/** Position after a row of a list that is sorted by time: the time and id of that row. */
export type Cursor = { readonly at: Instant; readonly id: string }

/** Position after a row of a list with another order: its name if there are several, the sort values, and the id. */
export type SortCursor = { readonly order?: string; readonly values: readonly number[]; readonly id: string }

/** The largest valid instant in milliseconds; no other sort value is greater. */
const maxSortValue = 8.64e15
const pattern = /^(?:([a-z]+)_)?((?:\d{1,16}_)*)([0-9a-f-]+)$/

/** Encodes a position for the wire. */
export function encodeCursor({ at, id }: Cursor): string {
  return encodeSortCursor({ values: [at], id })
}

/** Decodes the cursor of a query, undefined on the first page. Refuses list.cursor-unreadable for any other text. */
export function parseCursor(text: string | undefined): Result<Cursor | undefined> {
  const parsed = parseSortCursor(text, { valueCount: 1 })
  if (!parsed.ok || !parsed.value) return parsed.ok ? ok(undefined) : parsed
  const { values, id } = parsed.value
  return ok({ at: instant(values[0] ?? 0), id })
}

/** Encodes a position in a list with another order than time for the wire. */
export function encodeSortCursor({ order, values, id }: SortCursor): string {
  return [...(order === undefined ? [] : [order]), ...values, id].join('_')
}

/**
 * Decodes the cursor of a list with this order and number of sort values, undefined on the first page. Refuses
 * list.cursor-unreadable for any other text.
 */
export function parseSortCursor(
  text: string | undefined,
  { order, valueCount }: { readonly order?: string; readonly valueCount: number },
): Result<SortCursor | undefined> {
  if (text === undefined) return ok(undefined)
  const [, name, numbers = '', id] = pattern.exec(text) ?? []
  const values = numbers.split('_').slice(0, -1).map(Number)
  const fits = name === order && values.length === valueCount && values.every((value) => value <= maxSortValue)
  if (id === undefined || !isUuid(id) || !fits) return refuse('list.cursor-unreadable', 'invalid', { field: 'cursor' })
  return ok({ ...(order !== undefined && { order }), values, id })
}
