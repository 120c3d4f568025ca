import { type SearchSort } from '@veranda/core/talent/search.ts'

/** Where a page of the search ended: the sort it belongs to, the values of its last row, and that row's id. */
export type SearchCursor = { readonly sort: SearchSort; readonly values: readonly number[]; readonly id: string }

export function writeSearchCursor({ sort, values, id }: SearchCursor): string {
  return [sort, ...values, id].join('_')
}

const shape = /^([a-z]+)((?:_\d{1,16})+)_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** The last moment that there is; no other value that is sorted by is greater. */
const latest = 8.64e15

/** Reads a cursor of this sort with this many values; undefined for any other. */
export function readSearchCursor(text: string | undefined, sort: SearchSort, count: number): SearchCursor | undefined {
  const [, name, numbers, id] = shape.exec(text ?? '') ?? []
  const values = numbers?.slice(1).split('_').map(Number) ?? []
  if (values.some((value) => value > latest)) return undefined
  return name === sort && id && values.length === count ? { sort, values, id } : undefined
}
